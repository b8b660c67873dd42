// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "games/live/observation.h"

namespace questproof {

// The part of a game's terrain that an agent knows: nodes that it has seen, and nodes of which it only
// knows that a seen one leads to them. Nodes are numbered from 0 in the order in which they became
// known.
//
// For straight walks each node stands for a square around it, as wide as the shortest link is long: on
// a grid these squares cover the floor. On other terrain they do so in part only; then walks go from
// node to node more often.
class Terrain {
 public:
  struct Node {
    Point at;  // meaningful when seen
    bool seen = false;
    std::vector<std::size_t> to;
  };

  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  // Whether the node was news.
  bool add(const TerrainNode& node);

  std::size_t size() const { return nodes_.size(); }
  // Of a place that was added, by the name that the game gives it.
  std::optional<std::size_t> find(std::uint32_t id) const;
  std::size_t seen_count() const { return seen_count_; }
  const Node& node(std::size_t index) const { return nodes_[index]; }

  // Steps to nodes that are not linked but lie across a corner: `corners` are two nodes that are linked
  // to both ends, and have to be free for a body to pass.
  struct Diagonal {
    std::size_t to = 0;
    std::size_t corners[2] = {0, 0};
  };
  const std::vector<Diagonal>& diagonals(std::size_t index) const;

  // The seen node in whose square a point lies; kNowhere if there is none.
  std::size_t at(const Point& point) const;

  // The seen node that is nearest to a point.
  std::size_t nearest(const Point& point) const;

  // Seen nodes whose middle lies within `distance` of a point.
  std::vector<std::size_t> around(const Point& point, double distance) const;

  double spacing() const { return spacing_; }

 private:
  std::size_t index_of(std::uint32_t id);

  // Calls visit(index) for the seen nodes in the unit squares within `half` of a point along both
  // axes, and perhaps for others. Where there are more such squares than nodes it goes through the nodes.
  template <typename Visit>
  void visit_near(const Point& point, double half, const Visit& visit) const;

  static std::uint64_t bucket(std::int64_t x, std::int64_t z);
  std::int64_t column(double coordinate) const;

  std::vector<Node> nodes_;
  std::unordered_map<std::uint32_t, std::size_t> index_;                 // by the game's id
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> buckets_;  // seen, by unit squares
  mutable std::vector<std::vector<Diagonal>> diagonals_;
  mutable std::vector<bool> diagonals_known_;
  std::size_t seen_count_ = 0;
  double spacing_ = 1;
  bool spacing_known_ = false;
};

}  // namespace questproof
