// SPDX-License-Identifier: MIT
#include "core/search/ranks.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/search/shared_failure.h"
#include "tests/support/on_ranks.h"

namespace questproof {
namespace {

using testing_support::on_ranks;
using testing_support::plan_of;

TEST(RanksTest, AloneOwnsAll) {
  const Ranks ranks(8);
  EXPECT_TRUE(ranks.alone());
  EXPECT_EQ(ranks.begin(), 0u);
  EXPECT_EQ(ranks.end(), 8u);
  EXPECT_EQ(ranks.owner(7), 0);
  EXPECT_EQ(ranks.sum(5), 5u);
}

TEST(RanksTest, EveryPartitionHasOneOwner) {
  for (const int count : {1, 2, 3, 4, 7, 16}) {
    for (const std::size_t partitions : {1u, 2u, 4u, 8u, 256u}) {
      SCOPED_TRACE(fmt::format("{} ranks, {} partitions", count, partitions));
      const auto owned = on_ranks<std::vector<int>>(count, {}, [&](Transport& transport) {
        const Ranks ranks(partitions, &transport);
        std::vector<int> mine;
        for (std::size_t p = 0; p < partitions; ++p) {
          EXPECT_EQ(ranks.owns(p), ranks.owner(p) == ranks.rank());
          if (ranks.owns(p)) mine.push_back(static_cast<int>(p));
        }
        return mine;
      });
      std::size_t fewest = partitions;
      std::size_t most = 0;
      int next = 0;
      for (const std::vector<int>& mine : owned) {
        for (const int partition : mine) EXPECT_EQ(partition, next++);
        fewest = std::min(fewest, mine.size());
        most = std::max(most, mine.size());
      }
      EXPECT_EQ(next, static_cast<int>(partitions));
      EXPECT_LE(most - fewest, 1u);
    }
  }
}

TEST(RanksTest, AllAgree) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const int count = 1 + static_cast<int>(seed % 5);
    on_ranks<int>(count, plan_of(seed), [&](Transport& transport) {
      const Ranks ranks(4, &transport);
      const auto rank = static_cast<std::uint64_t>(ranks.rank());
      const auto last = static_cast<std::uint64_t>(count - 1);
      EXPECT_EQ(ranks.sum(rank), last * (last + 1) / 2);
      EXPECT_EQ(ranks.largest(10 + rank), 10 + last);
      EXPECT_TRUE(ranks.any(rank == last));
      EXPECT_FALSE(ranks.any(false));
      EXPECT_EQ(ranks.every(rank == last), count == 1);
      const Bytes mine(1 + 300'000 * rank, static_cast<std::uint8_t>(rank));
      const std::vector<Bytes> all = ranks.gather_long(mine);
      EXPECT_EQ(all.size(), static_cast<std::size_t>(count));
      for (std::size_t from = 0; from < all.size(); ++from) {
        EXPECT_EQ(all[from], Bytes(1 + 300'000 * from, static_cast<std::uint8_t>(from)));
      }
      EXPECT_EQ(ranks.from_first(std::vector<std::uint8_t>(3, static_cast<std::uint8_t>(rank))),
                Bytes(3, 0));
      std::vector<std::uint32_t> sizes(4, 0);
      for (std::size_t p = ranks.begin(); p < ranks.end(); ++p) {
        sizes[p] = static_cast<std::uint32_t>(100 + p);
      }
      ranks.share_sizes(sizes);
      EXPECT_EQ(sizes, (std::vector<std::uint32_t>{100, 101, 102, 103}));
      return 0;
    });
  }
}

TEST(SharedFailureTest, WhatFailsOnOneRankIsThrownOnAll) {
  on_ranks<int>(3, {}, [](Transport& transport) {
    const Ranks ranks(4, &transport);
    SharedFailure failure(ranks);
    failure.attempt([&] {
      if (ranks.rank() == 1) throw DiskFull("no room");
    });
    bool later = false;
    failure.attempt([&] { later = true; });
    EXPECT_EQ(later, ranks.rank() != 1);
    try {
      failure.settle();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const DiskFull& full) {
      EXPECT_STREQ(full.what(), "rank 1: no room");
      EXPECT_TRUE(may_give_up(ranks, full));
    }
    EXPECT_FALSE(may_give_up(ranks, DiskFull("mine alone")));
    failure.settle();  // it is over
    return 0;
  });
}

TEST(SharedFailureTest, AloneItIsThrownAtOnce) {
  const Ranks ranks(4);
  SharedFailure failure(ranks);
  EXPECT_THROW(failure.attempt([] { throw DiskFull("no room"); }), DiskFull);
  EXPECT_TRUE(may_give_up(ranks, DiskFull("mine")));
}

}  // namespace
}  // namespace questproof
