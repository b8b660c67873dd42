// SPDX-License-Identifier: MIT
#include "core/search/trace_finder.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/error.h"
#include "tests/support/explored.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::canonical_trace;
using testing_support::explore_graph;
using testing_support::Explored;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::Random;
using testing_support::random_graph;

Trace trace_to(const LabelledGraph& graph, std::uint32_t state) {
  const GraphSpace space(graph);
  Explored<1> explored(space);
  return TraceFinder<1>(space, explored.store, explored.initial, explored.parallel)
      .find({graph.rows[state]})
      .front();
}

std::vector<std::uint32_t> events(const Trace& trace) {
  std::vector<std::uint32_t> result;
  for (const Step& step : trace.steps) result.push_back(step.event.index);
  return result;
}

// 0 --> 1, 2, 3 --> 4
LabelledGraph diamond() {
  LabelledGraph graph = LabelledGraph::numbered(5, 6);
  graph.initial = {0};
  graph.edges = {{0, 0, 3}, {0, 1, 2}, {0, 2, 1}};
  return graph;
}

TEST(TraceFinderTest, TheSmallestEventComesFirst) {
  LabelledGraph graph = diamond();
  graph.edges.insert(graph.edges.end(), {{1, 5, 4}, {2, 4, 4}, {3, 5, 4}});
  const Trace trace = trace_to(graph, 4);
  EXPECT_EQ(events(trace), (std::vector<std::uint32_t>{1, 4}));
  EXPECT_EQ(trace.states, (std::vector<Word>{0, 2, 4}));
}

TEST(TraceFinderTest, ThenTheSmallestParent) {
  LabelledGraph graph = diamond();
  graph.edges.insert(graph.edges.end(), {{3, 4, 4}, {2, 4, 4}, {1, 4, 4}});
  const Trace trace = trace_to(graph, 4);
  EXPECT_EQ(trace.states, (std::vector<Word>{0, 1, 4}));
}

// Labels are ordered by event and outcome, not by their numbers.
TEST(TraceFinderTest, OfOneEventTheSmallestOutcome) {
  LabelledGraph graph = diamond();
  graph.labels[3].event = graph.labels[4].event = {7};
  graph.labels[3].outcome = 2;
  graph.labels[4].outcome = 1;
  graph.edges.insert(graph.edges.end(), {{1, 3, 4}, {3, 4, 4}});
  const Trace trace = trace_to(graph, 4);
  EXPECT_EQ(trace.states, (std::vector<Word>{0, 3, 4}));
  EXPECT_EQ(trace.steps[1].branches, (std::vector<BranchId>{{4}}));
}

TEST(TraceFinderTest, AnInitialStateHasAnEmptyTraceOfItsFirstVariant) {
  LabelledGraph graph = diamond();
  graph.initial = {2, 0, 3, 0, 3};
  const Trace trace = trace_to(graph, 3);
  EXPECT_EQ(trace.variant, 2u);
  EXPECT_TRUE(trace.steps.empty());
  EXPECT_EQ(trace.states, (std::vector<Word>{3}));
  EXPECT_EQ(trace_to(graph, 0).variant, 1u);
}

// A transition from the same level or a deeper one is no step of a shortest path.
TEST(TraceFinderTest, OnlyTheLevelBeforeCounts) {
  LabelledGraph graph = diamond();
  graph.edges.insert(graph.edges.end(), {{1, 0, 3}, {4, 0, 2}, {2, 5, 4}});
  EXPECT_EQ(events(trace_to(graph, 3)), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(events(trace_to(graph, 2)), (std::vector<std::uint32_t>{1}));
}

TEST(TraceFinderTest, NoTargetsNoTraces) {
  const GraphSpace space(diamond());
  Explored<1> explored(space);
  EXPECT_TRUE(
      TraceFinder<1>(space, explored.store, explored.initial, explored.parallel).find({}).empty());
}

TEST(TraceFinderTest, ATargetThatIsNotStoredIsABrokenInvariant) {
  EXPECT_THROW(trace_to(diamond(), 4), Error);
}

// All states at once, some of them twice.
template <unsigned W>
void check_all_targets(std::uint64_t seed, std::size_t words, const SearchOptions& options) {
  Random random(seed);
  const LabelledGraph graph = random_graph(random, {.largest_states = 200, .words = words});
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph, seed);
  Explored<W> explored(space, options);
  std::vector<std::vector<Word>> targets;
  std::vector<Trace> expected;
  for (std::uint32_t i = 0; i < graph.rows.size() + 20; ++i) {
    const auto state = static_cast<std::uint32_t>(random.next() % graph.rows.size());
    if (!truth.depth[state]) continue;
    targets.push_back(graph.rows[state]);
    expected.push_back(canonical_trace(graph, truth, state));
  }
  const TraceFinder<W> finder(space, explored.store, explored.initial, explored.parallel);
  ASSERT_EQ(finder.find(targets), expected) << "seed " << seed;
}

TEST(TraceFinderTest, TracesAreCanonicalHoweverTheyAreFound) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    for (const std::uint32_t partitions : {1u, 256u}) {
      const SearchOptions options{.threads = 1 + static_cast<int>(seed % 4),
                                  .partitions = partitions};
      check_all_targets<1>(seed, 1, options);
      check_all_targets<4>(seed, 3, options);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// More than 255 levels take more than a byte each; more than 1024 states of a level are expanded
// in several blocks.
TEST(TraceFinderTest, DeepAndWideSpaces) {
  LabelledGraph graph = LabelledGraph::numbered(4000, 4);
  for (std::uint32_t s = 0; s < 400; ++s) graph.edges.push_back({s, s % 4, s + 1});
  for (std::uint32_t s = 1000; s < 4000; ++s) graph.initial.push_back(s);
  graph.initial.push_back(0);
  graph.edges.push_back({3999, 3, 1});
  graph.edges.push_back({2999, 3, 1});
  const GraphTruth truth = explore_graph(graph);
  for (const std::uint32_t state : {1u, 255u, 256u, 257u, 400u}) {
    EXPECT_EQ(trace_to(graph, state), canonical_trace(graph, truth, state));
  }
}

}  // namespace
}  // namespace questproof
