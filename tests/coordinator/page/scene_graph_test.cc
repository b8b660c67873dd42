// SPDX-License-Identifier: MIT
#include "coordinator/page/scene_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace questproof {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

FoundStep step(const std::string& label, const std::string& scene,
               const std::vector<FoundChange>& changes = {}) {
  FoundStep made;
  made.event = label;
  made.label = label;
  made.scene = scene;
  made.changes = changes;
  return made;
}

// Hall -> garden, "look" there, garden -> hall -> cellar.
FoundWalk walk() {
  return {"the start",
          4,
          {step("go out", "HALL", {{"KEY", "0", "1"}, {"Scene", "HALL", "GARDEN"}}),
           step("a bell rings", ""), step("look", "GARDEN"),
           step("go in", "GARDEN", {{"Scene", "GARDEN", "HALL"}}),
           step("go down", "HALL", {{"Scene", "HALL", "CELLAR"}})}};
}

FoundGame found_game() {
  FoundGame found;
  FoundQuest quest;
  quest.name = "Q";
  quest.completion = walk();
  found.quests.push_back(quest);
  return found;
}

TEST(SceneGraphTest, ScenesOfAWalkAreThoseItComesTo) {
  EXPECT_THAT(scenes_of(walk()), ElementsAre("HALL", "GARDEN", "HALL", "CELLAR"));
  EXPECT_THAT(scenes_of({"the start", 1, {step("think", "")}}), SizeIs(0));
  EXPECT_THAT(scenes_of({"the start", 0, {}}), SizeIs(0));
}

TEST(SceneGraphTest, WalksMakeTheGraphWhereThereIsNoGame) {
  const SceneGraph graph = make_scene_graph(found_game(), nullptr);
  ASSERT_THAT(graph.nodes, SizeIs(3));
  EXPECT_EQ(graph.nodes[0].name, "HALL");
  EXPECT_TRUE(graph.nodes[0].start);
  EXPECT_FALSE(graph.nodes[1].start);
  EXPECT_TRUE(graph.nodes[2].seen);
  ASSERT_THAT(graph.edges, SizeIs(2));
  EXPECT_TRUE(graph.edges[0].both);
  EXPECT_THAT(graph.edges[0].events, ElementsAre("go out", "go in"));
  EXPECT_FALSE(graph.edges[1].both);
  const auto& route = graph.quests[0].completion;
  ASSERT_TRUE(route);
  EXPECT_THAT(route->nodes, ElementsAre(0, 1, 2));
  EXPECT_THAT(route->edges, ElementsAre(0, 1));
  EXPECT_EQ(graph.nodes[route->last].name, "CELLAR");
  EXPECT_FALSE(graph.quests[0].counterexample);
}

GameModel model() {
  GameModel model;
  Variable scene;
  scene.name = "Scene";
  scene.kind = VariableKind::kScene;
  scene.high = 3;
  scene.value_names = {"HALL", "GARDEN", "CELLAR", "ATTIC"};
  model.variables = {scene};
  model.variants = {{"start", {0}}};
  const auto go = [&](const std::string& from, Value to) {
    Statement statement;
    statement.value = Term::of(to);
    Statement choice;  // as deep as statements may lie
    choice.kind = Statement::Kind::kIf;
    choice.branches = {{{}, Condition::always(), {statement}}};
    Event event;
    event.name = from + " to " + scene.value_names[static_cast<std::size_t>(to)];
    event.scene = from;
    event.body = {choice};
    model.events.push_back(event);
  };
  go("HALL", 1);
  go("ATTIC", 0);
  go("", 2);
  return model;
}

TEST(SceneGraphTest, TheGameAddsWhatNoWalkShows) {
  const GameModel game = model();
  const SceneGraph graph = make_scene_graph(found_game(), &game);
  EXPECT_TRUE(graph.from_model);
  ASSERT_THAT(graph.nodes, SizeIs(4));
  EXPECT_EQ(graph.nodes[3].name, "ATTIC");
  EXPECT_FALSE(graph.nodes[3].seen);
  EXPECT_FALSE(graph.nodes[3].start);
  ASSERT_THAT(graph.edges, SizeIs(3));
  EXPECT_EQ(graph.edges[2].from, 3U);
  EXPECT_EQ(graph.edges[2].to, 0U);
  EXPECT_THAT(graph.from_everywhere, ElementsAre("CELLAR ( to CELLAR)"));
}

}  // namespace
}  // namespace questproof
