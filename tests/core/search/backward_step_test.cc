// SPDX-License-Identifier: MIT
#include "core/search/backward_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

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

// Loads of some states arrive at all their stored predecessors, and nowhere else.
template <unsigned W>
void check_step(std::uint64_t seed, std::size_t words, const SearchOptions& options) {
  Random random(seed);
  const LabelledGraph graph = random_graph(random, {.largest_states = 200, .words = words});
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph, seed);
  Explored<W> explored(space, options);
  const StateStore<W>& store = explored.store;
  const std::vector<PredecessorLists> lists = explored.lists(space);
  BackwardStep<W, std::uint32_t> step(space, store, lists, options.chunk_transitions,
                                      explored.parallel);
  std::set<Ordinal> chosen;
  StateSet states(store.run_sizes());
  for (Ordinal s = 0; s < store.size(); ++s) {
    if (!random.chance(60)) continue;
    chosen.insert(s);
    const std::size_t partition = store.partition_holding(s);
    states.add(partition, s - store.base(partition));
  }
  std::vector<std::set<Ordinal>> expected(store.size());
  for (const LabelledGraph::Edge& edge : graph.edges) {
    if (!truth.depth[edge.from] || edge.from == edge.to) continue;
    const Ordinal to = store.find(graph.rows[edge.to]);
    if (chosen.contains(to)) expected[store.find(graph.rows[edge.from])].insert(to);
  }
  std::vector<std::set<Ordinal>> found(store.size());
  step.run(
      states,
      [&](std::size_t partition, std::uint32_t rank) { return store.base(partition) + rank; },
      [&](std::size_t partition, std::uint32_t rank, std::uint32_t load) {
        found[store.base(partition) + rank].insert(load);
      });
  ASSERT_EQ(found, expected) << "seed " << seed;
}

TEST(BackwardStepTest, CarriesLoadsToAllStoredPredecessors) {
  for (std::uint64_t seed = 0; seed < 90; ++seed) {
    const SearchOptions options{.threads = 1 + static_cast<int>(seed % 4),
                                .partitions = seed % 5 == 0 ? 1u : 128u,
                                .chunk_transitions = seed % 2 == 0 ? 1u : 1000u};
    check_step<1>(seed, 1, options);
    check_step<4>(seed, 3, options);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace questproof
