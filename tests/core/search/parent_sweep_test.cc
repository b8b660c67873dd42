// SPDX-License-Identifier: MIT
#include "core/search/parent_sweep.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <vector>

#include "core/base/error.h"
#include "core/search/trace_finder.h"
#include "tests/support/explored.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/on_ranks.h"
#include "tests/support/random_graph.h"

namespace questproof {
namespace {

using testing_support::explore_graph;
using testing_support::Explored;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::on_ranks;
using testing_support::plan_of;
using testing_support::Random;
using testing_support::random_graph;

// The step that leads to each stored state, by the plain list of edges.
struct OracleStep {
  std::uint32_t label = ParentStep::kNone;
  std::vector<Word> parent;
};
std::map<std::vector<Word>, OracleStep> oracle_steps(const LabelledGraph& graph,
                                                     const GraphTruth& truth) {
  std::map<std::vector<Word>, OracleStep> steps;
  for (std::uint32_t state = 0; state < graph.rows.size(); ++state) {
    if (truth.depth[state]) steps[graph.rows[state]];
  }
  const auto order = [&](std::uint32_t label, const std::vector<Word>& parent) {
    return std::tuple(graph.labels[label].event, graph.labels[label].outcome, parent);
  };
  for (const LabelledGraph::Edge& edge : graph.edges) {
    if (!truth.depth[edge.from] || *truth.depth[edge.to] != *truth.depth[edge.from] + 1) continue;
    OracleStep& step = steps[graph.rows[edge.to]];
    if (step.label == ParentStep::kNone ||
        order(edge.label, graph.rows[edge.from]) < order(step.label, step.parent)) {
      step = {edge.label, graph.rows[edge.from]};
    }
  }
  return steps;
}

struct LabelTruth {
  std::uint64_t transitions = 0;
  std::optional<Sighting> first;
};
std::vector<LabelTruth> label_truth(const LabelledGraph& graph, const GraphTruth& truth) {
  std::vector<LabelTruth> labels(graph.labels.size());
  for (const LabelledGraph::Edge& edge : graph.edges) {
    if (!truth.depth[edge.from] || edge.from == edge.to) continue;
    ++labels[edge.label].transitions;
    Sighting::keep(labels[edge.label].first, *truth.depth[edge.from], graph.rows[edge.from]);
  }
  return labels;
}

// On one of several ranks, each of which checks the steps of its own states; or alone.
template <unsigned W>
void check_graph(std::uint64_t seed, std::size_t words, std::uint64_t column_bytes,
                 const SearchOptions& options, Transport* transport = nullptr) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", columns of " << column_bytes);
  Random random(seed);
  const LabelledGraph graph = random_graph(random, {.largest_states = 200, .words = words});
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph, seed);
  Explored<W> explored(space, options, transport);
  const auto expected = oracle_steps(graph, truth);
  ParentSweep<W> sweep(space, explored.store, options.chunk_transitions, column_bytes,
                       explored.parallel, explored.watch);
  std::size_t visited = explored.store.ranks().begin();
  const bool finished = sweep.run([&](std::size_t begin, std::size_t end) {
    ASSERT_EQ(begin, visited);
    visited = end;
    for (; begin < end; ++begin) {
      for (std::uint32_t rank = 0; rank < explored.store.run(begin).size(); ++rank) {
        std::vector<Word> state(space.word_count());
        explored.store.copy_state(explored.store.base(begin) + rank, state.data());
        const OracleStep& step = expected.at(state);
        const ParentStep found = sweep.step(begin, rank);
        ASSERT_EQ(found.label, step.label);
        if (step.label == ParentStep::kNone) continue;
        for (std::size_t w = 0; w < state.size(); ++w) state[w] ^= found.change[w];
        ASSERT_EQ(state, step.parent);
      }
    }
  });
  ASSERT_TRUE(finished);
  ASSERT_EQ(visited, explored.store.ranks().end());
  const std::vector<LabelTruth> labels = label_truth(graph, truth);
  const std::vector<LabelUse> use = sweep.label_use();
  for (std::size_t label = 0; label < labels.size(); ++label) {
    ASSERT_EQ(use[label].enabled, truth.enabled[label]);
    ASSERT_EQ(use[label].transitions, labels[label].transitions);
    ASSERT_EQ(use[label].first, labels[label].first);
  }
}

TEST(ParentSweepTest, StepsAreTheCanonicalOnesHoweverTheyAreFound) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    for (const std::uint64_t column_bytes : {std::uint64_t{1} << 30, std::uint64_t{200}}) {
      SearchOptions options{.threads = 1 + static_cast<int>(seed % 4),
                            .partitions = seed % 3 == 0 ? 1u : 16u};
      if (seed % 2 == 0) options.chunk_transitions = 50;
      check_graph<1>(seed, 1, column_bytes, options);
      check_graph<4>(seed, 3, column_bytes, options);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(ParentSweepTest, RanksFindTheStepsOfTheirStates) {
  for (std::uint64_t seed = 200; seed < 260; ++seed) {
    SearchOptions options{.threads = 1 + static_cast<int>(seed % 2),
                          .partitions = seed % 3 == 0 ? 4u : 64u};
    if (seed % 2 == 0) options.chunk_transitions = 50;
    const std::uint64_t column_bytes = seed % 4 < 2 ? std::uint64_t{1} << 30 : 300;
    const auto ranks = static_cast<int>(1 + seed % 7);
    on_ranks<int>(ranks, plan_of(seed), [&](Transport& transport) {
      check_graph<1>(seed, 1, column_bytes, options, &transport);
      check_graph<4>(seed, 3, column_bytes, options, &transport);
      return 0;
    });
    if (testing::Test::HasFailure()) return;
  }
}

// Following the steps back gives the trace that the finder gives.
TEST(ParentSweepTest, StepsAreThoseOfTraces) {
  for (std::uint64_t seed = 500; seed < 540; ++seed) {
    Random random(seed);
    const LabelledGraph graph = random_graph(random, {.largest_states = 100, .words = 2});
    const GraphSpace space(graph, seed);
    Explored<2> explored(space);
    const TraceFinder<2> finder(space, explored.store, explored.initial, explored.parallel);
    ParentSweep<2> sweep(space, explored.store, 1000, 1 << 20, explored.parallel, explored.watch);
    ASSERT_TRUE(sweep.run([&](std::size_t, std::size_t) {
      for (Ordinal target = 0; target < explored.store.size(); ++target) {
        std::vector<Word> state(space.word_count());
        explored.store.copy_state(target, state.data());
        const Trace trace = finder.find({state}).front();
        Ordinal at = target;
        for (std::size_t i = trace.steps.size(); i > 0; --i) {
          const std::size_t partition = explored.store.partition_holding(at);
          const ParentStep step = sweep.step(partition, at - explored.store.base(partition));
          ASSERT_EQ(space.label(step.label).event, trace.steps[i - 1].event);
          ASSERT_EQ(space.label(step.label).branches, trace.steps[i - 1].branches);
          explored.store.copy_state(at, state.data());
          for (std::size_t w = 0; w < state.size(); ++w) state[w] ^= step.change[w];
          at = explored.store.find(state);
        }
        explored.store.copy_state(at, state.data());
        ASSERT_TRUE(std::equal(state.begin(), state.end(), trace.states.begin()));
      }
    }));
  }
}

TEST(ParentSweepTest, StopsAtALimit) {
  Random random(7);
  const LabelledGraph graph = random_graph(random, {.largest_states = 200, .words = 1});
  const GraphSpace space(graph);
  Explored<1> explored(space);
  RunWatch watch({.memory_bytes = 1}, {});
  ParentSweep<1> sweep(space, explored.store, 1000, 1 << 20, explored.parallel, watch);
  EXPECT_FALSE(sweep.run([](std::size_t, std::size_t) { FAIL(); }));
}

}  // namespace
}  // namespace questproof
