// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace questproof {

// Sets of states, and what events do to them, as decision diagrams of the plainest kind: multi-valued,
// every level present, equal nodes made once (Srinivasan, Ham, Malik, Brayton 1990). Written for the
// second opinion alone; has nothing in common with core/symbolic, neither the form of the nodes nor an operation.
//
// A *set* has one node for every level on every path. An edge of a set leads from a value to itself.
// A *relation* speaks of some levels only and leaves the others as they are: an edge says which value becomes
// which. Nodes are never given back; there is a limit to their number.
class PlainDiagrams {
 public:
  using Node = std::uint32_t;
  static constexpr Node kNothing = 0;
  static constexpr Node kEverything = 1;  // below the last level; of a relation: nothing changes

  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Node child = kNothing;
    bool operator==(const Edge&) const = default;
  };

  // What an operation throws that needs more nodes than are allowed.
  struct Full {};

  PlainDiagrams(std::uint32_t levels, std::size_t most_nodes);

  // Edges in any order, none twice; those that lead to kNothing are left out.
  Node make(std::uint32_t level, std::vector<Edge> edges);

  // All combinations of 0 .. sizes[level] - 1.
  Node all(const std::vector<std::uint32_t>& sizes);
  // Just one state.
  Node single(const std::vector<std::uint32_t>& values);

  Node unite(Node a, Node b);
  Node intersect(Node a, Node b);
  Node subtract(Node a, Node b);

  // What becomes of the states of a set; the states of which something in the set becomes.
  Node image(Node set, Node relation) { return apply(Operation::kImage, set, relation); }
  Node preimage(Node set, Node relation) { return apply(Operation::kPreimage, set, relation); }

  // Stops at 2^64 - 1.
  std::uint64_t count(Node set);
  bool contains(Node set, const std::vector<std::uint32_t>& values) const;

  std::uint32_t level(Node node) const { return nodes_[node].level; }
  // A copy: operations move the edges of all nodes about.
  std::vector<Edge> edges_of(Node node) const;
  // What lies below a value; kNothing when it leads nowhere.
  Node child_of(Node set, std::uint32_t value) const;

  std::size_t node_count() const { return nodes_.size(); }
  std::size_t memory_bytes() const;

 private:
  enum class Operation : std::uint32_t { kUnite, kIntersect, kSubtract, kImage, kPreimage };
  struct NodeInfo {
    std::uint32_t level = 0;
    std::uint32_t count = 0;
    std::size_t begin = 0;  // of its edges
  };
  struct Cached {
    Node a = kNothing;
    Node b = kNothing;
    Operation operation = Operation::kUnite;
    Node result = kNothing;
  };

  Node apply(Operation operation, Node a, Node b);
  Node combine(Operation operation, Node a, Node b);
  Node move(Operation operation, Node set, Node relation);
  Node move_here(bool forward, Node set, Node relation);
  static bool decided(Operation operation, Node a, Node b, Node& result);

  std::uint32_t levels_;
  std::size_t most_nodes_;
  std::vector<NodeInfo> nodes_;
  std::vector<Edge> edges_;
  std::unordered_multimap<std::uint64_t, Node> by_hash_;
  std::unordered_map<Node, std::uint64_t> counts_;
  std::vector<Cached> cache_;
};

}  // namespace questproof
