// SPDX-License-Identifier: MIT
#include "core/verify/projection_check.h"

#include <gtest/gtest.h>

#include <set>

#include "core/model/naive_evaluator.h"
#include "core/model/projection.h"
#include "core/verify/plain_search.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::ModelBuilder;
using testing_support::Random;
using testing_support::random_level;
using testing_support::random_model;
using testing_support::RandomLevelOptions;
using testing_support::RandomModelOptions;
using testing_support::reachable_valuations;

GameModel some_model(std::uint64_t seed) {
  RandomModelOptions options;
  options.maximum_states = 300;
  options.faults = false;
  RandomLevelOptions level;
  level.one_way = static_cast<int>(seed % 3);
  return seed % 4 == 0 ? random_level(seed, level) : random_model(seed, options);
}

std::vector<bool> some_variables(const GameModel& model, std::uint64_t seed) {
  Random random(seed);
  std::vector<bool> kept;
  for (std::size_t v = 0; v < model.variables.size(); ++v) kept.push_back(random.chance(50));
  keep_sources(model, kept);
  return kept;
}

// Projections hold everything that can happen, state by state; and they pass the check.
TEST(ProjectionCheckTest, ProjectionsFollowTheModel) {
  int proper = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const GameModel model = some_model(seed);
    const std::vector<bool> kept = some_variables(model, seed);
    const GameModel projection = projected(model, 0, kept);
    validate(projection);
    ASSERT_EQ(fault_of_projection(model, 0, projection, kept), "")
        << "seed " << seed << "\n"
        << describe(model) << describe(projection);

    std::set<Valuation> reached;
    for (const Valuation& values : reachable_valuations(projection, 100'000))
      reached.insert(values);
    for (Valuation values : reachable_valuations(model, 2000)) {
      const bool done = holds(model, model.quests[0].done, values);
      for (std::size_t v = 0; v < values.size(); ++v) {
        if (!kept[v]) values[v] = projection.variables[v].low;
      }
      EXPECT_TRUE(reached.contains(values)) << "seed " << seed;
      EXPECT_TRUE(!done || holds(projection, projection.quests[0].done, values));
    }
    for (const bool each : kept) proper += each ? 0 : 1;
  }
  EXPECT_GT(proper, 200);
}

// Whatever is taken away from a projection is noticed, unless the model has no use for it.
TEST(ProjectionCheckTest, MissingEventsAreNoticed) {
  int noticed = 0, accepted = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const GameModel model = some_model(seed);
    const std::vector<bool> kept = some_variables(model, seed);
    const GameModel projection = projected(model, 0, kept);
    Random random(seed);
    GameModel broken = projection;
    Event& event = broken.events[static_cast<std::size_t>(
        random.between(0, static_cast<std::int64_t>(broken.events.size()) - 1))];
    if (event.body.empty()) continue;
    event.guard = Condition::never();
    if (fault_of_projection(model, 0, broken, kept) != "") {
      ++noticed;
      continue;
    }
    ++accepted;
    std::set<Valuation> before, after;
    for (const Valuation& values : reachable_valuations(model, 2000)) before.insert(values);
    for (const Valuation& values : reachable_valuations(broken, 100'000)) after.insert(values);
    for (Valuation values : before) {
      for (std::size_t v = 0; v < values.size(); ++v) {
        if (!kept[v]) values[v] = projection.variables[v].low;
      }
      EXPECT_TRUE(after.contains(values)) << "seed " << seed;
    }
  }
  EXPECT_GT(noticed, 50);
  EXPECT_GT(noticed, accepted);
}

TEST(ProjectionCheckTest, OtherDifferencesAreNoticed) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId room = builder.variable("ROOM", 0, 2);
  builder.event("press", Condition::equals(room, 0), {builder.add(door, 1, Overflow::kWrap)});
  builder.event("walk", Condition::equals(door, 1), {builder.assign(room, 1)});
  builder.quest("q", Condition::all({Condition::equals(door, 1), Condition::equals(room, 2)}));
  const GameModel& model = builder.model();
  const std::vector<bool> kept = {false, true};
  const GameModel good = projected(model, 0, kept);
  EXPECT_EQ(fault_of_projection(model, 0, good, kept), "");
  EXPECT_EQ(plain_search(good, {}).quests[0].done_states, 0U);  // no way to room 2

  const auto broken = [&](auto change) {
    GameModel copy = good;
    change(copy);
    return fault_of_projection(model, 0, copy, kept);
  };
  EXPECT_NE(broken([](GameModel& m) { m.variants[0].values[1] = 1; }), "");
  EXPECT_NE(broken([](GameModel& m) { m.variants.clear(); }), "");
  EXPECT_NE(broken([](GameModel& m) { m.quests[0].done = Condition::never(); }), "");
  EXPECT_NE(broken([](GameModel& m) { m.quests.clear(); }), "");
  EXPECT_NE(broken([](GameModel& m) { m.events.pop_back(); }), "");
  EXPECT_NE(broken([](GameModel& m) { m.variables[1].high = 1; }), "");
  EXPECT_NE(broken([&](GameModel& m) { m.events[1].body[0].value = Term::of(Value{2}); }), "");
  EXPECT_NE(broken([&](GameModel& m) { m.events[1].guard = Condition::equals(room, 0); }), "");
  EXPECT_NE(fault_of_projection(model, 0, good, {true, true}), "");
  EXPECT_EQ(fault_of_projection(model, 0, good, kept, 1), std::nullopt);
}

}  // namespace
}  // namespace questproof
