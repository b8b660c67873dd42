// SPDX-License-Identifier: MIT
// solve() of core/search/certify.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/search/certify.h"
#include "tests/support/graph_space.h"
#include "tests/support/on_ranks.h"
#include "tests/support/random_graph.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::GraphSpace;
using testing_support::LabelledGraph;

// 0 --> 1 --> 2 --> 3; the quests are done in 2, in 0, and nowhere.
LabelledGraph chain() {
  LabelledGraph graph = LabelledGraph::numbered(4, 1);
  graph.edges = {{0, 0, 1}, {1, 0, 2}, {2, 0, 3}};
  graph.initial = {0};
  graph.add_quest({2}, {});
  graph.add_quest({0}, {});
  graph.add_quest({}, {});
  return graph;
}

TEST(SolveTest, StopsAtTheFirstLevelWithADoneState) {
  const Solution found = solve(GraphSpace(chain()), 0, {}, {});
  EXPECT_EQ(found.verdict, Verdict::kProved);
  EXPECT_EQ(found.trace->steps.size(), 2u);
  EXPECT_EQ(found.profile.states, 3u) << "state 3 need not be explored";
}

TEST(SolveTest, ADoneStartNeedsNoStep) {
  const Solution found = solve(GraphSpace(chain()), 1, {}, {});
  EXPECT_EQ(found.verdict, Verdict::kProved);
  EXPECT_TRUE(found.trace->steps.empty());
}

TEST(SolveTest, NoPathIsProvedByExploringAll) {
  const Solution found = solve(GraphSpace(chain()), 2, {}, {});
  EXPECT_EQ(found.verdict, Verdict::kRefuted);
  EXPECT_FALSE(found.trace.has_value());
  EXPECT_EQ(found.profile.states, 4u);
}

TEST(SolveTest, FromGivenStates) {
  EXPECT_EQ(solve(GraphSpace(chain()), 0, {3}, {}).verdict, Verdict::kRefuted);
  const Solution found = solve(GraphSpace(chain()), 0, {3, 1, 0}, {});
  EXPECT_EQ(found.trace->steps.size(), 1u);
  EXPECT_EQ(found.trace->variant, 1u) << "counts the given states";
}

TEST(SolveTest, HalfAStateIsABrokenInvariant) {
  LabelledGraph graph = chain();
  graph.word_bits = {32, 32};
  for (auto& row : graph.rows) row.push_back(0);
  EXPECT_THROW(solve(GraphSpace(graph), 0, {0, 0, 1}, {}), Error);
}

TEST(SolveTest, ALimitMeansUnknown) {
  const GraphSpace space(chain());
  const Solution memory = solve(space, 2, {}, {.threads = 1, .memory_bytes = 1});
  EXPECT_EQ(memory.verdict, Verdict::kUnknown);
  EXPECT_THAT(memory.limit, HasSubstr("memory limit"));
  const Solution time = solve(space, 0, {}, {.threads = 1, .time_seconds = 1e-9});
  EXPECT_EQ(time.verdict, Verdict::kUnknown);
  EXPECT_THAT(time.limit, HasSubstr("time limit"));
  EXPECT_FALSE(time.trace.has_value());
}

TEST(SolveTest, AFaultMayHideAPath) {
  LabelledGraph graph = chain();
  graph.labels.push_back(graph.labels[0]);
  graph.labels[1].fault = true;
  graph.faults = {{3, 1}};
  EXPECT_EQ(solve(GraphSpace(graph), 0, {}, {}).verdict, Verdict::kProved);
  const Solution found = solve(GraphSpace(graph), 2, {}, {});
  EXPECT_EQ(found.verdict, Verdict::kUnknown);
  EXPECT_THAT(found.limit, HasSubstr("fault"));
}

TEST(SolveTest, AnUnknownQuestIsAUsageError) {
  try {
    solve(GraphSpace(chain()), 3, {}, {});
    FAIL() << "quest 3 of 3 was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
  }
}

TEST(SolveTest, RanksFindTheWayOfOneProcess) {
  int solved = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    testing_support::Random random(seed);
    const LabelledGraph graph = testing_support::random_graph(random, {.largest_states = 80});
    const GraphSpace space(graph, seed);
    const SearchOptions options{.threads = 1 + static_cast<int>(seed % 2),
                                .partitions = seed % 3 == 0 ? 4u : 64u,
                                .chunk_transitions = seed % 2 == 0 ? 10u : 1000u};
    for (std::size_t quest = 0; quest < graph.quests.size(); ++quest) {
      const Solution expected = solve(space, quest, {}, options);
      solved += expected.trace.has_value();
      const auto found = testing_support::on_ranks<Solution>(
          2 + static_cast<int>(seed % 4), testing_support::plan_of(seed),
          [&](Transport& transport) { return solve(space, quest, {}, options, {}, &transport); });
      for (const Solution& one : found) {
        ASSERT_EQ(one.verdict, expected.verdict);
        ASSERT_EQ(one.trace, expected.trace);
        ASSERT_EQ(one.profile.to_string(), expected.profile.to_string());
      }
    }
  }
  EXPECT_GT(solved, 30);
}

}  // namespace
}  // namespace questproof
