// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/model/state_space.h"
#include "core/search/ownership.h"

namespace questproof {

// What an ownership does to a search over ranks, measured on a sample of the game.
struct OwnershipFigures {
  double remote_share = 0;  // of the transitions: lead from a state of one rank to one of another
  double imbalance = 0;     // states of the largest rank by states of the mean one, level by level
};

struct ChosenOwnership {
  Ownership ownership;  // by the whole state where no other is better
  OwnershipFigures figures;
  OwnershipFigures by_whole_state;  // for comparison, on the same sample
  std::uint32_t hashed_bits = 0;    // of the projection, 0: all
  std::uint64_t sampled_transitions = 0;
};

// Plays through a sample of every level of the game (a breadth-first search that goes on from at most
// kSampledStates states of each level), counts how often each bit of a state is written, and tries
// the nested projections that leave out the bits that are written most often, each with several pivots; then from the
// best of them those that differ in one or two bits, as long as that helps and there are tries left. The best is the one with the
// fewest transitions between so many ranks among those with at most kMostImbalance times the
// imbalance of the whole state. Takes about a second. Deterministic: all ranks choose alike.
// `partitions`: a power of two. ranks >= 2.
inline constexpr std::size_t kSampledStates = 4096;
inline constexpr double kMostImbalance = 1.06;
ChosenOwnership choose_ownership(const StateSpace& space, std::uint32_t partitions,
                                 std::uint32_t ranks);

}  // namespace questproof
