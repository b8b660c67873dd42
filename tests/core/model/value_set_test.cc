// SPDX-License-Identifier: MIT
#include "core/model/value_set.h"

#include <gtest/gtest.h>

#include "tests/support/random_model.h"

namespace questproof {
namespace {

TEST(ValueSetTest, TouchingIntervalsBecomeOne) {
  const ValueSet set = ValueSet::range(1, 3).united(ValueSet::range(4, 6));
  EXPECT_EQ(set, ValueSet::range(1, 6));
  EXPECT_EQ(set.intervals().size(), 1u);
}

TEST(ValueSetTest, AHoleSplitsAnInterval) {
  const ValueSet set = ValueSet::range(0, 9).without(ValueSet::single(4));
  EXPECT_EQ(set.intervals(), (std::vector<ValueSet::Interval>{{0, 3}, {5, 9}}));
  EXPECT_EQ(set.size(), 9u);
  EXPECT_EQ(set.lowest(), 0);
  EXPECT_EQ(set.highest(), 9);
}

TEST(ValueSetTest, EmptyRangesAreEmpty) {
  EXPECT_TRUE(ValueSet::range(2, 1).empty());
  EXPECT_TRUE(ValueSet::single(3).without(ValueSet::range(0, 9)).empty());
  EXPECT_FALSE(ValueSet().is_single());
}

TEST(ValueSetTest, OperationsAgreeWithElementsOneByOne) {
  testing_support::Random random(7);
  const auto random_set = [&] {
    ValueSet set;
    for (int i = 0; i < 4; ++i) {
      const auto low = random.between(0, 30);
      const ValueSet part = ValueSet::range(low, low + random.between(-1, 6));
      set = random.chance(70) ? set.united(part) : set.without(part);
    }
    return set;
  };
  for (int round = 0; round < 2000; ++round) {
    const ValueSet a = random_set(), b = random_set();
    const ValueSet both = a.intersection(b), either = a.united(b), rest = a.without(b);
    const ValueSet moved = a.shifted(-3);
    std::uint64_t size = 0;
    for (std::int64_t v = -5; v < 45; ++v) {
      ASSERT_EQ(both.contains(v), a.contains(v) && b.contains(v));
      ASSERT_EQ(either.contains(v), a.contains(v) || b.contains(v));
      ASSERT_EQ(rest.contains(v), a.contains(v) && !b.contains(v));
      ASSERT_EQ(moved.contains(v), a.contains(v + 3));
      size += a.contains(v) ? 1 : 0;
    }
    ASSERT_EQ(a.size(), size);
    for (std::size_t i = 1; i < either.intervals().size(); ++i) {
      ASSERT_GT(either.intervals()[i].low, either.intervals()[i - 1].high + 1);
    }
  }
}

}  // namespace
}  // namespace questproof
