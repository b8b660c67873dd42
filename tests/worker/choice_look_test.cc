// SPDX-License-Identifier: MIT
#include "worker/choice_look.h"

#include <gtest/gtest.h>

#include <set>

namespace questproof {
namespace {

Observation observation_of(const View& view) {
  Observation observation;
  observation.agents["hero"] = view;
  return observation;
}

TEST(ChoiceLookTest, NoTwoChoicesShareAName) {
  View view;
  for (const char* id : {"lamp", "a"}) {
    SeenObject object;
    object.id = id;
    object.usable = true;
    view.objects.push_back(object);
  }
  view.choices = {"(use) lamp", "(wait)", "(choice) (use) lamp", "lamp", "(wait) a", "(use) "};
  const ChoiceLook look = look_of(observation_of(view), "hero", false, true);
  EXPECT_TRUE(look.repeated.empty());
  ASSERT_EQ(look.choices.size(), 9U);
  EXPECT_EQ(std::set<std::string>(look.choices.begin(), look.choices.end()).size(), 9U);
  // Each leads to its own action.
  for (std::size_t i = 0; i < view.choices.size(); ++i) {
    EXPECT_EQ(action_of_choice(look.choices[i]), Action::choose(view.choices[i]));
  }
  EXPECT_EQ(action_of_choice(look.choices[6]), Action::use("lamp"));
  EXPECT_EQ(action_of_choice(look.choices[7]), Action::use("a"));
  EXPECT_EQ(action_of_choice(look.choices[8]), Action::wait());
}

TEST(ChoiceLookTest, NoTwoValuesShareAName) {
  std::set<std::string> names;
  std::size_t count = 0;
  const std::vector<std::string> parts = {"a",  "b",    "a.b",   "b.c",    "view", "seen", "(at)",
                                          "\\", "\\.a", "(seen", "\\(at)", ".",    "",     "a\\"};
  for (const std::string& object : parts) {
    for (const std::string& property : parts) {
      names.insert(value_name(object, property));
      ++count;
    }
  }
  EXPECT_EQ(names.size(), count);
  EXPECT_EQ(value_name("door", "isOpen"), "door.isOpen");
}

// Where there is terrain, walking is one more thing to do.
TEST(ChoiceLookTest, TerrainIsPartOfALook) {
  Observation observation;
  View& view = observation.agents["hero"];
  view.choices = {"go"};
  LookTable looks({}, true, false);
  const LookId without = looks.intern(look_of(observation, "hero", false, false));
  view.terrain.push_back({0, {}, {}});
  const LookId with = looks.intern(look_of(observation, "hero", false, false));
  EXPECT_NE(without, with);
  EXPECT_FALSE(looks[without].shows_terrain);
  EXPECT_TRUE(looks[with].shows_terrain);
}

// What a view shows stays what it is, whatever its things are called.
TEST(ChoiceLookTest, WhatTheViewTellsIsNotOverwritten) {
  View view;
  view.health = 7;
  SeenObject object;
  object.id = "view";
  object.blocks = true;
  object.state = {{"health", "3"}, {"blocks", "no"}, {"seen", "never"}, {"(at)", "nowhere"}};
  view.objects = {object};
  SeenObject other;
  other.id = "a.b";
  other.state = {{"c", "1"}};
  SeenObject third;
  third.id = "a";
  third.state = {{"b.c", "2"}};
  view.objects.push_back(other);
  view.objects.push_back(third);
  const ChoiceLook look = look_of(observation_of(view), "hero", true);
  EXPECT_EQ(look.values.at("view.health"), "7");
  EXPECT_EQ(look.values.at("\\view.health"), "3");
  EXPECT_EQ(look.values.at("\\view.blocks"), "true");
  EXPECT_EQ(look.values.at("\\view.\\blocks"), "no");
  EXPECT_EQ(look.values.at("\\view.seen"), "true");
  EXPECT_EQ(look.values.at("\\view.\\(at)"), "nowhere");
  EXPECT_EQ(look.values.at("a\\.b.c"), "1");
  EXPECT_EQ(look.values.at("a.b.c"), "2");
  EXPECT_TRUE(ChoiceTask::parse("a\\.b.c=1").holds(look));
  EXPECT_TRUE(ChoiceTask::parse("a.b.c=2").holds(look));
}

TEST(ChoiceLookTest, TwoThingsOfOneNameAreGarbage) {
  View view;
  view.objects.resize(2);
  view.objects[0].id = view.objects[1].id = "lamp";
  EXPECT_NE(look_of(observation_of(view), "hero").failure, "");
  view.objects[1].id = "other";
  EXPECT_EQ(look_of(observation_of(view), "hero").failure, "");
}

}  // namespace
}  // namespace questproof
