// SPDX-License-Identifier: MIT
#include "worker/choice_graph.h"

namespace questproof {

const char* to_string(ChoiceConflict::Kind kind) {
  return kind == ChoiceConflict::Kind::kHidden ? "hidden state" : "chance";
}

std::uint64_t ChoiceGraph::edge_count() const {
  std::uint64_t count = 0;
  for (const ChoiceNode& node : nodes) count += node.edges.size();
  return count;
}

std::uint64_t ChoiceGraph::untried_count() const {
  std::uint64_t count = 0;
  for (const ChoiceNode& node : nodes) {
    for (const ChoiceEdge& edge : node.edges) count += edge.targets.empty() ? 1 : 0;
  }
  return count;
}

std::uint64_t ChoiceGraph::unsettled_count() const {
  std::uint64_t count = 0;
  for (const ChoiceNode& node : nodes) {
    for (const ChoiceEdge& edge : node.edges) count += edge.settled ? 0 : 1;
  }
  return count;
}

}  // namespace questproof
