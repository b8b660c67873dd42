// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/distance_table.h"

namespace questproof {

// The chain of a player who picks every transition of a state with equal chance, as forward
// adjacency lists; for spaces that fit into memory several times over.
class MarkovChain {
 public:
  // The successors of state s are successors[offsets[s] .. offsets[s + 1] - 1], one per transition.
  MarkovChain(std::vector<std::uint64_t> offsets, std::vector<Ordinal> successors)
      : offsets_(std::move(offsets)), successors_(std::move(successors)) {}

  struct Absorption {
    double lost_probability = 0;  // of ending where the quest can no longer be done
    double expected_steps = 0;
  };

  // From `starts`, each with equal chance, by Gauss-Seidel iteration; where that does not settle
  // soon and the states are few, by elimination. Nothing when neither came to an end within the
  // given number of transition visits.
  std::optional<Absorption> absorb(const DistanceTable& distances, std::size_t quest,
                                   const std::vector<Ordinal>& starts,
                                   std::uint64_t visit_budget) const;

 private:
  // `transient`: states from which the quest is neither done nor lost. Fills in their values.
  void eliminate(const std::vector<Ordinal>& transient, std::vector<double>& lost,
                 std::vector<double>& steps) const;

  std::vector<std::uint64_t> offsets_;
  std::vector<Ordinal> successors_;
};

}  // namespace questproof
