// SPDX-License-Identifier: MIT
#include "core/model/reduce/dead_values.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/reduce/phase.h"
#include "core/model/reduce/reduce.h"
#include "tests/support/model_builder.h"
#include "tests/support/oracle.h"

namespace questproof {
namespace {

using testing_support::ModelBuilder;

// Two chapters; LEVER and KEY are asked for in the first one only.
//
//   CHAPTER 0: pull (LEVER 0 -> 1), take (KEY 0 -> 1), leave (needs KEY) -> CHAPTER 1: win
class DeadValuesTest : public testing::Test {
 protected:
  DeadValuesTest() {
    const Condition first = Condition::equals(chapter_, 0);
    const Branch pulled = builder_.branch(Condition::equals(lever_, 1), {builder_.assign(key_, 1)});
    builder_.event("take", first, {builder_.choice({pulled})});
    builder_.event("pull", first, {builder_.assign(lever_, 1)});
    builder_.event("push", first, {builder_.assign(lever_, 0)});
    builder_.event("leave", Condition::all({first, Condition::equals(key_, 1)}),
                   {builder_.assign(chapter_, 1)});
    builder_.event("win", Condition::equals(chapter_, 1), {builder_.assign(won_, 1)});
    builder_.event("again",
                   Condition::all({Condition::equals(chapter_, 1), Condition::equals(won_, 1)}),
                   {builder_.assign(won_, 0)});
  }

  ReducedModel reduced() { return reduce(builder_.model(), parse_reductions("dead-values")); }
  static std::uint64_t states(const GameModel& model) { return oracle::explore(model)->states; }

  ModelBuilder builder_;
  const VariableId chapter_ = builder_.variable("CHAPTER", 0, 1);
  const VariableId lever_ = builder_.variable("LEVER", 0, 1);
  const VariableId key_ = builder_.variable("KEY", 0, 1);
  const VariableId won_ = builder_.variable("WON", 0, 1);
};

TEST_F(DeadValuesTest, TheChapterIsAPhase) {
  const auto candidates = phase_candidates(builder_.model());
  ASSERT_FALSE(candidates.empty());
  EXPECT_EQ(candidates.front(), chapter_);
}

TEST_F(DeadValuesTest, WhatANewChapterDoesNotAskForIsReset) {
  builder_.quest("win", Condition::equals(won_, 1));
  const ReducedModel result = reduced();
  EXPECT_EQ(states(builder_.model()), 4u + 4u);  // per chapter: LEVER x KEY, LEVER x WON
  EXPECT_EQ(states(result.model), 4u + 2u);
  const auto explored = oracle::explore(result.model);
  for (const Valuation& values : explored->reachable) {
    if (values[chapter_.index] == 0) continue;
    EXPECT_EQ(values[lever_.index], 0);
    EXPECT_EQ(values[key_.index], 0);
  }
}

TEST_F(DeadValuesTest, WhatAQuestAsksForIsLiveEverywhere) {
  builder_.quest("win", Condition::all({Condition::equals(won_, 1), Condition::equals(lever_, 1)}));
  EXPECT_EQ(states(reduced().model), 8u);
}

TEST_F(DeadValuesTest, WhatAQuestAsksForInTheFirstChapterOnlyIsReset) {
  builder_.quest("win", Condition::any({Condition::equals(won_, 1),
                                        Condition::all({Condition::equals(chapter_, 0),
                                                        Condition::equals(lever_, 1)})}));
  EXPECT_EQ(states(reduced().model), 6u);
}

TEST_F(DeadValuesTest, StartsAreResetToo) {
  builder_.quest("win", Condition::equals(won_, 1));
  builder_.model().variants.push_back({"late", {1, 1, 1, 0}});
  builder_.model().variants.push_back({"later", {1, 1, 0, 0}});
  const ReducedModel result = reduced();
  EXPECT_EQ(result.model.variants[1].values, (Valuation{1, 0, 0, 0}));
  EXPECT_EQ(result.model.variants[2].values, (Valuation{1, 0, 0, 0}));
  EXPECT_EQ(states(result.model), 6u);
}

TEST_F(DeadValuesTest, EveryWayOutOfAnEventIsMinded) {
  const Branch out = builder_.branch(Condition::equals(lever_, 1),
                                     {builder_.assign(chapter_, 1), builder_.stop()});
  const Branch out_too = builder_.branch({}, {builder_.assign(chapter_, 1)});
  builder_.event("climb", Condition::equals(chapter_, 0),
                 {builder_.choice({out, out_too}), builder_.assign(key_, 1)});
  builder_.quest("win", Condition::equals(won_, 1));
  EXPECT_EQ(states(reduced().model), 6u);
}

TEST_F(DeadValuesTest, OnlyTheWayThatLeavesIsReset) {
  // One branch leaves the chapter, the other stays: LEVER must survive there.
  const Branch out = builder_.branch(Condition::equals(key_, 1), {builder_.assign(chapter_, 1)});
  builder_.event("try", Condition::equals(chapter_, 0), {builder_.choice({out})});
  builder_.quest("win", Condition::equals(won_, 1));
  EXPECT_EQ(states(reduced().model), 6u);
}

TEST_F(DeadValuesTest, NothingIsResetTwice) {
  builder_.quest("win", Condition::equals(won_, 1));
  const ReducedModel result = reduced();
  const auto& leave = result.model.events[3].body;
  EXPECT_EQ(leave.size(), 3u);  // CHAPTER, LEVER, KEY
  EXPECT_EQ(result.model.events[4].body.size(), 1u);
}

}  // namespace
}  // namespace questproof
