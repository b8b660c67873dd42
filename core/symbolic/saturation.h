// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/symbolic/relation.h"

namespace questproof {

// All that can be reached, by saturation (Gianfranco Ciardo, Gerald Lüttgen, Radu Siminiescu,
// "Saturation: An Efficient Iteration Strategy for Symbolic State-Space Generation", 2001). A node is saturated when no event
// that touches its level or deeper ones only adds anything to it; nodes are saturated from below, and
// an event that begins further up is fired on saturated nodes, whose results are saturated at once. So
// what an event does deep down is found once for all that lies above, in no order of levels.
//
// With `within`, everything outside of it is left out on the way (constrained saturation: Yang Zhao and
// Gianfranco Ciardo, 2009). A diagram of everything would be one more diagram; it is spared here.
class Saturation {
 public:
  // `domains`: how many values each position has. Relations must change what they touch or not:
  // that does not matter.
  Saturation(SetOperations& sets, const RelationStore& relations,
             const std::vector<RelationId>& events, const std::vector<std::uint32_t>& domains);

  // The smallest set that holds `start` and all partners of its tuples, as far as they lie in
  // `within`. Requires: start lies in it. Collects unused nodes: what is needed must be kept or held.
  Diagram run(const Diagram& start);
  Diagram run(const Diagram& start, const Diagram& within);

 private:
  static constexpr NodeId kEverywhere =
      ~NodeId{0} - 1;  // stands for what `within` says nothing about

  NodeId saturated(NodeId set, NodeId within, std::uint32_t level, bool below);
  NodeId fired(NodeId set, RelationId relation, NodeId within, std::uint32_t level);
  void fire_events(std::size_t base, const std::vector<NodeId>& inside, std::uint32_t level);
  NodeId list_of(std::size_t base, std::size_t count);
  NodeId inside_at(NodeId& within, std::uint32_t value) const;

  SetOperations& sets_;
  DiagramStore& store_;
  const RelationStore& relations_;
  const std::vector<std::uint32_t>& domains_;
  std::vector<std::vector<RelationId>> by_level_;
};

}  // namespace questproof
