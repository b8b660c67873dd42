// SPDX-License-Identifier: MIT
#include "coordinator/end_estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace questproof {
namespace {

// A search that expands a thousand states in a second, reported twice a level.
class Search {
 public:
  explicit Search(std::vector<std::uint64_t> levels) : levels_(std::move(levels)) {}

  // Up to the middle of that level.
  void go_to(std::uint32_t level) {
    for (; level_ <= level; ++level_) {
      if (level_ > 0) seconds_ += static_cast<double>(levels_[level_ - 1]) / 2000;
      states_ += levels_[level_];
      report();
      seconds_ += static_cast<double>(levels_[level_]) / 2000;
      report();
    }
  }
  std::optional<TimeLeft> left() const { return estimate_.left(); }
  double true_seconds_left() const {
    double states = static_cast<double>(levels_[level_ - 1]) / 2;
    for (std::size_t i = level_; i < levels_.size(); ++i) states += static_cast<double>(levels_[i]);
    return states / 1000;
  }

 private:
  void report() {
    Progress progress;
    progress.phase = "forward";
    progress.level = level_;
    progress.states = states_;
    progress.frontier = levels_[level_];
    progress.seconds = seconds_;
    estimate_.note(progress);
  }

  std::vector<std::uint64_t> levels_;
  EndEstimate estimate_;
  std::uint32_t level_ = 0;
  std::uint64_t states_ = 0;
  double seconds_ = 100;  // other phases came before
};

TEST(EndEstimateTest, SaysNothingWhileTheFrontierGrows) {
  Search search({1000, 2000, 4000, 8000, 16000, 8000, 9000, 100});
  for (std::uint32_t level = 0; level < 8; ++level) {
    search.go_to(level);
    EXPECT_FALSE(search.left()) << level;  // the last levels have not all shrunk
  }
}

TEST(EndEstimateTest, AGeometricSeriesIsAddedUp) {
  Search search({8000, 4000, 2000, 1000, 500, 250, 125});
  search.go_to(3);
  ASSERT_TRUE(search.left());
  EXPECT_TRUE(search.left()->at_most);
  EXPECT_NEAR(search.left()->seconds, 2.0 - 0.5,
              1e-9);  // 1000 + 500 + 250 + ... less half of this one
}

TEST(EndEstimateTest, TheSlowestOfTheLastFactorsCounts) {
  Search search({8000, 4000, 3000, 600});
  search.go_to(3);
  ASSERT_TRUE(search.left());
  EXPECT_NEAR(search.left()->seconds, 0.6 / (1 - 0.75) - 0.3, 1e-9);
}

TEST(EndEstimateTest, AtMostHoldsForLevelsThatShrinkFasterAndFaster) {
  std::vector<std::uint64_t> bell;
  for (int i = -20; i <= 20; ++i) {
    bell.push_back(static_cast<std::uint64_t>(1e6 * std::exp(-i * i / 50.0)));
  }
  Search search(bell);
  int told = 0;
  for (std::uint32_t level = 0; level < bell.size(); ++level) {
    search.go_to(level);
    if (!search.left()) continue;
    ++told;
    EXPECT_GE(search.left()->seconds, search.true_seconds_left() - 1e-6) << level;
    if (level <= 30) continue;
    EXPECT_LE(search.left()->seconds, 3 * search.true_seconds_left() + 1) << level;
  }
  EXPECT_GE(told, 15);
}

TEST(EndEstimateTest, LevelsThatPassUnseenAreAllowedFor) {
  EndEstimate estimate;
  const auto report = [&](std::uint32_t level, std::uint64_t frontier, double seconds) {
    Progress progress;
    progress.phase = "forward";
    progress.level = level;
    progress.states = static_cast<std::uint64_t>(level) * 10;
    progress.frontier = frontier;
    progress.seconds = seconds;
    estimate.note(progress);
  };
  report(1, 6400, 0);
  report(3, 1600, 8);  // half of half
  report(4, 800, 10);
  report(5, 400, 11);
  ASSERT_TRUE(estimate.left());
  EXPECT_NEAR(estimate.left()->seconds, 800 * 11.0 / 8800, 1e-9);
}

Progress share(const char* phase, std::uint64_t states, double seconds) {
  Progress progress;
  progress.phase = phase;
  progress.states = states;
  progress.total = 1000;
  progress.seconds = seconds;
  return progress;
}

TEST(EndEstimateTest, StatesThatAreLeftTakeAsLongAsThoseBehind) {
  EndEstimate estimate;
  estimate.note(share("verify", 200, 10));  // a run that was resumed
  EXPECT_FALSE(estimate.left());
  estimate.note(share("verify", 400, 14));
  ASSERT_TRUE(estimate.left());
  EXPECT_EQ(*estimate.left(), (TimeLeft{12, false}));
  estimate.note(share("backward", 100, 15));  // another phase
  EXPECT_FALSE(estimate.left());
  estimate.note(share("backward", 600, 20));
  EXPECT_EQ(*estimate.left(), (TimeLeft{4, true}));
  estimate.note(share("backward", 10, 21));  // for other quests
  EXPECT_FALSE(estimate.left());
  estimate.note(share("backward", 20, 21.5));
  EXPECT_FALSE(estimate.left());  // too early
  estimate.note(share("backward", 2000, 40));
  EXPECT_FALSE(estimate.left());  // states more than once
}

TEST(EndEstimateTest, TextsAreRoundedUp) {
  EXPECT_EQ(time_left_text(std::nullopt), "");
  EXPECT_EQ(time_left_text(TimeLeft{0.2, false}), "about 1 s left");
  EXPECT_EQ(time_left_text(TimeLeft{59.1, true}), "at most 60 s left");
  EXPECT_EQ(time_left_text(TimeLeft{200, true}), "at most 3 min 20 s left");
}

}  // namespace
}  // namespace questproof
