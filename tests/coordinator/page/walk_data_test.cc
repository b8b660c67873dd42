// SPDX-License-Identifier: MIT
#include "coordinator/page/walk_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace questproof {
namespace {

FoundWalk long_walk(std::size_t steps) {
  FoundWalk walk;
  walk.length = steps;
  for (std::size_t i = 0; i < steps; ++i) {
    FoundStep step;
    step.event = "event " + std::to_string(i + 1);
    step.is_move = i % 2 == 1;
    walk.steps.push_back(step);
  }
  return walk;
}

TEST(WalkDataTest, ShortWalksAreShownAsAWhole) {
  PageGame none;
  EXPECT_TRUE(walk_data(std::nullopt, none).is_null());
  const auto data = walk_data(long_walk(5), none);
  ASSERT_EQ(data["steps"].size(), 5U);
  EXPECT_EQ(data["steps"][4]["label"], "event 5");
  EXPECT_EQ(data["moves"], 2U);
}

TEST(WalkDataTest, LongWalksSayWhatIsLeftOut) {
  PageGame none;
  const auto data = walk_data(long_walk(1000), none);
  ASSERT_EQ(data["steps"].size(), kMostSteps + 1);
  EXPECT_EQ(data["length"], 1000U);
  std::size_t next = 1;
  for (const auto& step : data["steps"]) {
    if (step.contains("gap")) {
      next += step["gap"].get<std::size_t>();
    } else {
      EXPECT_EQ(step["number"], next++);
    }
  }
  EXPECT_EQ(next, 1001U);
}

TEST(WalkDataTest, FewLevelsAreAllPoints) {
  const std::vector<std::uint64_t> levels = {1, 5, 2};
  const auto points = level_points(levels, 3);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[1], std::make_pair(std::size_t{1}, std::uint64_t{5}));
  EXPECT_TRUE(level_points({}, 3).empty());
}

TEST(WalkDataTest, OfManyLevelsThePeaksAreKept) {
  std::mt19937 random(5);
  for (int i = 0; i < 100; ++i) {
    std::vector<std::uint64_t> levels(1 + random() % 400);
    for (auto& level : levels) level = random() % 1000;
    const std::size_t most = 1 + random() % 50;
    const auto points = level_points(levels, most);
    EXPECT_EQ(points.size(), std::min(most, levels.size()));
    for (std::size_t p = 0; p < points.size(); ++p) {
      EXPECT_EQ(levels[points[p].first], points[p].second);
      if (p == 0) continue;
      EXPECT_LT(points[p - 1].first, points[p].first);
    }
    const auto highest = *std::max_element(levels.begin(), levels.end());
    EXPECT_TRUE(std::any_of(points.begin(), points.end(),
                            [&](const auto& point) { return point.second == highest; }));
  }
}

}  // namespace
}  // namespace questproof
