// SPDX-License-Identifier: MIT
#include "core/model/event_parts.h"

#include <gtest/gtest.h>

#include <set>

#include "core/model/naive_evaluator.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::ModelBuilder;
using testing_support::random_level;
using testing_support::random_model;
using testing_support::RandomLevelOptions;
using testing_support::RandomModelOptions;
using testing_support::reachable_valuations;

// What the event comes to, and whether some way through it is a fault.
struct Results {
  std::set<Valuation> values;
  bool fault = false;
};

Results results(const GameModel& model, EventId event, const Valuation& from) {
  Results found;
  for (const Outcome& outcome : outcomes(model, event, from)) {
    found.fault = found.fault || outcome.fault.has_value();
    if (!outcome.fault) found.values.insert(outcome.values);
  }
  return found;
}

// The same from the parts, one after the other.
Results results_of_parts(const GameModel& model, const std::vector<EventPart>& parts,
                         const Valuation& from) {
  GameModel bench = model;
  bench.events.resize(1);
  Results found;
  found.values = {from};
  for (const EventPart& part : parts) {
    bench.events[0].guard = part.guard;
    bench.events[0].body = part.body;
    Results after;
    for (const Valuation& values : found.values) {
      const Results here = results(bench, EventId{0}, values);
      after.values.insert(here.values.begin(), here.values.end());
      after.fault = after.fault || here.fault;
    }
    found.values = std::move(after.values);
    found.fault = found.fault || after.fault;
  }
  return found;
}

void expect_equal(const GameModel& model, std::size_t& parts_seen, std::size_t& events) {
  for (std::uint32_t e = 0; e < model.events.size(); ++e) {
    const std::vector<EventPart> parts = parts_of(model.events[e], model.variables.size());
    std::set<VariableId> seen;
    for (const EventPart& part : parts) {
      for (const VariableId variable : part.variables) EXPECT_TRUE(seen.insert(variable).second);
    }
    parts_seen += parts.size();
    ++events;
    for (const Valuation& from : reachable_valuations(model, 100)) {
      const Results whole = results(model, EventId{e}, from);
      const Results taken_apart = results_of_parts(model, parts, from);
      if (whole.fault || taken_apart.fault) continue;
      EXPECT_EQ(whole.values, taken_apart.values);
    }
  }
}

TEST(EventPartsTest, PartsTogetherAreTheEvent) {
  std::size_t parts = 0, events = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    RandomModelOptions options;
    options.maximum_states = 100;
    expect_equal(random_model(seed, options), parts, events);
    RandomLevelOptions level;
    level.one_way = 1;
    if (seed % 5 == 0) expect_equal(random_level(seed, level), parts, events);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << describe(random_model(seed, options));
  }
  EXPECT_GT(parts, events + events / 2);
}

TEST(EventPartsTest, AStopHoldsAllTogether) {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 1);
  const VariableId b = builder.variable("B", 0, 1);
  builder.event("apart", Condition::equals(a, 0), {builder.assign(b, 1)});
  builder.event("together", Condition::equals(a, 0), {builder.stop(), builder.assign(b, 1)});
  EXPECT_EQ(parts_of(builder.model().events[0], 2).size(), 2U);
  EXPECT_EQ(parts_of(builder.model().events[1], 2).size(), 1U);
}

TEST(EventPartsTest, AConditionWithoutVariablesIsAPart) {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 1);
  builder.event("never", Condition::never(), {builder.assign(a, 1)});
  EXPECT_EQ(parts_of(builder.model().events[0], 1).size(), 2U);
}

}  // namespace
}  // namespace questproof
