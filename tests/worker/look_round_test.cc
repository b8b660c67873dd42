// SPDX-License-Identifier: MIT
#include "worker/look_round.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace questproof {
namespace {

LookStop stop(std::size_t door, double x, double z, double value) {
  return {door, {x, 0, z}, value};
}

TEST(LookRoundTest, ManyLooksFarAwayAreWorthMoreThanOneNear) {
  const std::vector<LookStop> stops = {stop(0, -8, 0, 1), stop(1, 10, 0, 1), stop(2, 11, 0, 1),
                                       stop(3, 12, 0, 1), stop(4, 13, 0, 1)};
  const std::vector<LookStop> right(stops.begin() + 1, stops.end());
  const LookRound near = find_look_round({stops[0]}, {}, 0, 0);
  const LookRound far = find_look_round(right, {}, 0, 0);
  EXPECT_EQ(near.doors, std::vector<std::size_t>{0});
  EXPECT_EQ(far.doors, (std::vector<std::size_t>{1, 2, 3, 4}));
  EXPECT_LT(far.price(), near.price());
}

TEST(LookRoundTest, WhatIsWorthLittleIsLeftOutUnlessItIsOnTheWay) {
  const LookRound round =
      find_look_round({stop(0, 5, 0, 1), stop(1, 5, 1, 0.5), stop(2, 40, 0, 0.1)}, {}, 0, 0);
  EXPECT_EQ(round.doors, (std::vector<std::size_t>{0, 1}));
}

TEST(LookRoundTest, NothingIsAddedToWhatIsCheaperWithout) {
  const LookRound round = find_look_round({stop(0, 100, 0, 0.1)}, {}, 3, 1);
  EXPECT_TRUE(round.doors.empty());
  EXPECT_EQ(round.price(), 3);
}

// However the stops lie, the length and the value are those of its doors, and no shorter beginning is cheaper.
TEST(LookRoundTest, AccountsForWhatItVisits) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> anywhere(-30, 30);
  for (int i = 0; i < 300; ++i) {
    std::vector<LookStop> stops;
    for (auto count = random() % 9; count > 0; --count) {
      stops.push_back(stop(stops.size(), anywhere(random), anywhere(random),
                           0.02 + 0.1 * static_cast<double>(random() % 20)));
    }
    const double before = static_cast<double>(random() % 10);
    const LookRound round = find_look_round(stops, {}, before, 0.5);
    double length = before;
    double value = 0.5;
    Point at;
    for (const std::size_t door : round.doors) {
      EXPECT_LE(round.price(), length / value + 1e-9);
      length += 1.4 * distance(at, stops[door].at) + 1;
      value += stops[door].value;
      at = stops[door].at;
    }
    EXPECT_NEAR(round.length, length, 1e-9);
    EXPECT_NEAR(round.value, value, 1e-9);
    const std::set<std::size_t> once(round.doors.begin(), round.doors.end());
    EXPECT_EQ(once.size(), round.doors.size());
  }
}

}  // namespace
}  // namespace questproof
