// SPDX-License-Identifier: MIT
#include "worker/choice_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string>

#include "core/model/export_json.h"
#include "core/model/naive_evaluator.h"
#include "games/model_file/model_file.h"
#include "tests/support/machine_game.h"
#include "worker/choice_player.h"

namespace questproof {
namespace {

using testing_support::Machine;
using testing_support::MachineGame;
using testing_support::random_machine;

struct Learned {
  LookTable looks{{}, true};
  ChoiceGraph graph;
};

Learned learn(const Machine& machine, const std::string& tasks, std::uint64_t updates) {
  MachineGame game(machine);
  Learned learned;
  learned.looks = LookTable(ChoiceTask::parse_list(tasks), true);
  SessionOptions limits;
  limits.updates = updates;
  ChoiceSession session(game, limits, learned.looks, nullptr);
  ChoicePlayerOptions options;
  options.complete = true;
  options.extra_states = 0;
  ChoicePlayer player(session, learned.looks, options);
  player.run();
  learned.graph = player.graph();
  return learned;
}

std::size_t untried(const GameModel& model) {
  return static_cast<std::size_t>(
      std::count_if(model.events.begin(), model.events.end(),
                    [](const Event& event) { return event.name.starts_with("untried: "); }));
}

// States that events lead to, by the naive evaluator.
std::size_t reachable(const GameModel& model) {
  std::set<Valuation> seen = {model.variants[0].values};
  std::deque<Valuation> open(seen.begin(), seen.end());
  while (!open.empty()) {
    const Valuation state = open.front();
    open.pop_front();
    for (std::uint32_t i = 0; i < model.events.size(); ++i) {
      for (const Outcome& outcome : outcomes(model, {i}, state)) {
        if (!outcome.fault && seen.insert(outcome.values).second) open.push_back(outcome.values);
      }
    }
  }
  return seen.size();
}

std::size_t reachable_nodes(const ChoiceGraph& graph) {
  std::set<std::uint32_t> seen = {0};
  std::deque<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t node = open.front();
    open.pop_front();
    for (const ChoiceEdge& edge : graph.nodes[node].edges) {
      for (const std::uint32_t next : edge.targets) {
        if (seen.insert(next).second) open.push_back(next);
      }
    }
  }
  return seen.size();
}

TEST(ChoiceModelTest, HasTheStatesOfTheGraphHoweverManyDigitsTheyTake) {
  std::mt19937_64 random(11);
  for (const std::size_t states : {3U, 40U, 400U}) {
    const Learned learned = learn(random_machine(random, states, states), "", 1000000);
    const GameModel model = model_of_choices(learned.graph, learned.looks, "machine", false);
    EXPECT_EQ(untried(model), 0U);
    EXPECT_EQ(reachable(model), reachable_nodes(learned.graph));
    const SourceText text = {"machine.json", to_json(model)};
    const LoadResult read = parse_model_file({&text, 1}, "machine", {});
    ASSERT_TRUE(read.model) << to_string(read.diagnostics.at(0));
    GameModel written = model;
    written.source_files = {"machine.json"};
    EXPECT_EQ(*read.model, written);
  }
}

TEST(ChoiceModelTest, WhatWasNotTriedLeadsOutOfTheModel) {
  std::mt19937_64 random(12);
  const Machine machine = random_machine(random, 30, 30);
  const Learned learned = learn(machine, "", 10);
  const GameModel model = model_of_choices(learned.graph, learned.looks, "machine", true);
  EXPECT_EQ(untried(model), learned.graph.untried_count());
  EXPECT_GT(untried(model), 0U);
}

TEST(ChoiceModelTest, WhatIsOnlyAssumedIsBelievedOnlyIfOneSaysSo) {
  Machine ring;
  ring.states = {{"here", {"on"}, {1}}, {"there", {"on"}, {0}}};
  MachineGame game(ring);
  LookTable looks({}, true);
  ChoiceSession session(game, {}, looks, nullptr);
  ChoicePlayerOptions options;
  options.complete = true;
  options.checks = 0;
  ChoicePlayer player(session, looks, options);
  player.run();
  EXPECT_EQ(untried(model_of_choices(player.graph(), looks, "ring", true)), 0U);
  EXPECT_EQ(untried(model_of_choices(player.graph(), looks, "ring", false)), 2U);  // the doubt, too
}

// What a die shows once in a thousand throws may never have been seen.
TEST(ChoiceModelTest, ChanceIsAWayOutOfTheModel) {
  Machine coin;
  coin.states = {{"a coin", {"toss"}, {1}},
                 {"heads", {"on"}, {3}},
                 {"tails", {"on"}, {3}},
                 {"the end", {}, {}}};
  MachineGame game(coin);
  std::mt19937_64 die(5);
  game.meddle = [&](std::size_t state, const std::string&, std::size_t next) {
    return state == 0 ? 1 + die() % 2 : next;
  };
  LookTable looks({}, true);
  ChoiceSession session(game, {}, looks, nullptr);
  ChoicePlayerOptions options;
  options.complete = true;
  ChoicePlayer player(session, looks, options);
  player.run();
  ASSERT_EQ(player.graph().nodes[0].edges[0].targets.size(), 2U);
  EXPECT_FALSE(player.graph().nodes[0].edges[0].settled);
  for (const bool assume : {false, true}) {
    const GameModel model = model_of_choices(player.graph(), looks, "coin", assume);
    EXPECT_EQ(untried(model), assume ? 1U : 2U);  // and that of what no view has shown
  }
}

TEST(ChoiceModelTest, WhatContradictsTheGraphPutsAllOfItInDoubt) {
  Machine road;
  road.states = {{"here", {"on"}, {1}}, {"there", {}, {}}};
  Learned learned = learn(road, "", 1000000);
  EXPECT_EQ(untried(model_of_choices(learned.graph, learned.looks, "road", false)), 0U);
  learned.graph.contradictions = 1;
  const GameModel model = model_of_choices(learned.graph, learned.looks, "road", false);
  EXPECT_EQ(untried(model), 1U);
  EXPECT_EQ(model.events.back().scene, node_name(learned.graph, learned.looks, 0));
}

TEST(ChoiceModelTest, TasksStayDone) {
  Machine machine;
  machine.states = {
      {"hall", {"in", "out"}, {1, 2}}, {"a jewel", {"back"}, {0}}, {"street", {}, {}}};
  const Learned learned = learn(machine, "text contains jewel", 1000000);
  const GameModel model = model_of_choices(learned.graph, learned.looks, "house", false);
  ASSERT_EQ(model.quests.size(), 2U);
  EXPECT_EQ(model.quests[0].name, "ending");
  EXPECT_EQ(model.quests[1].name, "text contains jewel");
  EXPECT_EQ(reachable(model), 5U);  // hall and street before and after, the jewel
}

}  // namespace
}  // namespace questproof
