// SPDX-License-Identifier: MIT
#include "core/search/markov_chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

namespace questproof {
namespace {

constexpr std::uint64_t kPatience = std::uint64_t{1} << 31;

using Successors = std::vector<std::vector<Ordinal>>;  // by state

MarkovChain chain_of(const Successors& states) {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<Ordinal> successors;
  for (const auto& list : states) {
    successors.insert(successors.end(), list.begin(), list.end());
    offsets.push_back(successors.size());
  }
  return {std::move(offsets), std::move(successors)};
}

// One quest. The distances of the states; -1: lost, -2: blocked.
DistanceTable distances_of(const std::vector<int>& distances) {
  DistanceTable table(distances.size(), {0, 1});
  for (std::size_t s = 0; s < distances.size(); ++s) {
    table.cells<std::uint8_t>()[s] = distances[s] == -1 ? DistanceTable::kLostCell<std::uint8_t>
                                     : distances[s] == -2
                                         ? DistanceTable::kBlockedCell<std::uint8_t>
                                         : static_cast<std::uint8_t>(distances[s]);
  }
  return table;
}

// A walk on 0 .. n, up or down with equal chance: n is done, 0 is lost.
struct Walk {
  Successors states;
  std::vector<int> distances;
};
Walk fair_walk(int n) {
  Walk walk;
  for (int s = 0; s <= n; ++s) {
    if (s == 0 || s == n) {
      walk.states.push_back({});
    } else {
      walk.states.push_back({static_cast<Ordinal>(s - 1), static_cast<Ordinal>(s + 1)});
    }
    walk.distances.push_back(s == 0 ? -2 : n - s);
  }
  return walk;
}

TEST(MarkovChainTest, GamblersRuin) {
  for (const int n : {2, 10, 100, 200}) {
    const Walk walk = fair_walk(n);
    const MarkovChain chain = chain_of(walk.states);
    const DistanceTable distances = distances_of(walk.distances);
    for (const int start : {1, n / 2, n - 1}) {
      const auto found = chain.absorb(distances, 0, {static_cast<Ordinal>(start)}, kPatience);
      ASSERT_TRUE(found.has_value());
      EXPECT_NEAR(found->lost_probability, 1 - static_cast<double>(start) / n, 1e-9) << n;
      EXPECT_NEAR(found->expected_steps, start * (n - start), 1e-9 * n * n) << n;
    }
  }
}

TEST(MarkovChainTest, StartsHaveEqualChance) {
  const Walk walk = fair_walk(10);
  const auto found =
      chain_of(walk.states).absorb(distances_of(walk.distances), 0, {0, 10, 5, 2}, kPatience);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->lost_probability, (1 + 0 + 0.5 + 0.8) / 4, 1e-10);
  EXPECT_NEAR(found->expected_steps, (0 + 0 + 25 + 16) / 4.0, 1e-9);
}

// 0 <-> 1, and from 1 one of three ways leads to 2, which is done.
TEST(MarkovChainTest, ACycleIsLeftInTheEnd) {
  const MarkovChain chain = chain_of({{1}, {0, 0, 2}, {}});
  const auto found = chain.absorb(distances_of({2, 1, 0}), 0, {0}, kPatience);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->lost_probability, 0);
  EXPECT_NEAR(found->expected_steps, 6, 1e-10);
}

// Play ends in done and in lost states, even where transitions lead on.
TEST(MarkovChainTest, NobodyPlaysOnWhenAllIsDecided) {
  const MarkovChain chain = chain_of({{1, 2}, {0}, {2, 3}, {2}});
  const auto found = chain.absorb(distances_of({1, 0, -1, -2}), 0, {0, 1, 2, 3}, kPatience);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->lost_probability, (0.5 + 0 + 1 + 1) / 4, 1e-12);
  EXPECT_NEAR(found->expected_steps, 0.25, 1e-12);
}

// Back to the start from every step but one: 2^(n+1) - 2 steps are expected.
Walk ladder(std::size_t n) {
  Walk walk;
  for (std::size_t s = 0; s < n; ++s) {
    walk.states.push_back({0, static_cast<Ordinal>(s + 1)});
    walk.distances.push_back(static_cast<int>(n - s));
  }
  walk.states.push_back({});
  walk.distances.push_back(0);
  return walk;
}

TEST(MarkovChainTest, SlowSmallChainsAreSolvedAllTheSame) {
  for (const std::size_t n : {5u, 20u, 40u}) {
    const Walk walk = ladder(n);
    const auto found =
        chain_of(walk.states).absorb(distances_of(walk.distances), 0, {0}, kPatience);
    ASSERT_TRUE(found.has_value());
    const double expected = std::pow(2.0, static_cast<double>(n) + 1) - 2;
    EXPECT_NEAR(found->expected_steps / expected, 1, 1e-9) << n;
    EXPECT_NEAR(found->lost_probability, 0, 1e-9);
  }
}

// Too many states for elimination, too slow for iteration: no figure rather than a wrong one.
TEST(MarkovChainTest, SlowLargeChainsAreGivenUp) {
  Walk walk = ladder(60);
  for (int i = 0; i < 3000; ++i) {  // more states that lead back to the start
    walk.states[0].push_back(static_cast<Ordinal>(walk.states.size()));
    walk.states.push_back({0});
    walk.distances.push_back(61);
  }
  EXPECT_FALSE(chain_of(walk.states)
                   .absorb(distances_of(walk.distances), 0, {0}, std::uint64_t{1} << 25)
                   .has_value());
}

}  // namespace
}  // namespace questproof
