// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/search/distance_table.h"
#include "core/search/predecessor_graph.h"

namespace questproof {

// The chain of a player who picks every transition of a state with equal chance, as forward
// adjacency lists; for spaces that fit into memory several times over.
class MarkovChain {
 public:
  explicit MarkovChain(const PredecessorGraph& graph);

  struct Absorption {
    double lost_probability = 0;  // of ending where the quest can no longer be done
    double expected_steps = 0;
  };

  // From `starts`, each with equal chance. Nothing when the iteration did not settle within the
  // given number of transition visits.
  std::optional<Absorption> absorb(const DistanceTable& distances, std::size_t quest,
                                   const std::vector<Ordinal>& starts,
                                   std::uint64_t visit_budget) const;

 private:
  std::vector<std::uint64_t> offsets_;
  std::vector<Ordinal> successors_;
};

}  // namespace questproof
