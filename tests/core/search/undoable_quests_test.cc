// SPDX-License-Identifier: MIT
#include "core/search/undoable_quests.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/model/compiled_model.h"
#include "core/model/interpreted_model.h"
#include "core/search/certify.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::ModelBuilder;
using testing_support::random_level;
using testing_support::RandomLevelOptions;

Certification certify_with(const CompiledModel& model, Distances distances) {
  SearchOptions options;
  options.threads = 2;
  options.distances = distances;
  options.random_play = false;
  const InterpretedModel checker(model);
  return certify(model, &checker, options);
}

void expect_equal_verdicts(const Certification& one, const Certification& other) {
  EXPECT_EQ(one.verdict, other.verdict);
  EXPECT_TRUE(one.complete);
  EXPECT_TRUE(one.verified);
  ASSERT_EQ(one.quests.size(), other.quests.size());
  for (std::size_t q = 0; q < one.quests.size(); ++q) {
    EXPECT_EQ(one.quests[q].verdict, other.quests[q].verdict);
    EXPECT_EQ(one.quests[q].done_states, other.quests[q].done_states);
    EXPECT_EQ(one.quests[q].pending_states, other.quests[q].pending_states);
    EXPECT_EQ(one.quests[q].blocked_states, other.quests[q].blocked_states);
    EXPECT_EQ(one.quests[q].initial_blocked, other.quests[q].initial_blocked);
    EXPECT_EQ(one.quests[q].completion, other.quests[q].completion);
    EXPECT_EQ(one.quests[q].counterexample, other.quests[q].counterexample);
    EXPECT_EQ(one.quests[q].fatal_transitions, other.quests[q].fatal_transitions);
  }
}

TEST(UndoableQuestsTest, VerdictsAreThoseOfDistances) {
  int left_out = 0, refuted = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    RandomLevelOptions options;
    options.one_way = seed % 5 == 4 ? 1 : 0;
    options.variants = seed % 7 == 6 ? 2 : 1;
    const CompiledModel model(random_level(seed, options));
    const Certification with = certify_with(model, Distances::kAlways);
    const Certification without = certify_with(model, Distances::kWhereNeeded);
    expect_equal_verdicts(without, with);
    EXPECT_TRUE(with.distances);
    EXPECT_NE(with.solved, nullptr);
    EXPECT_EQ(without.solved != nullptr, without.distances);
    left_out += without.distances ? 0 : 1;
    refuted += without.verdict == Verdict::kRefuted && !without.distances ? 1 : 0;
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << describe(model.model());
  }
  EXPECT_GT(left_out, 50);
  EXPECT_LT(left_out, 150);
  EXPECT_GT(refuted, 5);
}

TEST(UndoableQuestsTest, DistancesThatFitAreNotLeftOut) {
  const CompiledModel model(random_level(1));
  EXPECT_TRUE(certify_with(model, Distances::kWhereTheyFit).distances);
}

class TwoIslands : public ::testing::Test {
 protected:
  TwoIslands() {
    island_ = builder_.variable("ISLAND", 0, 1);
    lamp_ = builder_.variable("LAMP", 0, 1);
    builder_.event("switch", Condition::equals(island_, 0),
                   {builder_.add(lamp_, 1, Overflow::kWrap)});
    builder_.quest("light", Condition::equals(lamp_, 1));
  }

  ModelBuilder builder_;
  VariableId island_, lamp_;
};

// From the second start no light is to be had, whatever was seen from the first.
TEST_F(TwoIslands, SeveralStartsNeedDistances) {
  Variant other = builder_.model().variants.front();
  other.name = "other";
  other.values[island_.index] = 1;
  builder_.model().variants.push_back(other);
  const CompiledModel model(builder_.model());
  const Certification found = certify_with(model, Distances::kWhereNeeded);
  EXPECT_TRUE(found.distances);
  EXPECT_EQ(found.verdict, Verdict::kRefuted);
  EXPECT_EQ(found.quests[0].blocked_states, 1U);
}

// A quest that is never done and begins in some states only: which event begins it is to be found.
TEST_F(TwoIslands, AQuestThatBeginsLaterNeedsDistances) {
  builder_.quest("never", Condition::never(), Condition::equals(lamp_, 1));
  const CompiledModel model(builder_.model());
  const Certification found = certify_with(model, Distances::kWhereNeeded);
  EXPECT_TRUE(found.distances);
  EXPECT_EQ(found.quests[1].fatal_transitions, 1U);
}

// The checker runs a game with one event more. It never happens, but cannot be undone either.
TEST_F(TwoIslands, ACheckerThatSeesNoWayBackEndsTheRun) {
  const CompiledModel model(builder_.model());
  builder_.event("drown", Condition::equals(island_, 1), {builder_.assign(lamp_, 1)});
  const CompiledModel other(builder_.model());
  SearchOptions options;
  options.distances = Distances::kWhereNeeded;
  EXPECT_THROW(certify(model, &other, options), Error);
  options.distances = Distances::kAlways;
  EXPECT_NO_THROW(certify(model, &other, options));
}

}  // namespace
}  // namespace questproof
