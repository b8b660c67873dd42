// SPDX-License-Identifier: MIT
#include "core/search/predecessor_graph.h"

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

template <unsigned W>
void check_predecessors(std::uint64_t seed, std::size_t words, const SearchOptions& options) {
  Random random(seed);
  const LabelledGraph graph = random_graph(random, {.largest_states = 300, .words = words});
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph, seed);
  Explored<W> explored(space, options);
  const PredecessorGraph found = explored.graph(space);
  ASSERT_EQ(found.states(), truth.states);
  ASSERT_EQ(found.transitions(), truth.transitions);
  std::vector<std::vector<Ordinal>> expected(found.states());
  for (const LabelledGraph::Edge& edge : graph.edges) {
    if (!truth.depth[edge.from] || edge.from == edge.to) continue;
    expected[explored.store.find(graph.rows[edge.to])].push_back(
        explored.store.find(graph.rows[edge.from]));
  }
  for (Ordinal s = 0; s < found.states(); ++s) {
    const auto span = found.predecessors(s);
    std::vector<Ordinal> before(span.begin(), span.end());
    std::sort(before.begin(), before.end());
    std::sort(expected[s].begin(), expected[s].end());
    ASSERT_EQ(before, expected[s]) << "seed " << seed;
  }
}

TEST(PredecessorGraphTest, HoldsEveryTransitionOnce) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
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

TEST(PredecessorGraphTest, AnotherNumberOfTransitionsIsABrokenInvariant) {
  const GraphSpace space(chain(5));
  Explored<1> explored(space);
  for (const std::uint64_t wrong : {3u, 5u}) {
    EXPECT_THROW(build_predecessor_graph<1>(space, explored.store, wrong, explored.options,
                                            explored.parallel, explored.watch),
                 Error);
  }
}

TEST(PredecessorGraphTest, ASuccessorThatIsNotStoredIsABrokenInvariant) {
  LabelledGraph graph = chain(5);
  const GraphSpace space(graph);
  Explored<1> explored(space);
  graph.rows.push_back({77});
  graph.edges.back().to = 5;
  const GraphSpace other(graph);
  EXPECT_THROW(build_predecessor_graph<1>(other, explored.store, 4, explored.options,
                                          explored.parallel, explored.watch),
               Error);
}

TEST(PredecessorGraphTest, NothingWhenALimitIsHit) {
  const GraphSpace space(chain(5));
  Explored<1> explored(space);
  explored.watch.set_limit("hit");
  EXPECT_EQ(build_predecessor_graph<1>(space, explored.store, 4, explored.options,
                                       explored.parallel, explored.watch),
            std::nullopt);
}

}  // namespace
}  // namespace questproof
