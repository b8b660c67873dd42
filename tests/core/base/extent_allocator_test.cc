// SPDX-License-Identifier: MIT
#include "core/base/extent_allocator.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/error.h"

namespace questproof {
namespace {

TEST(ExtentAllocatorTest, TakesTheSmallestThatFits) {
  ExtentAllocator extents;
  EXPECT_FALSE(extents.take(1));
  extents.grow(100);
  EXPECT_EQ(extents.take(10), 0u);
  EXPECT_EQ(extents.take(30), 10u);
  EXPECT_EQ(extents.take(20), 40u);
  extents.give_back(10, 30);  // free: 10 .. 39 and 60 .. 99
  EXPECT_EQ(extents.take(25), 10u);
  EXPECT_EQ(extents.take(31), 60u);
  EXPECT_EQ(extents.taken(), 86u);
}

TEST(ExtentAllocatorTest, NeighboursBecomeOne) {
  ExtentAllocator extents;
  extents.grow(30);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(extents.take(10));
  extents.give_back(0, 10);
  extents.give_back(20, 10);
  EXPECT_FALSE(extents.take(11));
  EXPECT_EQ(extents.missing(11), 1u) << "the last ten are free";
  extents.give_back(10, 10);
  EXPECT_EQ(extents.missing(30), 0u);
  EXPECT_EQ(extents.take(30), 0u);
  EXPECT_EQ(extents.missing(5), 5u);
}

TEST(ExtentAllocatorTest, WhatWasNotTakenIsNotGivenBack) {
  ExtentAllocator extents;
  extents.grow(10);
  EXPECT_THROW(extents.give_back(0, 10), Error);
}

// At random, against a map of the owners of all places.
TEST(ExtentAllocatorTest, RangesNeverOverlapAndNothingIsLost) {
  std::uint64_t random = 1;
  const auto below = [&](std::uint64_t bound) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return (random >> 33) % bound;
  };
  ExtentAllocator extents;
  std::vector<int> owner;
  struct Range {
    std::uint64_t begin, size;
  };
  std::vector<Range> ranges;
  std::uint64_t taken = 0;
  for (int step = 1; step < 20000; ++step) {
    if (ranges.empty() || below(100) < 52) {
      const std::uint64_t size = 1 + below(step % 1000 < 500 ? 20 : 200);
      const std::uint64_t missing = extents.missing(size);
      auto begin = extents.take(size);
      ASSERT_EQ(begin.has_value(), missing == 0);
      if (!begin) {
        extents.grow(missing);
        begin = extents.take(size);
        ASSERT_TRUE(begin);
      }
      owner.resize(extents.end());
      for (std::uint64_t i = 0; i < size; ++i) {
        ASSERT_EQ(owner[*begin + i], 0);
        owner[*begin + i] = step;
      }
      ranges.push_back({*begin, size});
      taken += size;
    } else {
      const std::size_t which = below(ranges.size());
      const Range range = ranges[which];
      ranges[which] = ranges.back();
      ranges.pop_back();
      for (std::uint64_t i = 0; i < range.size; ++i) owner[range.begin + i] = 0;
      extents.give_back(range.begin, range.size);
      taken -= range.size;
    }
    ASSERT_EQ(extents.taken(), taken);
  }
  for (const Range& range : ranges) extents.give_back(range.begin, range.size);
  EXPECT_EQ(extents.take(extents.end()), 0u) << "all is one free range again";
}

}  // namespace
}  // namespace questproof
