// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/symbolic/set_operations.h"

namespace questproof {

// A relation between tuples, as a graph: a node reads and writes one position of the tuple and says,
// for each value that it may find, which value it may leave behind and which relation holds between
// what follows. Positions that no node on the way mentions stay as they are, whatever they are: an
// event is as large as what it touches. Equal nodes are one node.
using RelationId = std::uint32_t;
inline constexpr RelationId kNoTransition = 0;
inline constexpr RelationId kUnchanged = 1;  // all that follows stays as it is

struct RelationEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  RelationId rest = kUnchanged;
  auto operator<=>(const RelationEdge&) const = default;
};

class RelationStore {
 public:
  static constexpr std::uint32_t kNoLevel = ~std::uint32_t{0};  // of the two relations above

  RelationStore() : nodes_{{kNoLevel, 0, 0}, {kNoLevel, 0, 0}} {}

  // Sorts the edges; those that lead to no transition are dropped. Requires: the relations of the
  // edges begin below `level`.
  RelationId make(std::uint32_t level, std::vector<RelationEdge> edges);

  std::uint32_t level(RelationId id) const { return nodes_[id].level; }
  std::span<const RelationEdge> edges(RelationId id) const {  // ascending by from, then to
    return std::span(edges_).subspan(nodes_[id].begin, nodes_[id].end - nodes_[id].begin);
  }

  // Both at once. Requires: no position is mentioned by both.
  RelationId both(RelationId a, RelationId b);
  RelationId inverse(RelationId id);
  // Without the pairs of equal tuples.
  RelationId changing(RelationId id);
  // Relates each tuple that has a partner to itself.
  RelationId domain(RelationId id);

  std::size_t node_count() const { return nodes_.size() - 2; }
  std::size_t edge_count() const { return edges_.size(); }

 private:
  struct Node {
    std::uint32_t level = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  enum class Derived { kInverse, kChanging, kDomain };

  RelationId derive(Derived kind, RelationId id);

  std::vector<Node> nodes_;
  std::vector<RelationEdge> edges_;
  std::map<std::pair<std::uint32_t, std::vector<RelationEdge>>, RelationId> known_;
  std::map<std::pair<RelationId, RelationId>, RelationId> both_;
  std::map<std::pair<Derived, RelationId>, RelationId> derived_;
};

// All partners of the tuples of a set. `level`: how many positions lie above the set (0: a whole one).
NodeId image(SetOperations& sets, const RelationStore& relations, NodeId set, RelationId relation,
             std::uint32_t level = 0);

}  // namespace questproof
