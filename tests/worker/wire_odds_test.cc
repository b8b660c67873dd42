// SPDX-License-Identifier: MIT
#include "worker/wire_odds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace questproof {
namespace {

// Each button has one door of ten: who has found it has no other, who has not will.
TEST(WireOddsTest, LearnsThatEachHasOne) {
  std::vector<std::size_t> known(12, 9);
  std::vector<std::size_t> wired(12, 1);
  known.push_back(9);
  wired.push_back(0);
  const std::vector<double> chances = chances_of_open_pairs(known, wired, 10);
  EXPECT_LT(chances.front(), 0.1);
  EXPECT_GT(chances.back(), 0.5);
}

// Most buttons do nothing, the others much: who has done nothing so far will not, who has will do more.
TEST(WireOddsTest, LearnsThatMostHaveNone) {
  std::vector<std::size_t> known(20, 20);
  std::vector<std::size_t> wired(20, 0);
  for (const std::size_t many : {8U, 9U, 10U, 7U, 11U}) known.push_back(20), wired.push_back(many);
  known.insert(known.end(), {10, 10});
  wired.insert(wired.end(), {0, 5});
  const std::vector<double> chances = chances_of_open_pairs(known, wired, 20);
  EXPECT_LT(chances[25], 0.02);
  EXPECT_GT(chances[26], 0.3);
}

TEST(WireOddsTest, NothingIsOpenWhereAllIsKnown) {
  EXPECT_EQ(chances_of_open_pairs({4}, {2}, 4), std::vector<double>{0});
  EXPECT_TRUE(chances_of_open_pairs({}, {}, 4).empty());
}

// Worlds drawn at random: the chances told are borne out, on the whole, by what is found.
TEST(WireOddsTest, IsBorneOutByRandomWorlds) {
  std::mt19937 random(5);
  double told = 0;
  double found = 0;
  for (int world = 0; world < 200; ++world) {
    const double busy =
        0.2 + 0.1 * static_cast<double>(random() % 6);  // share of things with wires
    std::vector<std::size_t> known;
    std::vector<std::size_t> wired;
    std::vector<double> share;
    for (int thing = 0; thing < 30; ++thing) {
      std::vector<bool> pairs(16, false);
      const bool has = static_cast<double>(random() % 1000) < busy * 1000;
      for (std::size_t i = 0; has && i < pairs.size(); ++i) pairs[i] = random() % 3 == 0;
      const std::size_t looked = random() % 13;
      std::size_t seen = 0;
      std::size_t rest = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) (i < looked ? seen : rest) += pairs[i] ? 1 : 0;
      known.push_back(looked);
      wired.push_back(seen);
      share.push_back(static_cast<double>(rest) / static_cast<double>(pairs.size() - looked));
    }
    const std::vector<double> chances = chances_of_open_pairs(known, wired, 16);
    for (std::size_t i = 0; i < chances.size(); ++i) told += chances[i], found += share[i];
  }
  EXPECT_NEAR(told / found, 1, 0.15);
}

}  // namespace
}  // namespace questproof
