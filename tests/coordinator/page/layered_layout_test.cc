// SPDX-License-Identifier: MIT
#include "coordinator/page/layered_layout.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace questproof {
namespace {

struct Box {
  double left, top, right, bottom;
};

std::vector<Box> boxes_of(const LayoutGraph& graph, const Layout& layout) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < graph.heights.size(); ++i) {
    const LayoutPoint corner = layout.corners[i];
    boxes.push_back({corner.x, corner.y, corner.x + kBoxWidth, corner.y + graph.heights[i]});
  }
  return boxes;
}

bool on_a_side(const Box& box, const LayoutPoint& point) {
  const bool at_side = point.x == box.left || point.x == box.right;
  return at_side && point.y > box.top && point.y < box.bottom;
}

// A line that bends between two points stays between them from left to right, so it is enough to look at boxes
// whose columns lie between.
void expect_clear(const std::vector<Box>& boxes, const LayoutPoint& from, const LayoutPoint& to) {
  const double left = std::min(from.x, to.x);
  const double right = std::max(from.x, to.x);
  for (const Box& box : boxes) {
    const bool beside = box.right <= left || box.left >= right;
    const bool above_or_below = from.y == to.y && (from.y <= box.top || from.y >= box.bottom);
    EXPECT_TRUE(beside || above_or_below);
  }
}

LayoutGraph random_graph(std::mt19937& random) {
  LayoutGraph graph;
  const std::size_t count = 1 + random() % 45;
  for (std::size_t i = 0; i < count; ++i)
    graph.heights.push_back(31 + 15.0 * static_cast<double>(random() % 5));
  if (random() % 5 != 0) graph.starts.push_back(random() % count);
  if (random() % 3 == 0) graph.starts.push_back(random() % count);
  std::set<std::pair<std::size_t, std::size_t>> joined;
  for (std::size_t i = 0; i < count * (1 + random() % 3); ++i) {
    const std::size_t from = random() % count;
    const std::size_t to = random() % count;
    if (from == to || !joined.emplace(std::min(from, to), std::max(from, to)).second) continue;
    graph.edges.push_back({from, to, random() % 2 == 0});
  }
  return graph;
}

TEST(LayeredLayoutTest, BoxesAreApartAndNoLineCrossesOne) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const LayoutGraph graph = random_graph(random);
    const Layout layout = lay_out(graph);
    const std::vector<Box> boxes = boxes_of(graph, layout);
    for (std::size_t a = 0; a < boxes.size(); ++a) {
      EXPECT_TRUE(boxes[a].left > 0 && boxes[a].top > 0);
      EXPECT_TRUE(boxes[a].right < layout.width && boxes[a].bottom < layout.height);
      for (std::size_t b = 0; b < a; ++b) {
        EXPECT_TRUE(boxes[a].right < boxes[b].left || boxes[b].right < boxes[a].left ||
                    boxes[a].bottom < boxes[b].top || boxes[b].bottom < boxes[a].top);
      }
    }
    ASSERT_EQ(layout.routes.size(), graph.edges.size());
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const std::vector<LayoutPoint>& route = layout.routes[e];
      ASSERT_GE(route.size(), 2U);
      EXPECT_TRUE(on_a_side(boxes[graph.edges[e].from], route.front()));
      EXPECT_TRUE(on_a_side(boxes[graph.edges[e].to], route.back()));
      for (std::size_t k = 1; k < route.size(); ++k) expect_clear(boxes, route[k - 1], route[k]);
    }
  }
}

// Distances by relaxing edges until nothing changes.
TEST(LayeredLayoutTest, ColumnsAreDistancesFromTheStarts) {
  std::mt19937 random(8);
  for (int i = 0; i < 300; ++i) {
    LayoutGraph graph = random_graph(random);
    if (graph.starts.empty()) graph.starts.push_back(0);
    constexpr std::size_t kFar = 1000;
    std::vector<std::size_t> distance(graph.heights.size(), kFar);
    for (const std::size_t start : graph.starts) distance[start] = 0;
    for (std::size_t round = 0; round < distance.size(); ++round) {
      for (const LayoutGraph::Edge& edge : graph.edges) {
        distance[edge.to] = std::min(distance[edge.to], distance[edge.from] + 1);
        if (edge.both) distance[edge.from] = std::min(distance[edge.from], distance[edge.to] + 1);
      }
    }
    const Layout layout = lay_out(graph);
    for (std::size_t node = 0; node < distance.size(); ++node) {
      if (distance[node] == kFar) continue;
      EXPECT_EQ(layout.columns[node], distance[node]);
    }
  }
}

TEST(LayeredLayoutTest, EdgesOfALadderDoNotCross) {
  LayoutGraph graph;
  graph.heights.assign(7, 31);
  graph.starts = {0};
  graph.edges = {{0, 2, false}, {0, 1, false}, {1, 4, false},
                 {2, 3, false}, {3, 5, false}, {4, 6, false}};
  const Layout layout = lay_out(graph);
  const auto above = [&](std::size_t a, std::size_t b) {
    return layout.corners[a].y < layout.corners[b].y;
  };
  EXPECT_EQ(above(1, 2), above(4, 3));
  EXPECT_EQ(above(4, 3), above(6, 5));
}

TEST(LayeredLayoutTest, NothingAtAllIsAPictureToo) { EXPECT_TRUE(lay_out({}).corners.empty()); }

}  // namespace
}  // namespace questproof
