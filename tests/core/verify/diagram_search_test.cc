// SPDX-License-Identifier: MIT
#include "core/verify/diagram_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random_adventure.h"
#include "tests/support/random_level.h"
#include "tests/support/random_maze.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::Random;

void expect_same(const PlainResult& found, const PlainResult& plain) {
  ASSERT_EQ(found.limit, "");
  EXPECT_EQ(found.states, plain.states);
  EXPECT_EQ(found.transitions, plain.transitions);
  EXPECT_EQ(found.deadlocks, plain.deadlocks);
  EXPECT_EQ(found.faults > 0, plain.faults > 0);
  if (found.lengths_known) {
    EXPECT_EQ(found.states_per_level, plain.states_per_level);
  }
  ASSERT_EQ(found.quests.size(), plain.quests.size());
  for (std::size_t q = 0; q < plain.quests.size(); ++q) {
    EXPECT_EQ(found.quests[q].done_states, plain.quests[q].done_states);
    EXPECT_EQ(found.quests[q].pending_states, plain.quests[q].pending_states);
    EXPECT_EQ(found.quests[q].blocked_states, plain.quests[q].blocked_states);
    EXPECT_EQ(found.quests[q].initial_blocked, plain.quests[q].initial_blocked);
    EXPECT_EQ(found.quests[q].fatal_transitions, plain.quests[q].fatal_transitions);
    if (!found.lengths_known) continue;
    EXPECT_EQ(found.quests[q].completion_length, plain.quests[q].completion_length);
    EXPECT_EQ(found.quests[q].counterexample_length, plain.quests[q].counterexample_length);
  }
  ASSERT_EQ(found.watched.size(), plain.watched.size());
  for (std::size_t w = 0; w < plain.watched.size(); ++w) {
    EXPECT_EQ(found.watched[w].level.has_value(), plain.watched[w].level.has_value());
    if (found.lengths_known) {
      EXPECT_EQ(found.watched[w].level, plain.watched[w].level);
    }
    EXPECT_EQ(found.watched[w].done, plain.watched[w].done);
    EXPECT_EQ(found.watched[w].blocked, plain.watched[w].blocked);
  }
}

// States at random, of which few can be reached, and those that the game begins with.
std::vector<Valuation> some_states(const GameModel& model, Random& random) {
  std::vector<Valuation> result;
  for (int i = 0; i < 10; ++i) {
    Valuation values;
    for (const Variable& variable : model.variables) {
      values.push_back(static_cast<Value>(random.between(variable.low, variable.high)));
    }
    result.push_back(values);
  }
  for (const Variant& variant : model.variants) result.push_back(variant.values);
  return result;
}

std::int64_t widest_domain(const GameModel& model) {
  std::int64_t widest = 0;
  for (const Variable& variable : model.variables) {
    widest = std::max(widest, std::int64_t{variable.high} - variable.low + 1);
  }
  return widest;
}

void expect_like_plain_search(const GameModel& model, std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << model.name << ", seed " << seed);
  Random random(seed);
  PlainOptions options;
  options.watched = some_states(model, random);
  const PlainResult plain = plain_search(model, options);
  if (const PlainResult first = diagram_search(model, options); !first.limit.empty()) {
    EXPECT_THAT(first.limit, HasSubstr("values together"));
    EXPECT_GT(widest_domain(model), 900'000);
    return;
  }
  const PlainResult by_levels = diagram_search(model, options);
  EXPECT_TRUE(by_levels.lengths_known);
  expect_same(by_levels, plain);
  const PlainResult in_any_order = diagram_search(model, options, {}, 0);
  EXPECT_FALSE(in_any_order.lengths_known);
  expect_same(in_any_order, plain);
}

TEST(DiagramSearchTest, FindsWhatPlainSearchFindsInRandomModels) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    expect_like_plain_search(testing_support::random_model(seed), seed);
  }
}

TEST(DiagramSearchTest, FindsWhatPlainSearchFindsInRandomGames) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    expect_like_plain_search(testing_support::random_adventure(seed), seed);
    expect_like_plain_search(testing_support::random_level(seed), seed);
    expect_like_plain_search(testing_support::random_maze(seed), seed);
  }
}

TEST(DiagramSearchTest, ALimitThatIsHitIsNamed) {
  testing_support::RandomModelOptions options;
  options.minimum_states = 100;
  const GameModel model = testing_support::random_model(1, options);
  PlainOptions limits;
  limits.memory_bytes = 1;
  EXPECT_THAT(diagram_search(model, limits).limit, HasSubstr("memory limit reached"));
  limits = {};
  limits.time_seconds = 1e-9;
  EXPECT_THAT(diagram_search(model, limits).limit, HasSubstr("time limit reached"));
}

}  // namespace
}  // namespace questproof
