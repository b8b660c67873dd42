// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace questproof {

// A picture of a small directed graph in columns: what is so many edges away from the starts stands in the column of
// that number; within a column the order is such that edges cross seldom.
//
// After K. Sugiyama, S. Tagawa and M. Toda, "Methods for Visual Understanding of Hierarchical System Structures" (1981),
// with breadth-first distances for columns (edges that lead back are welcome here, they need not be turned round), and
// barycentres, forwards and backwards in turns, for the order. An edge that passes columns by goes through a free place
// in each of them, so that no line crosses a box.

struct LayoutPoint {
  double x = 0;
  double y = 0;
  bool operator==(const LayoutPoint&) const = default;
};

struct LayoutGraph {
  struct Edge {  // between different nodes
    std::size_t from = 0;
    std::size_t to = 0;
    bool both = false;  // it leads back too
  };
  std::vector<double> heights;      // of the boxes, by node
  std::vector<std::size_t> starts;  // nodes of the first column
  std::vector<Edge> edges;
};

struct Layout {
  double width = 0;
  double height = 0;
  std::vector<LayoutPoint> corners;              // upper left, by node
  std::vector<std::size_t> columns;              // by node
  std::vector<std::vector<LayoutPoint>> routes;  // by edge, from its first node to its second
};

inline constexpr double kBoxWidth = 184;

// Nodes that no start leads to begin in the first column too, the first of them first. The result depends on nothing but
// the graph.
Layout lay_out(const LayoutGraph& graph);

}  // namespace questproof
