// SPDX-License-Identifier: MIT
#include "tests/support/ink_story.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "games/live/conformance.h"
#include "games/live/process_game.h"
#include "tests/support/shared_folder.h"

namespace questproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::can_play_ink;
using testing_support::ink_command;
using testing_support::kNoInk;
using testing_support::own_story;

View chosen(ProcessGame& game, const std::string& choice) {
  return game.act({{"reader", Action::choose(choice)}}).agents.at("reader");
}

// What the game answers to a choice that breaks it.
std::string refusal(ProcessGame& game, const std::string& choice) {
  try {
    chosen(game, choice);
  } catch (const LiveFault& fault) {
    EXPECT_EQ(fault.kind(), LiveFault::Kind::kRefusal);
    return fault.what();
  }
  return "";
}

TEST(InkStoryTest, KeepsTheProtocol) {
  if (!can_play_ink()) GTEST_SKIP() << kNoInk;
  for (const char* name : {"ferry", "well", "mistakes"}) {
    for (const ConformanceCheck& check : check_conformance(ink_command(own_story(name)))) {
      EXPECT_TRUE(check.kept) << name << ": " << check.rule << ": " << check.detail;
    }
  }
}

TEST(InkStoryTest, ShowsTextChoicesAndVariables) {
  if (!can_play_ink()) GTEST_SKIP() << kNoInk;
  ProcessGame game(ink_command(own_story("ferry"), {"--show-variables"}));
  View view = game.reset(1).agents.at("reader");
  EXPECT_EQ(view.text, "You stand on the shore.");
  EXPECT_THAT(view.choices, ElementsAre("Look for coins", "Wave"));
  view = chosen(game, "Look for coins");
  EXPECT_EQ(view.objects.at(0).state.at("coins"), "1");
  EXPECT_THAT(view.choices, ElementsAre("Look for coins", "Pay the ferryman", "Wave"));
  EXPECT_EQ(chosen(game, "Swim").refused, "there is no such choice");
}

TEST(InkStoryTest, RestoresAllThatCounts) {
  if (!can_play_ink()) GTEST_SKIP() << kNoInk;
  ProcessGame game(ink_command(own_story("ferry"), {"--show-state"}));
  EXPECT_TRUE(game.introduce().whole_views);
  game.reset(1);
  const View before = chosen(game, "Look for coins");
  game.save("here");
  const View wave = chosen(game, "Wave");
  chosen(game, "Pay the ferryman");
  EXPECT_EQ(game.restore("here").agents.at("reader"), before);
  EXPECT_EQ(chosen(game, "Wave"), wave);
  EXPECT_THAT(wave.choices, ElementsAre("Look for coins", "Pay the ferryman"));
}

TEST(InkStoryTest, MistakesAreAnsweredAndTheStoryStandsWhereItStood) {
  if (!can_play_ink()) GTEST_SKIP() << kNoInk;
  ProcessGame game(ink_command(own_story("mistakes")));
  game.reset(1);
  const View start = game.observe().agents.at("reader");
  EXPECT_THAT(refusal(game, "The third"), HasSubstr("tunnel"));
  EXPECT_EQ(game.observe().agents.at("reader"), start);
  chosen(game, "The second");
  EXPECT_THAT(refusal(game, "Go on"), HasSubstr("ran out of content"));
  game.reset(1);
  EXPECT_EQ(chosen(game, "The first").choices.size(), 0U);
  EXPECT_TRUE(game.observe().over);
}

TEST(InkStoryTest, WhatIsNoStoryIsSaidSo) {
  if (!can_play_ink()) GTEST_SKIP() << kNoInk;
  ProcessGame game(ink_command("/nowhere/story.ink"));
  try {
    game.introduce();
    FAIL() << "it introduced itself";
  } catch (const LiveFault& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("/nowhere/story.ink"));
  }
}

// The same state by different ways, and different states that look the same: what a fingerprint tells apart.
TEST(InkStoryTest, FingerprintsAreOfStatesAndNotOfWays) {
  if (!can_play_ink()) GTEST_SKIP() << kNoInk;
  ProcessGame game(ink_command(own_story("well"), {"--show-state"}));
  const auto fingerprint = [&](const std::vector<std::string>& choices) {
    View view = game.reset(1).agents.at("reader");
    for (const std::string& each : choices) view = chosen(game, each);
    return view.objects.at(0).state.at("fingerprint");
  };
  const std::string start = fingerprint({});
  const std::string later = fingerprint({"Let the bucket down", "Pull it up", "Pour it out"});
  EXPECT_EQ(start, fingerprint({}));
  EXPECT_NE(start, later);  // the rope
  const std::vector<std::string> broken = {"Let the bucket down", "Pull it up", "Pour it out",
                                           "Let the bucket down", "Pull it up", "Pour it out",
                                           "Let the bucket down", "Pull it up"};
  std::vector<std::string> longer = broken;
  longer.push_back("Look down the well");
  EXPECT_EQ(fingerprint(broken), fingerprint(longer));
}

TEST(InkStoryTest, PlaysTheIntercept) {
  const auto shared = testing_support::shared_folder();
  const auto story =
      shared.value_or("") / "data" / "ink" / "the-intercept" / "TheIntercept.ink.json";
  if (!std::filesystem::exists(story)) GTEST_SKIP() << "the story is not here";
  if (!can_play_ink()) GTEST_SKIP() << kNoInk;
  for (const ConformanceCheck& check :
       check_conformance(ink_command(story.string(), {"--show-variables", "--show-state"}))) {
    EXPECT_TRUE(check.kept) << check.rule << ": " << check.detail;
  }
}

}  // namespace
}  // namespace questproof
