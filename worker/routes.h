// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "worker/belief.h"

namespace questproof {

// Shortest ways over known terrain from one point, by cost: length, and what harms on the way
// (Dijkstra 1959). Made anew for each decision.
class Routes {
 public:
  static constexpr double kUnreachable = std::numeric_limits<double>::infinity();

  // Over nodes that can be walked on as things seem to stand; with `all_doors_open`, as if they all were.
  Routes(const Belief& belief, const Point& from, std::uint64_t update,
         bool all_doors_open = false);

  double cost(std::size_t node) const { return node < cost_.size() ? cost_[node] : kUnreachable; }
  bool is_reachable(std::size_t node) const { return cost(node) < kUnreachable; }

  // The nodes to walk over, the first of which one stands at.
  std::vector<std::size_t> path(std::size_t node) const;

 private:
  std::vector<double> cost_;
  std::vector<std::size_t> before_;
};

// Whether a body can walk straight from one point to another over squares of passable nodes, all as
// harmless as `harmless` says.
bool is_clear(const Belief& belief, const Point& from, const Point& to,
              const std::function<bool(std::size_t)>& harmless);

}  // namespace questproof
