// SPDX-License-Identifier: MIT
#include "core/model/relaxed_model.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/model/naive_evaluator.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::ModelBuilder;
using testing_support::random_adventure;
using testing_support::random_level;
using testing_support::random_model;
using testing_support::RandomLevelOptions;
using testing_support::RandomModelOptions;
using testing_support::reachable_valuations;

// The states from which a state with `goal` can be reached, among `states`, which are closed.
std::set<Valuation> live_states(const GameModel& model, const std::vector<Valuation>& states,
                                const Condition& goal) {
  std::map<Valuation, std::vector<Valuation>> before;
  std::vector<Valuation> fresh;
  std::set<Valuation> live;
  for (const Valuation& from : states) {
    if (holds(model, goal, from)) {
      live.insert(from);
      fresh.push_back(from);
    }
    for (std::uint32_t e = 0; e < model.events.size(); ++e) {
      for (const Outcome& outcome : outcomes(model, EventId{e}, from)) {
        if (!outcome.fault) before[outcome.values].push_back(from);
      }
    }
  }
  while (!fresh.empty()) {
    const Valuation to = fresh.back();
    fresh.pop_back();
    for (const Valuation& from : before[to]) {
      if (live.insert(from).second) fresh.push_back(from);
    }
  }
  return live;
}

void expect_no_way_is_lost(const GameModel& model, int& pruned) {
  const auto relaxed = RelaxedModel::make(model, 100'000);
  ASSERT_TRUE(relaxed.has_value());
  const std::vector<Valuation> states = reachable_valuations(model, 1000);
  if (states.size() > 1000) return;
  for (std::size_t q = 0; q < model.quests.size(); ++q) {
    const std::set<Valuation> live = live_states(model, states, model.quests[q].done);
    RelaxedPlanner planner(*relaxed, q, RelaxedPlanner::Goal::kDone);
    for (const Valuation& from : states) {
      const auto plan = planner.plan(from);
      EXPECT_TRUE(plan.has_value() || !live.contains(from));
      pruned += plan.has_value() ? 0 : 1;
      // From one state the closure says the same as the plan.
      EXPECT_EQ(relaxed->closure({from}).may_be_done[q], plan.has_value());
    }
  }
}

TEST(RelaxedModelTest, StatesThatCanStillReachTheGoalHaveAPlan) {
  int pruned = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomModelOptions options;
    options.maximum_states = 200;
    RandomLevelOptions level;
    level.one_way = 1;
    level.doors = 3;
    const GameModel model = seed % 3 == 0   ? random_adventure(seed, 200)
                            : seed % 3 == 1 ? random_level(seed, level)
                                            : random_model(seed, options);
    expect_no_way_is_lost(model, pruned);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << describe(model);
  }
  EXPECT_GT(pruned, 1000);
}

TEST(RelaxedModelTest, CountsEventsOnceAndNamesTheFirst) {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 1);
  const VariableId b = builder.variable("B", 0, 1);
  const VariableId c = builder.variable("C", 0, 1);
  builder.event("both", {}, {builder.assign(a, 1), builder.assign(b, 1)});
  builder.event("then", Condition::all({Condition::equals(a, 1), Condition::equals(b, 1)}),
                {builder.assign(c, 1)});
  builder.event("needless", {}, {builder.assign(a, 0)});
  builder.quest("q", Condition::equals(c, 1));
  builder.quest("never", Condition::never());
  const auto relaxed = RelaxedModel::make(builder.model(), 1000);
  ASSERT_TRUE(relaxed.has_value());
  RelaxedPlanner planner(*relaxed, 0, RelaxedPlanner::Goal::kDone);
  const auto plan = planner.plan({0, 0, 0});
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->events, 2U);
  EXPECT_EQ(plan->helpful, std::vector<EventId>{EventId{0}});
  EXPECT_EQ(planner.plan({1, 1, 0})->events, 1U);
  EXPECT_EQ(planner.plan({0, 0, 1})->events, 0U);
  EXPECT_FALSE(RelaxedPlanner(*relaxed, 1, RelaxedPlanner::Goal::kDone).plan({0, 0, 0}));
}

TEST(RelaxedModelTest, GivesUpWhereThereAreTooManyValues) {
  ModelBuilder builder;
  builder.variable("A", 0, 1'000'000);
  EXPECT_FALSE(RelaxedModel::make(builder.model(), 1000).has_value());
}

TEST(RelaxedModelTest, SeesFaults) {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 3);
  const VariableId b = builder.variable("B", 0, 1);
  builder.event("more", Condition::equals(b, 1), {builder.add(a, 2, Overflow::kError)});
  EXPECT_FALSE(RelaxedModel::make(builder.model(), 1000)->closure({{0, 0}}).may_fault);
  EXPECT_TRUE(RelaxedModel::make(builder.model(), 1000)->closure({{0, 1}}).may_fault);
}

}  // namespace
}  // namespace questproof
