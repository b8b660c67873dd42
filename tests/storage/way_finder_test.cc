// SPDX-License-Identifier: MIT
#include "storage/way_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/support/built_database.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/random_graph.h"

namespace questproof {
namespace {

using testing_support::build_database;
using testing_support::explore_graph;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::Random;
using testing_support::random_graph;
using testing_support::TemporaryFolder;

// Every step is an edge, and the last state is one in which the quest is done.
void check_trace(const LabelledGraph& graph, const Trace& trace, std::uint32_t from,
                 std::size_t quest) {
  const std::size_t words = graph.word_bits.size();
  std::map<std::vector<Word>, std::uint32_t> numbers;
  for (std::uint32_t s = 0; s < graph.rows.size(); ++s) numbers[graph.rows[s]] = s;
  const auto state_at = [&](std::size_t i) {
    const auto begin = trace.states.begin() + static_cast<std::ptrdiff_t>(i * words);
    return numbers.at({begin, begin + static_cast<std::ptrdiff_t>(words)});
  };
  ASSERT_EQ(state_at(0), from);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    ASSERT_TRUE(std::any_of(graph.edges.begin(), graph.edges.end(), [&](const auto& edge) {
      return edge.from == state_at(i) && edge.to == state_at(i + 1) &&
             graph.labels[edge.label].event == trace.steps[i].event &&
             graph.labels[edge.label].branches == trace.steps[i].branches;
    }));
  }
  ASSERT_TRUE(graph.quests[quest].done[state_at(trace.steps.size())]);
}

struct Seen {
  int stored = 0, unstored = 0, none = 0, mixed = 0;
};

void check_graph(std::uint64_t seed, Seen& seen) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  Random random(seed);
  const LabelledGraph graph =
      random_graph(random, {.largest_states = 120, .words = 2, .quests = 3, .faulty_percent = 0});
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph, seed);
  const TemporaryFolder folder;
  ASSERT_TRUE(build_database<2>(folder.path(), space));
  const auto database = StateDatabase::open(folder.path());
  WayFinder finder(*database, space);
  for (std::uint32_t state = 0; state < graph.rows.size(); ++state) {
    for (std::size_t q = 0; q < graph.quests.size(); ++q) {
      const auto& quest = graph.quests[q];
      const StoredWay way = finder.find(graph.rows[state], q, {});
      const auto distance = truth.quests[q].distance[state];
      ASSERT_EQ(way.outcome, distance ? StoredWay::Outcome::kFound : StoredWay::Outcome::kNone);
      ASSERT_EQ(way.pending, quest.pending[state] && !quest.done[state]);
      if (!distance) {
        ++seen.none;
        continue;
      }
      ASSERT_TRUE(way.shortest);
      ASSERT_EQ(way.distance, *distance);
      ASSERT_EQ(way.trace.steps.size(), *distance);
      check_trace(graph, way.trace, state, q);
      const StoredWay next = finder.find(graph.rows[state], q, {.steps = 1, .searched = 1000});
      ASSERT_EQ(next.distance, *distance);
      ASSERT_EQ(next.trace.steps.size(), std::min<std::size_t>(1, *distance));
      if (*distance > 0) {
        ASSERT_EQ(next.trace.steps[0], way.trace.steps[0]);
      }
      ++(truth.depth[state] ? seen.stored : seen.unstored);
      seen.mixed += way.unstored_steps > 0 && way.unstored_steps < way.distance;
      if (truth.depth[state]) {
        ASSERT_EQ(way.searched, 0u);
      }
    }
  }
}

TEST(WayFinderTest, DistancesAreThoseOfTheOracleFromEveryState) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    check_graph(seed, seen);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(seen.stored, 100);
  EXPECT_GT(seen.unstored, 50);
  EXPECT_GT(seen.none, 50);
  EXPECT_GT(seen.mixed, 10);
}

// 10 -> 11 -> ... -> 19 are not stored and lead to 1, one before the end.
TEST(WayFinderTest, ASearchThatIsGivenUpSaysSo) {
  LabelledGraph graph = LabelledGraph::numbered(20, 2);
  graph.initial = {0};
  graph.edges = {{0, 0, 1}, {1, 0, 2}};
  for (std::uint32_t s = 10; s < 19; ++s) graph.edges.push_back({s, 1, s + 1});
  graph.edges.push_back({19, 1, 1});
  graph.add_quest({2}, {0, 1, 10});
  const GraphSpace space(graph);
  const TemporaryFolder folder;
  ASSERT_TRUE(build_database<1>(folder.path(), space));
  const auto database = StateDatabase::open(folder.path());
  WayFinder finder(*database, space);
  const StoredWay found = finder.find(graph.rows[10], 0, {});
  EXPECT_EQ(found.distance, 11u);
  EXPECT_EQ(found.unstored_steps, 10u);
  EXPECT_EQ(found.searched, 10u);
  const StoredWay given_up = finder.find(graph.rows[10], 0, {.steps = 1, .searched = 5});
  EXPECT_EQ(given_up.outcome, StoredWay::Outcome::kUnknown);
  EXPECT_TRUE(given_up.pending);
}

}  // namespace
}  // namespace questproof
