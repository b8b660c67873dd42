// SPDX-License-Identifier: MIT
#include "core/search/run_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace questproof {
namespace {

using testing::HasSubstr;

TEST(RunWatchTest, NoLimitIsHitInAGenerousRun) {
  RunWatch watch({.memory_bytes = std::uint64_t{1} << 40}, {});
  EXPECT_FALSE(watch.limit_hit());
  EXPECT_FALSE(watch.limit_hit(1 << 20));
  EXPECT_EQ(watch.limit(), "");
}

TEST(RunWatchTest, AMemoryLimitIsHitAndStaysHit) {
  RunWatch watch({.memory_bytes = std::uint64_t{1} << 20}, {});
  EXPECT_TRUE(watch.limit_hit());
  EXPECT_EQ(watch.limit(), "memory limit of 1 MiB reached");
  EXPECT_TRUE(watch.limit_hit());
}

TEST(RunWatchTest, PlannedMemoryCounts) {
  RunWatch watch({.memory_bytes = std::uint64_t{1} << 40}, {});
  EXPECT_TRUE(watch.limit_hit(std::uint64_t{1} << 40));
  EXPECT_THAT(watch.limit(), HasSubstr("does not hold"));
  EXPECT_TRUE(watch.limit_hit()) << "stays true";
}

TEST(RunWatchTest, ATimeLimitIsHit) {
  RunWatch watch({.time_seconds = 0.02}, {});
  EXPECT_FALSE(RunWatch({.time_seconds = 1000}, {}).limit_hit());
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_TRUE(watch.limit_hit());
  EXPECT_EQ(watch.limit(), "time limit of 0.02 s reached");
}

TEST(RunWatchTest, PhasesFollowOneAnother) {
  RunWatch watch({}, {});
  watch.begin_phase("forward");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  watch.begin_phase("graph");
  watch.end_phase();
  watch.end_phase();
  ASSERT_EQ(watch.phases().size(), 2u);
  EXPECT_EQ(watch.phases()[0].phase, "forward");
  EXPECT_GE(watch.phases()[0].seconds, 0.02);
  EXPECT_EQ(watch.phases()[1].phase, "graph");
  EXPECT_GT(watch.phases()[1].peak_bytes, 0u);
}

TEST(RunWatchTest, ReportsAtMostTenTimesASecond) {
  std::vector<Progress> seen;
  RunWatch watch({}, [&](const Progress& progress) { seen.push_back(progress); });
  watch.begin_phase("backward");
  Progress progress;
  progress.level = 7;
  watch.report(progress);
  EXPECT_TRUE(seen.empty()) << "the first tenth of a second passes in silence";
  std::this_thread::sleep_for(std::chrono::milliseconds(110));
  watch.report(progress);
  watch.report(progress);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(std::string(seen[0].phase), "backward");
  EXPECT_EQ(seen[0].level, 7u);
  EXPECT_GE(seen[0].seconds, 0.1);
  EXPECT_GT(seen[0].memory_bytes, 0u);
}

TEST(RunWatchTest, RoundsTakeAnEighthOfTheMemoryAtMost) {
  SearchOptions options{.memory_bytes = 8000, .chunk_transitions = 1000};
  EXPECT_EQ(with_bounded_rounds(options, 1).chunk_transitions, 1000u);
  EXPECT_EQ(with_bounded_rounds(options, 8).chunk_transitions, 125u);
  EXPECT_EQ(with_bounded_rounds(options, 4000).chunk_transitions, 1u);
  options.memory_bytes = 0;
  EXPECT_EQ(with_bounded_rounds(options, 256).chunk_transitions, 1000u);
}

}  // namespace
}  // namespace questproof
