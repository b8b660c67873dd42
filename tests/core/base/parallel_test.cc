// SPDX-License-Identifier: MIT
#include "core/base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/base/error.h"

namespace questproof {
namespace {

TEST(ParallelTest, ZeroThreadsMeansAtLeastOneCore) {
  EXPECT_GE(Parallel(0).threads(), 1);
  EXPECT_EQ(Parallel(3).threads(), 3);
}

TEST(ParallelTest, BadThreadCountsAreUsageErrors) {
  for (const int threads : {-1, Parallel::kMaxThreads + 1}) {
    try {
      const Parallel parallel(threads);
      FAIL() << threads << " threads were accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    }
  }
}

TEST(ParallelTest, EveryIndexRunsOnceInChunksNoLongerThanTheGrain) {
  for (const int threads : {1, 2, 4}) {
    const Parallel parallel(threads);
    for (const std::size_t count : {0u, 1u, 7u, 1000u}) {
      for (const std::size_t grain : {1u, 3u, 64u, 5000u}) {
        std::vector<int> runs(count, 0);
        std::atomic<bool> too_long = false;
        parallel.parallel_for(count, grain, [&](std::size_t begin, std::size_t end, int) {
          if (begin >= end || end - begin > grain) too_long = true;
          for (std::size_t i = begin; i < end; ++i) ++runs[i];
        });
        EXPECT_FALSE(too_long) << threads << ' ' << count << ' ' << grain;
        EXPECT_TRUE(std::all_of(runs.begin(), runs.end(), [](int n) { return n == 1; }))
            << threads << ' ' << count << ' ' << grain;
      }
    }
  }
}

// Two bodies in one slot at once would see each other's mark.
TEST(ParallelTest, SlotsAreInRangeAndNeverSharedAtOneTime) {
  const Parallel parallel(4);
  std::vector<std::atomic<bool>> busy(4);
  std::atomic<int> faults = 0;
  parallel.parallel_for(400, 1, [&](std::size_t, std::size_t, int worker) {
    if (worker < 0 || worker >= 4) {
      ++faults;
      return;
    }
    if (busy[static_cast<std::size_t>(worker)].exchange(true)) ++faults;
    std::this_thread::yield();
    busy[static_cast<std::size_t>(worker)] = false;
  });
  EXPECT_EQ(faults, 0);
}

// Each body waits for the other: this ends only if both run at the same time.
TEST(ParallelTest, TwoThreadsReallyRunAtTheSameTime) {
  const Parallel parallel(2);
  std::atomic<int> arrived = 0;
  std::atomic<bool> met = true;
  parallel.parallel_for(2, 1, [&](std::size_t, std::size_t, int) {
    ++arrived;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (arrived < 2) {
      if (std::chrono::steady_clock::now() > deadline) {
        met = false;
        return;
      }
      std::this_thread::yield();
    }
  });
  EXPECT_TRUE(met);
}

TEST(ParallelTest, AnExceptionReachesTheCallerAndStopsTheRest) {
  for (const int threads : {1, 3}) {
    const Parallel parallel(threads);
    std::atomic<std::size_t> started = 0;
    EXPECT_THROW(parallel.parallel_for(1'000'000, 1,
                                       [&](std::size_t begin, std::size_t, int) {
                                         ++started;
                                         if (begin == 10) throw std::out_of_range("ten");
                                       }),
                 std::out_of_range);
    EXPECT_LT(started, 1'000'000u);
    std::atomic<std::size_t> sum = 0;
    parallel.parallel_for(10, 1, [&](std::size_t begin, std::size_t, int) { sum += begin; });
    EXPECT_EQ(sum, 45u) << "the object can be used again";
  }
}

TEST(ParallelTest, WritesOfTheBodiesAreVisibleAfterwards) {
  const Parallel parallel(4);
  std::vector<std::size_t> squares(100'000);
  parallel.parallel_for(squares.size(), 128, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) squares[i] = i * i;
  });
  for (std::size_t i = 0; i < squares.size(); ++i) ASSERT_EQ(squares[i], i * i);
}

TEST(ParallelTest, ZeroGrainIsABrokenInvariant) {
  EXPECT_THROW(Parallel(1).parallel_for(1, 0, [](std::size_t, std::size_t, int) {}), Error);
}

}  // namespace
}  // namespace questproof
