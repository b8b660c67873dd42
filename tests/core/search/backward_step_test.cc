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

TEST(SortRanksTest, SortsFewAndMany) {
  Random random(1);
  for (const std::uint32_t size : {1u, 64u, 1000u, 100000u}) {
    for (const std::uint32_t share : {1u, 2u, 100u, 5000u}) {
      std::vector<std::uint32_t> ranks;
      for (std::uint32_t rank = 0; rank < size; ++rank) {
        if (random.next() % share == 0) ranks.push_back(rank);
      }
      const std::vector<std::uint32_t> expected = ranks;
      shuffle(ranks, random);
      sort_ranks(ranks, size);
      EXPECT_EQ(ranks, expected) << size << ' ' << share;
    }
  }
}

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
  RankLists states(store.partition_count());
  for (Ordinal s = 0; s < store.size(); ++s) {
    if (!random.chance(60)) continue;
    chosen.insert(s);
    states[store.partition_holding(s)].push_back(s - store.base(store.partition_holding(s)));
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
