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

// A corridor of which the last place was not seen.
View corridor(std::size_t buttons) {
  View view;
  view.health = 100;
  for (std::uint32_t place = 0; place < 4; ++place) {
    view.terrain.push_back({place, {static_cast<double>(place), 0, 0}, {place + 1}});
    if (place > 0) view.terrain.back().to.push_back(place - 1);
  }
  for (std::size_t button = 0; button < buttons; ++button) {
    SeenObject object;
    object.id = "b" + std::to_string(button);
    object.type = "button";
    object.at = {1, 0, 0};
    object.usable = true;
    view.objects.push_back(object);
  }
  return view;
}

bool has_event(const GameModel& model, const std::string& begin) {
  return std::any_of(model.events.begin(), model.events.end(),
                     [&](const Event& event) { return event.name.starts_with(begin); });
}

// An agent may be wrong in that nothing is left: what it overlooked stays in the model.
TEST(LearnedModelTest, WhatWasNotSeenOrPressedLeadsOutOfACompleteModelToo) {
  Belief belief;
  belief.see(corridor(2), 1);
  belief.press("b0");
  const GameModel model = learn_model(belief, {0, 0, 0}, "corridor", true);
  EXPECT_TRUE(has_event(model, "untried: go on beyond zone1"));
  EXPECT_TRUE(has_event(model, "untried: press b1"));
  EXPECT_FALSE(has_event(model, "untried: press b0"));
  EXPECT_EQ(untried(model), 2U);
}

TEST(LearnedModelTest, ButtonsBeyondTheLimitLeadOutOfTheModel) {
  Belief belief;
  belief.see(corridor(kMostButtons + 3), 1);
  EXPECT_EQ(belief.buttons_left_out(), 3U);
  for (std::size_t button = 0; button < kMostButtons + 3; ++button) {
    belief.press("b" + std::to_string(button));
  }
  const GameModel model = learn_model(belief, {0, 0, 0}, "corridor", true);
  EXPECT_TRUE(has_event(model, "untried: press 3 more buttons"));
  EXPECT_EQ(untried(model), 2U);  // and the place that was not seen
}

TEST(LearnedModelTest, AButtonThatStandsNowhereLeadsOutOfTheModel) {
  Belief belief;
  View view = corridor(1);
  view.objects[0].at = {1, 0, 9};
  belief.see(view, 1);
  belief.press("b0");
  const GameModel model = learn_model(belief, {0, 0, 0}, "corridor", true);
  EXPECT_TRUE(has_event(model, "untried: press b0, which stands at no known place"));
}

TEST(LearnedModelTest, ADoorThatDoesNotToggleLeadsOutOfACompleteModel) {
  Belief belief;
  View view = corridor(1);
  view.terrain.pop_back();
  view.terrain.back().to = {1};
  SeenObject door;
  door.id = "gate";
  door.type = "door";
  door.at = {2, 0, 0};
  door.size = {1, 2, 1};
  door.blocks = true;
  view.objects.push_back(door);
  belief.see(view, 1);
  const auto press_and_see = [&](bool blocks, std::uint64_t update) {
    belief.press("b0");
    view.objects[1].blocks = blocks;
    belief.see(view, update);
  };
  press_and_see(false, 2);
  press_and_see(true, 3);
  EXPECT_EQ(untried(learn_model(belief, {0, 0, 0}, "corridor", true)), 0U);
  // Nothing of it is open, and yet it is not all, as where the player died: then it leads out.
  EXPECT_TRUE(has_event(learn_model(belief, {0, 0, 0}, "corridor", false),
                        "untried: play on, since not all was learned"));
  press_and_see(true, 4);
  const GameModel model = learn_model(belief, {0, 0, 0}, "corridor", true);
  EXPECT_TRUE(has_event(model, "untried: whether gate toggles"));
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
