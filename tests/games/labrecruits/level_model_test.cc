// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/labrecruits/labrecruits_front_end.h"

namespace questproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LoadResult parse(const std::string& text, const Settings& settings = {}) {
  const std::vector<SourceText> texts = {{"level.csv", text}};
  return parse_labrecruits(texts, "level", settings);
}

GameModel model_of(const std::string& text, const Settings& settings = {}) {
  LoadResult result = parse(text, settings);
  for (const Diagnostic& each : result.diagnostics) ADD_FAILURE() << to_string(each);
  return result.model.value_or(GameModel{});
}

std::string report(const std::string& text, const Settings& settings = {}) {
  std::string lines;
  for (const Diagnostic& each : parse(text, settings).diagnostics) lines += to_string(each) + "\n";
  return lines;
}

template <typename Named>
std::vector<std::string> names_of(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& each : list) names.push_back(each.name);
  return names;
}

const Event& event(const GameModel& model, const std::string& name) {
  for (const Event& each : model.events) {
    if (each.name == name) return each;
  }
  throw std::runtime_error("no event " + name);
}

const Quest& quest(const GameModel& model, const std::string& name) {
  for (const Quest& each : model.quests) {
    if (each.name == name) return each;
  }
  throw std::runtime_error("no quest " + name);
}

// Two rooms and a door between them; a button in each, a door that nothing opens, and a flag.
const char* const kTwoRooms =
    "b1,d1\n"
    "b2,d1,od2\n"
    "|f:a^agent0,f:b^b1,f:d^d1,f:b^b2,f:g^goal\n"
    "f:od^od2,w,w,w,f:d^d3\n";

TEST(LevelModelTest, VariablesAreDoorsThatCanBeToggledAndTheZone) {
  const GameModel model = model_of(kTwoRooms);
  EXPECT_THAT(names_of(model.variables), ElementsAre("d1", "od2", "zone"));
  EXPECT_THAT(model.variants[0].values, ElementsAre(0, 1, 0));
  EXPECT_EQ(value_name(model.variables[0], 1), "open");
  EXPECT_EQ(to_string(model, model.variables[0].where), "level.csv:3:22");
}

TEST(LevelModelTest, APressTogglesWithoutABranch) {
  const GameModel model = model_of(kTwoRooms);
  EXPECT_THAT(names_of(model.events),
              ElementsAre("press b1", "press b2", "walk zone1 -> zone2 through d1",
                          "walk zone2 -> zone1 through d1"));
  const Event& press = event(model, "press b2");
  EXPECT_EQ(to_string(model, press.guard), "zone == zone2");
  ASSERT_EQ(press.body.size(), 2U);
  for (const Statement& toggle : press.body) {
    EXPECT_EQ(toggle.kind, Statement::Kind::kAdd);
    EXPECT_EQ(toggle.overflow, Overflow::kWrap);
  }
  EXPECT_THAT(to_string(model, event(model, "walk zone1 -> zone2 through d1").guard),
              HasSubstr("d1 == open"));
}

TEST(LevelModelTest, QuestsAreDoorsAndFlags) {
  const GameModel model = model_of(kTwoRooms);
  EXPECT_THAT(names_of(model.quests), ElementsAre("d1", "od2", "d3", "goal"));
  EXPECT_EQ(quest(model, "d3").done, Condition::never());
  EXPECT_TRUE(quest(model, "goal").main);
  EXPECT_FALSE(quest(model, "d1").main);
  EXPECT_EQ(to_string(model, quest(model, "goal").done), "zone == zone2");
}

TEST(LevelModelTest, FinishIsTheMainQuest) {
  const GameModel model = model_of("f:a^a,f:g^one,f:g^Finish\n");
  EXPECT_FALSE(quest(model, "one").main);
  EXPECT_TRUE(quest(model, "Finish").main);
}

TEST(LevelModelTest, ButtonsCanBePartOfTheState) {
  const GameModel model = model_of(kTwoRooms, {{"state", "buttons"}});
  EXPECT_THAT(names_of(model.variables), ElementsAre("d1", "od2", "b1", "b2", "zone"));
  EXPECT_EQ(event(model, "press b1").body.size(), 2U);
}

TEST(LevelModelTest, AgentsAreDrivenAsToldTo) {
  const std::string text = "b1,d1\n|f:a^one,f:b^b1,f:d^d1,f:a^two\n";
  EXPECT_THAT(names_of(model_of(text).variables), ElementsAre("d1", "zone"));
  EXPECT_EQ(model_of(text, {{"agents", "two"}}).variants[0].values[1], 1);
  const GameModel both = model_of(text, {{"agents", "all"}});
  EXPECT_THAT(names_of(both.variables), ElementsAre("d1", "one.zone", "two.zone"));
  EXPECT_EQ(to_string(both, event(both, "two: press b1").guard), "two.zone == zone1");
  EXPECT_EQ(both.contents.at(0).sites.size(), 2U);
  EXPECT_THAT(report(text, {{"agents", "tow"}}),
              HasSubstr("no agent is called tow (did you mean two?)"));
}

TEST(LevelModelTest, ThingsWithoutANameAreCalledByTheirPlace) {
  const std::string text = "f,f:d,f:d,f:a^a\n|,,f:d,\n";
  const LoadResult result = parse(text);
  ASSERT_TRUE(result.model.has_value());
  EXPECT_THAT(names_of(result.model->quests),
              ElementsAre("door_x1_z0", "door_x2_z0", "door_x2_y1_z0"));
}

TEST(LevelModelTest, AnAgentMustBeThereAndStand) {
  EXPECT_THAT(report("f,f\n"), HasSubstr("level.csv:1:1: error: there is no agent"));
  EXPECT_THAT(report("f,a^a\n"), HasSubstr("1:3: error: a stands on no floor"));
  EXPECT_THAT(report("f,f\n|,\n,f:a^a\n", {{"floors", "0"}}),
              HasSubstr("leave out --set floors=0"));
}

TEST(LevelModelTest, UnknownValuesOfSettingsAreErrors) {
  EXPECT_THAT(report(kTwoRooms, {{"state", "button"}}), HasSubstr("did you mean buttons?"));
  EXPECT_THAT(report(kTwoRooms, {{"floors", "1"}}),
              HasSubstr("error: the setting 'floors' cannot be '1'"));
  EXPECT_THAT(report(kTwoRooms, {{"reach", "near"}}), IsEmpty());
}

}  // namespace
}  // namespace questproof
