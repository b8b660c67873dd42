// SPDX-License-Identifier: MIT
#include "worker/choice_suite.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <utility>

namespace questproof {
namespace {

using NodeId = ChoiceSuite::NodeId;

// Nodes with few looks; nodes of one look have the same choices, as they must.
ChoiceGraph random_graph(std::mt19937_64& random, std::size_t nodes, LookId looks) {
  ChoiceGraph graph;
  std::vector<std::size_t> choices;
  for (LookId look = 0; look < looks; ++look) choices.push_back(random() % 4);
  choices[0] = 2;
  for (std::size_t i = 0; i < nodes; ++i) {
    ChoiceNode node;
    node.look = i == 0 ? 0 : static_cast<LookId>(random() % looks);
    for (std::size_t c = 0; c < choices[node.look]; ++c) {
      node.edges.push_back({std::string(1, static_cast<char>('a' + c)),
                            {static_cast<std::uint32_t>(random() % nodes)}});
    }
    graph.nodes.push_back(std::move(node));
  }
  return graph;
}

// Whether some choices tell them apart, by all pairs.
bool differ(const ChoiceGraph& graph, NodeId a, NodeId b) {
  std::set<std::pair<NodeId, NodeId>> seen = {{a, b}};
  std::vector<std::pair<NodeId, NodeId>> open(seen.begin(), seen.end());
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    if (graph.nodes[x].look != graph.nodes[y].look) return true;
    for (std::size_t edge = 0; edge < graph.nodes[x].edges.size(); ++edge) {
      const std::pair next(graph.nodes[x].edges[edge].targets[0],
                           graph.nodes[y].edges[edge].targets[0]);
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

std::vector<LookId> looks_after(const ChoiceGraph& graph, const ChoiceSuite& suite, NodeId node,
                                const ChoiceSuite::Choices& choices) {
  std::vector<LookId> looks;
  for (const std::string& choice : choices) {
    const std::optional<NodeId> next = suite.after(node, choice);
    if (!next) break;
    node = *next;
    looks.push_back(graph.nodes[node].look);
  }
  return looks;
}

TEST(ChoiceSuiteTest, ExperimentsTellApartWhateverCanBe) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 100; ++i) {
    const ChoiceGraph graph =
        random_graph(random, 1 + random() % 25, static_cast<LookId>(1 + random() % 4));
    const ChoiceSuite suite(graph);
    const std::vector<NodeId>& nodes = suite.representatives();
    EXPECT_EQ(nodes.size(), suite.state_count());
    for (const NodeId a : nodes) {
      EXPECT_EQ(looks_after(graph, suite, 0, suite.way_to(a)).size(), suite.way_to(a).size());
      NodeId at = 0;
      for (const std::string& choice : suite.way_to(a)) at = suite.after(at, choice).value();
      EXPECT_EQ(at, a);
      for (const NodeId b : nodes) {
        if (a == b) continue;
        EXPECT_TRUE(differ(graph, a, b));
        if (graph.nodes[a].look != graph.nodes[b].look) continue;
        bool told = false;
        for (const auto& experiment : suite.experiments(graph.nodes[a].look)) {
          told = told || looks_after(graph, suite, a, experiment) !=
                             looks_after(graph, suite, b, experiment);
        }
        EXPECT_TRUE(told) << i << ": " << a << " and " << b;
      }
    }
  }
}

TEST(ChoiceSuiteTest, EachNodeIsLikeOneThatRepresentsIt) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 50; ++i) {
    const ChoiceGraph graph =
        random_graph(random, 1 + random() % 20, static_cast<LookId>(1 + random() % 3));
    const ChoiceSuite suite(graph);
    for (NodeId node = 0; node < graph.nodes.size(); ++node) {
      if (node != 0 && !suite.last_step(node)) continue;
      bool represented = false;
      for (const NodeId each : suite.representatives()) {
        represented = represented || !differ(graph, node, each);
      }
      EXPECT_TRUE(represented) << i << ": " << node;
    }
  }
}

TEST(ChoiceSuiteTest, ToursMakeEachChoiceAfterEachOther) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 50; ++i) {
    const ChoiceGraph graph = random_graph(random, 1 + random() % 12, 3);
    const ChoiceSuite suite(graph);
    using Edge = std::pair<NodeId, std::string>;
    std::set<std::pair<Edge, Edge>> wanted, made;
    for (NodeId node = 0; node < graph.nodes.size(); ++node) {
      if (node != 0 && !suite.last_step(node)) continue;
      for (const ChoiceEdge& edge : graph.nodes[node].edges) {
        const NodeId next = edge.targets[0];
        for (const ChoiceEdge& after : graph.nodes[next].edges) {
          wanted.insert({{node, edge.choice}, {next, after.choice}});
        }
      }
    }
    for (const auto& tour : suite.tours_of_pairs(200)) {
      EXPECT_LE(tour.size(), 220U);
      NodeId node = 0;
      std::optional<Edge> last;
      for (const std::string& choice : tour) {
        const Edge edge = {node, choice};
        if (last) made.insert({*last, edge});
        last = edge;
        node = suite.after(node, choice).value();
      }
    }
    EXPECT_EQ(made, wanted) << i;
  }
}

TEST(ChoiceSuiteTest, LoopsLeadBack) {
  ChoiceGraph graph;
  graph.nodes = {{0, 0, {{"a", {1}}, {"b", {0}}, {"c", {2}}}}, {1, 0, {{"a", {0}}}}, {2, 0, {}}};
  const ChoiceSuite suite(graph);
  EXPECT_EQ(suite.loop(0, 0, 6), (ChoiceSuite::Choices{"a", "a"}));
  EXPECT_EQ(suite.loop(0, 1, 6), ChoiceSuite::Choices{"b"});
  EXPECT_EQ(suite.loop(0, 2, 6), std::nullopt);
  EXPECT_EQ(suite.loop(0, 0, 1), std::nullopt);
}

}  // namespace
}  // namespace questproof
