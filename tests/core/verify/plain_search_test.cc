// SPDX-License-Identifier: MIT
#include "core/verify/plain_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/naive_evaluator.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing::IsEmpty;

void expect_like_oracle(const GameModel& model, std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  const auto expected = oracle::explore(model);
  ASSERT_TRUE(expected.has_value());
  const PlainResult found = plain_search(model, {});
  ASSERT_THAT(found.limit, IsEmpty());
  EXPECT_EQ(found.states, expected->states);
  EXPECT_EQ(found.transitions, expected->transitions);
  EXPECT_EQ(found.deadlocks, expected->deadlocks);
  EXPECT_EQ(found.states_per_level, expected->states_per_level);
  EXPECT_EQ(found.faults > 0, !expected->faults.empty());
  ASSERT_EQ(found.quests.size(), expected->quests.size());
  for (std::size_t q = 0; q < found.quests.size(); ++q) {
    const PlainQuest& quest = found.quests[q];
    const oracle::QuestFigures& figures = expected->quests[q];
    EXPECT_EQ(quest.done_states, figures.done);
    EXPECT_EQ(quest.pending_states, figures.pending);
    EXPECT_EQ(quest.blocked_states, figures.blocked);
    EXPECT_EQ(quest.initial_blocked, figures.initial_blocked);
    EXPECT_EQ(quest.completion_length, figures.completion);
    EXPECT_EQ(quest.counterexample_length, figures.counterexample);
    std::uint64_t fatal = 0;
    for (const auto& [label, entry] : figures.fatal) fatal += entry.count;
    EXPECT_EQ(quest.fatal_transitions, fatal);
  }
}

TEST(PlainSearchTest, AgreesWithTheOracleOnRandomModels) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    expect_like_oracle(testing_support::random_model(seed), seed);
  }
}

TEST(PlainSearchTest, AgreesWithTheOracleOnWideStates) {
  testing_support::RandomModelOptions options;
  options.minimum_bits = 100;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    expect_like_oracle(testing_support::random_model(seed, options), seed);
  }
}

TEST(PlainSearchTest, AgreesWithTheOracleWithManyQuests) {
  for (const int quests : {12, 70}) {  // masks of 16 bits, and two groups
    testing_support::RandomModelOptions options;
    options.quests = quests;
    options.maximum_states = 500;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      expect_like_oracle(testing_support::random_model(seed, options), seed);
    }
  }
}

TEST(PlainSearchTest, AgreesWithTheOracleOnRandomAdventures) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    expect_like_oracle(testing_support::random_adventure(seed), seed);
  }
}

TEST(PlainSearchTest, LooksUpWatchedStates) {
  const GameModel model = testing_support::random_model(3);
  const auto expected = oracle::explore(model);
  ASSERT_TRUE(expected.has_value());
  PlainOptions options;
  options.watched.assign(expected->reachable.begin(), expected->reachable.end());
  const PlainResult found = plain_search(model, options);
  std::uint64_t blocked = 0;
  for (std::size_t i = 0; i < options.watched.size(); ++i) {
    ASSERT_TRUE(found.watched[i].level.has_value());
    EXPECT_EQ(found.watched[i].done[0], holds(model, model.quests[0].done, options.watched[i]));
    if (found.watched[i].blocked[0]) ++blocked;
  }
  EXPECT_EQ(blocked, expected->quests[0].blocked);
}

TEST(PlainSearchTest, SaysThatAWatchedStateCannotBeReached) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const GameModel model = testing_support::random_model(seed);
    const auto expected = oracle::explore(model);
    ASSERT_TRUE(expected.has_value());
    Valuation highest;
    for (const Variable& variable : model.variables) highest.push_back(variable.high);
    PlainOptions options;
    options.watched = {highest};
    const PlainResult found = plain_search(model, options);
    EXPECT_EQ(found.watched[0].level.has_value(), expected->reachable.count(highest) == 1);
  }
}

TEST(PlainSearchTest, ALimitThatIsHitIsNamed) {
  testing_support::RandomModelOptions options;
  options.minimum_states = 100;
  PlainOptions limits;
  limits.memory_bytes = 1;
  EXPECT_THAT(plain_search(testing_support::random_model(1, options), limits).limit,
              testing::HasSubstr("memory limit reached"));
}

TEST(PlainSearchTest, ExpectedStatesChangeNothing) {
  const GameModel model = testing_support::random_model(5);
  PlainOptions options;
  options.expected_states = 1'000'000;
  EXPECT_EQ(plain_search(model, options).states_per_level,
            plain_search(model, {}).states_per_level);
}

}  // namespace
}  // namespace questproof
