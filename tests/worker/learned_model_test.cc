// SPDX-License-Identifier: MIT
#include "worker/learned_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/model/export_json.h"
#include "games/labrecruits/level_file.h"
#include "games/labrecruits/simulator.h"
#include "games/model_file/model_file.h"
#include "worker/search_player.h"

namespace questproof {
namespace {

constexpr const char* kLevel =
    "b1,d1\n"
    "b2,d2\n"
    "|w,w,w,w,w,w,w,w\n"
    "w,f:a^agent0,f:b^b1,f,f:d>e^d1,f:b^b2,f,w\n"
    "w,w,w,w,w,f:d>n^d2,w,w\n"
    "w,w,w,w,w,f,w,w\n"
    "w,w,w,w,w,w,w,w\n";

GameModel learned(bool complete) {
  labrecruits::LevelResult read = labrecruits::parse_level({"level.csv", kLevel}, "level");
  labrecruits::Simulator game(std::move(*read.level), {});
  Session session(game, {}, nullptr);
  PlayerOptions options;
  options.complete = complete;
  options.task = AgentTask::parse("d1.isOpen");
  SearchPlayer player(session, options);
  const PlayResult result = player.run();
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.complete, complete) << result.reason;
  return learn_model(player.belief(), player.start(), "level", result.complete);
}

std::size_t untried(const GameModel& model) {
  return static_cast<std::size_t>(
      std::count_if(model.events.begin(), model.events.end(),
                    [](const Event& event) { return event.name.starts_with("untried: "); }));
}

TEST(LearnedModelTest, ACompleteModelIsTheLevel) {
  const GameModel model = learned(true);
  EXPECT_EQ(untried(model), 0U);
  EXPECT_EQ(model.quests.size(), 2U);
  const auto press = std::find_if(model.events.begin(), model.events.end(),
                                  [](const Event& event) { return event.name == "press b2"; });
  ASSERT_NE(press, model.events.end());
  ASSERT_EQ(press->body.size(), 1U);
  EXPECT_EQ(model.variables[press->body[0].target.index].name, "d2");
}

TEST(LearnedModelTest, WhatWasNotTriedLeadsOutOfTheModel) {
  const GameModel model = learned(false);
  EXPECT_GT(untried(model), 0U);
}

TEST(LearnedModelTest, IsReadBackAsItWasWritten) {
  for (const bool complete : {false, true}) {
    GameModel model = learned(complete);
    const SourceText text = {"maze.json", to_json(model)};
    const LoadResult read = parse_model_file({&text, 1}, "maze", {});
    ASSERT_TRUE(read.model) << to_string(read.diagnostics.at(0));
    model.source_files = {"maze.json"};
    EXPECT_EQ(*read.model, model);
  }
}

}  // namespace
}  // namespace questproof
