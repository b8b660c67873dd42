// SPDX-License-Identifier: MIT
#include "core/search/state_store.h"

#include <gtest/gtest.h>

#include <set>
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

template <unsigned W>
void check_store(std::uint64_t seed, std::size_t words, std::uint32_t partitions) {
  Random random(seed);
  const LabelledGraph graph = random_graph(random, {.largest_states = 400, .words = words});
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph);
  Explored<W> explored(space, {.threads = 2, .partitions = partitions});
  const StateStore<W>& store = explored.store;
  ASSERT_EQ(store.size(), truth.states);
  ASSERT_LE(store.partition_count(), partitions);
  std::set<Ordinal> ordinals;
  for (std::uint32_t s = 0; s < graph.rows.size(); ++s) {
    const Ordinal ordinal = store.find(graph.rows[s]);
    ASSERT_EQ(ordinal != kNoOrdinal, truth.depth[s].has_value());
    if (ordinal == kNoOrdinal) continue;
    ordinals.insert(ordinal);
    ASSERT_LT(ordinal, store.size());
    ASSERT_EQ(store.level(ordinal), *truth.depth[s]);
    std::vector<Word> row(words);
    store.copy_state(ordinal, row.data());
    ASSERT_EQ(row, graph.rows[s]);
  }
  ASSERT_EQ(ordinals.size(), store.size());
  std::uint64_t in_blocks = 0;
  for (const RankRange& range : store.blocks()) in_blocks += range.end - range.begin;
  ASSERT_EQ(in_blocks, store.size());
  ASSERT_GT(store.memory_bytes(), 0u);
}

TEST(StateStoreTest, FindsWhatIsReachableAndNothingElse) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const std::uint32_t partitions : {1u, 2u, 16u, 256u, 4096u}) {
      check_store<1>(seed, 1, partitions);
      check_store<2>(seed, 2, partitions);
      check_store<4>(seed, 3, partitions);
      check_store<32>(seed, 17, partitions);
      if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed << ", " << partitions;
    }
  }
}

}  // namespace
}  // namespace questproof
