// SPDX-License-Identifier: MIT
#include "core/search/predecessor_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "tests/support/explored.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::explore_graph;
using testing_support::Explored;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::Random;
using testing_support::random_graph;

TEST(PredecessorListsTest, AgreeWithAListPerState) {
  Random random(1);
  for (const std::uint32_t states : {1u, 63u, 64u, 65u, 1000u}) {
    for (const std::size_t count : {0u, 1u, 30u, 5000u}) {
      std::vector<std::vector<PredecessorLists::Edge>> edges(3);
      std::vector<std::vector<Ordinal>> expected(states);
      for (std::size_t i = 0; i < count; ++i) {
        const PredecessorLists::Edge edge{static_cast<std::uint32_t>(random.next() % states),
                                          static_cast<Ordinal>(random.next() % 100)};
        edges[i * 3 / count].push_back(edge);
        expected[edge.destination].push_back(edge.source);
      }
      const PredecessorLists lists(states, edges);
      EXPECT_EQ(lists.empty(), count == 0);
      for (std::uint32_t rank = 0; rank < states; ++rank) {
        const auto found = lists.predecessors(rank);
        ASSERT_EQ(std::vector(found.begin(), found.end()), expected[rank])
            << states << ' ' << count << ' ' << rank;
      }
    }
  }
}

template <unsigned W>
void check_predecessors(std::uint64_t seed, std::size_t words, const SearchOptions& options) {
  Random random(seed);
  const LabelledGraph graph = random_graph(random, {.largest_states = 300, .words = words});
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph, seed);
  Explored<W> explored(space, options);
  const StateStore<W>& store = explored.store;
  const std::vector<PredecessorLists> lists = explored.lists(space);
  if (lists.empty()) return;
  ASSERT_EQ(lists.size(), store.partition_count());
  std::vector<std::vector<Ordinal>> expected(store.size());
  for (const LabelledGraph::Edge& edge : graph.edges) {
    if (!truth.depth[edge.from] || edge.from == edge.to || space.invertible(edge.label)) continue;
    expected[store.find(graph.rows[edge.to])].push_back(store.find(graph.rows[edge.from]));
  }
  for (Ordinal s = 0; s < store.size(); ++s) {
    const std::size_t partition = store.partition_holding(s);
    const auto span = lists[partition].predecessors(s - store.base(partition));
    std::vector<Ordinal> before(span.begin(), span.end());
    std::sort(before.begin(), before.end());
    std::sort(expected[s].begin(), expected[s].end());
    ASSERT_EQ(before, expected[s]) << "seed " << seed;
  }
}

TEST(PredecessorListsTest, HoldEveryTransitionWithoutAWayBackOnce) {
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    const int threads = 1 + static_cast<int>(seed % 4);
    const SearchOptions options{.threads = threads,
                                .partitions = seed % 3 == 0 ? 1u : 64u,
                                .chunk_transitions = seed % 2 == 0 ? 1u : 100000u};
    check_predecessors<1>(seed, 1, options);
    check_predecessors<8>(seed, 5, options);
    if (testing::Test::HasFatalFailure()) return;
  }
}

LabelledGraph chain(std::uint32_t states) {
  LabelledGraph graph = LabelledGraph::numbered(states, 1);
  for (std::uint32_t s = 0; s + 1 < states; ++s) graph.edges.push_back({s, 0, s + 1});
  graph.initial = {0};
  return graph;
}

TEST(PredecessorListsTest, ASuccessorThatIsNotStoredIsABrokenInvariant) {
  LabelledGraph graph = chain(5);
  const GraphSpace space(graph);
  Explored<1> explored(space);
  graph.rows.push_back({77});
  graph.edges.back().to = 5;
  const GraphSpace other(graph);
  EXPECT_THROW(list_one_way_predecessors<1>(other, explored.store, 4, explored.options,
                                            explored.parallel, explored.watch),
               Error);
}

TEST(PredecessorListsTest, NothingWhenALimitIsHit) {
  const GraphSpace space(chain(5));
  Explored<1> explored(space);
  explored.watch.set_limit("hit");
  EXPECT_FALSE(list_one_way_predecessors<1>(space, explored.store, 4, explored.options,
                                            explored.parallel, explored.watch));
}

}  // namespace
}  // namespace questproof
