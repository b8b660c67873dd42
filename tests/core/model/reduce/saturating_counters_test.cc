// SPDX-License-Identifier: MIT
#include "core/model/reduce/saturating_counters.h"

#include <gtest/gtest.h>

#include "core/model/reduce/reduce.h"
#include "tests/support/model_builder.h"

namespace questproof {
namespace {

using testing_support::ModelBuilder;

// The highest value of COUNT after the reduction of a model in which a quest compares it.
class SaturatingCountersTest : public testing::Test {
 protected:
  Value highest(Comparison comparison, Value constant) {
    builder_.quest("enough", Condition::compare(Term::of(count_), comparison, Term::of(constant)));
    const ReducedModel reduced = reduce(builder_.model(), parse_reductions("saturate-counters"));
    return reduced.model.variables[count_.index].high;
  }

  ModelBuilder builder_;
  const VariableId count_ = builder_.variable("COUNT", 0, 99);
};

TEST_F(SaturatingCountersTest, AtLeastThreeNeedsThree) {
  builder_.event("count", {}, {builder_.add(count_, 1)});
  EXPECT_EQ(highest(Comparison::kGreaterEqual, 3), 3);
}

TEST_F(SaturatingCountersTest, ExactlyThreeNeedsFour) {
  builder_.event("count", {}, {builder_.add(count_, 2)});
  EXPECT_EQ(highest(Comparison::kEqual, 3), 4);
}

TEST_F(SaturatingCountersTest, ACounterThatIsCountedDownStays) {
  builder_.event("count", {}, {builder_.add(count_, 1)});
  builder_.event("use", {}, {builder_.add(count_, -1)});
  EXPECT_EQ(highest(Comparison::kGreaterEqual, 3), 99);
}

TEST_F(SaturatingCountersTest, ACounterThatCanBeAFaultOrWrapsStays) {
  builder_.event("count", {}, {builder_.add(count_, 1, Overflow::kError)});
  EXPECT_EQ(highest(Comparison::kGreaterEqual, 3), 99);
}

TEST_F(SaturatingCountersTest, ACounterThatIsSetToAConstantMaySaturate) {
  builder_.event("count", {}, {builder_.add(count_, 1)});
  builder_.event("lose", {}, {builder_.assign(count_, 0)});
  builder_.event("find", {}, {builder_.assign(count_, 50)});
  EXPECT_EQ(highest(Comparison::kGreaterEqual, 3), 3);
}

TEST_F(SaturatingCountersTest, WhereItIsCopiedToIsWhatItMustTellApart) {
  const VariableId copy = builder_.variable("COPY", 0, 99);
  builder_.event("count", {}, {builder_.add(count_, 1)});
  builder_.event("copy", {}, {builder_.assign(copy, Term::of(count_))});
  builder_.quest("copy",
                 Condition::compare(Term::of(copy), Comparison::kGreaterEqual, Term::of(Value{7})));
  EXPECT_EQ(highest(Comparison::kGreaterEqual, 3), 7);
}

TEST_F(SaturatingCountersTest, WhatIsComparedWithAVariableMustReachAllItsValues) {
  const VariableId price = builder_.variable("PRICE", 0, 5);
  builder_.event("count", {}, {builder_.add(count_, 1)});
  builder_.event("raise", {}, {builder_.add(price, 1)});
  builder_.quest("rich",
                 Condition::compare(Term::of(count_), Comparison::kGreater, Term::of(price)));
  EXPECT_EQ(highest(Comparison::kGreaterEqual, 3), 6);
}

}  // namespace
}  // namespace questproof
