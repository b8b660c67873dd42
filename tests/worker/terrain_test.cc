// SPDX-License-Identifier: MIT
#include "worker/terrain.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace questproof {
namespace {

std::vector<std::size_t> around_by_looking(const Terrain& terrain, const Point& point,
                                           double reach) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < terrain.size(); ++i) {
    if (terrain.node(i).seen && distance(terrain.node(i).at, point) <= reach) result.push_back(i);
  }
  return result;
}

// `side` x `side` nodes in a square; those linked to but not added are not seen.
Terrain grid(std::uint32_t side, double spacing) {
  Terrain terrain;
  for (std::uint32_t i = 0; i < side * side; ++i) {
    TerrainNode node{i, {spacing * (i % side), 0, spacing * (i / side)}, {}};
    if (i % side + 1 < side) node.to.push_back(i + 1);
    if (i + side < side * side) node.to.push_back(i + side);
    if (i % side > 0) node.to.push_back(i - 1);
    if (i >= side) node.to.push_back(i - side);
    if (i % 7 != 3) terrain.add(node);
  }
  return terrain;
}

TEST(TerrainTest, AroundIsWhatLookingAtEveryNodeFinds) {
  std::mt19937_64 random(7);
  for (const double spacing : {0.3, 1.0, 5.0, 1e5}) {
    const Terrain terrain = grid(12, spacing);
    std::uniform_real_distribution<double> place(-spacing, 13 * spacing);
    for (int i = 0; i < 200; ++i) {
      const Point point{place(random), 0, place(random)};
      for (const double reach : {-1.0, 0.0, 0.4, 1.5, 2.6, 7.0, 1e6, 9.2e18}) {
        EXPECT_EQ(terrain.around(point, reach), around_by_looking(terrain, point, reach))
            << spacing << " " << reach;
      }
    }
  }
}

TEST(TerrainTest, ASquareIsFoundHoweverLargeItIs) {
  for (const double spacing : {0.3, 1.0, 5.0, 1e5}) {
    const Terrain terrain = grid(12, spacing);
    for (std::size_t i = 0; i < terrain.size(); ++i) {
      const Terrain::Node& node = terrain.node(i);
      if (!node.seen) continue;
      const Point beside{node.at.x + 0.3 * spacing, 0.1, node.at.z - 0.3 * spacing};
      EXPECT_EQ(terrain.at(node.at), i);
      EXPECT_EQ(terrain.at(beside), i);
    }
    EXPECT_EQ(terrain.at({-5 * spacing, 0, 0}), Terrain::kNowhere);
    EXPECT_EQ(terrain.at({0, 5, 0}), Terrain::kNowhere);
  }
}

}  // namespace
}  // namespace questproof
