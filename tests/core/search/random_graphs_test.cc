// SPDX-License-Identifier: MIT
// The whole search on random graphs against an oracle that shares no code with it.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>

#include "core/search/certify.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/graph_space.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_model.h"
#include "tests/support/random_ownership.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

using testing_support::canonical_trace;
using testing_support::difference;
using testing_support::explore_graph;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::QuestTruth;
using testing_support::Random;
using testing_support::random_graph;
using testing_support::RandomGraphOptions;

SearchOptions random_options(Random& random, const StateSpace& space) {
  constexpr std::uint32_t kPartitions[] = {1, 2, 16, 256, 4096};
  constexpr std::uint64_t kChunks[] = {1, 100, std::uint64_t{1} << 22};
  SearchOptions options;
  options.threads = static_cast<int>(random.between(1, 4));
  options.partitions = kPartitions[random.next() % std::size(kPartitions)];
  if (random.next() % 2 == 0) {
    options.ownership = testing_support::random_ownership(
        random, space.word_count(), [&](std::size_t w) { return space.word_bits(w); });
  }
  options.chunk_transitions = kChunks[random.next() % std::size(kChunks)];
  options.quests_at_once =
      random.next() % 2 == 0 ? 64 : static_cast<std::uint32_t>(random.between(1, 9));
  if (options.partitions <= 16 && random.chance(30)) {  // all that can lies in scratch
    options.scratch_directory = testing_support::scratch_folder();
    options.scratch_from_bytes = 1;
  }
  return options;
}

std::string describe(const SearchOptions& options) {
  return fmt::format(
      "threads {}, partitions {}, projection {:x} and pivot {:x} of word {}, chunk {}, quests {}, "
      "scratch '{}'",
      options.threads, options.partitions, options.ownership.projection, options.ownership.pivot,
      options.ownership.word, options.chunk_transitions, options.quests_at_once,
      options.scratch_directory);
}

// One graph, four ways of running.
void check_graph(std::uint64_t seed, const RandomGraphOptions& shape) {
  Random random(seed);
  const LabelledGraph graph = random_graph(random, shape);
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph);
  const GraphSpace scrambled(graph, seed + 1);
  std::string profile;
  for (int run = 0; run < 4; ++run) {
    SearchOptions options = random_options(random, space);
    options.random_play = false;  // has tests of its own
    SCOPED_TRACE(fmt::format("seed {}, run {}, {}", seed, run, describe(options)));
    const GraphSpace* const checker = run % 2 == 0 ? &space : &scrambled;
    const Certification found = certify(run < 2 ? space : scrambled, checker, options);
    ASSERT_EQ(difference(graph, truth, found), "");
    ASSERT_TRUE(found.verified);
    if (run == 0) profile = found.profile.to_string();
    ASSERT_EQ(found.profile.to_string(), profile);
  }
}

void check_graphs(std::uint64_t first_seed, std::uint64_t count, const RandomGraphOptions& shape) {
  for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    check_graph(seed, shape);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RandomGraphsTest, CertifyAgreesWithTheOracleOneWord) {
  check_graphs(10000, 150, {.words = 1});
}
TEST(RandomGraphsTest, CertifyAgreesWithTheOracleTwoWords) {
  check_graphs(20000, 100, {.words = 2});
}
TEST(RandomGraphsTest, CertifyAgreesWithTheOracleThreeWords) {
  check_graphs(30000, 100, {.words = 3});
}
TEST(RandomGraphsTest, CertifyAgreesWithTheOracleFiveWords) {
  check_graphs(40000, 50, {.words = 5});
}
TEST(RandomGraphsTest, CertifyAgreesWithTheOracleSeventeenWords) {
  check_graphs(50000, 50, {.words = 17});
}
TEST(RandomGraphsTest, CertifyAgreesWithTheOracleManyQuests) {
  for (const std::size_t quests : {8u, 9u, 63u, 64u, 65u, 70u, 128u, 130u}) {
    check_graphs(60000 + 100 * quests, 5, {.largest_states = 40, .quests = quests});
  }
}
TEST(RandomGraphsTest, CertifyAgreesWithTheOracleOnFaults) {
  check_graphs(70000, 100, {.faulty_percent = 100});
}
TEST(RandomGraphsSlowTest, CertifyAgreesWithTheOracle) { check_graphs(100000, 3000, {}); }
TEST(RandomGraphsSlowTest, CertifyAgreesWithTheOracleOnLargerGraphs) {
  check_graphs(200000, 20, {.largest_states = 3000, .quests = 2});
}

TEST(RandomGraphsTest, SolveFindsTheCanonicalShortestPath) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const LabelledGraph graph = random_graph(random);
    const GraphTruth truth = explore_graph(graph);
    const GraphSpace space(graph);
    for (std::size_t q = 0; q < graph.quests.size(); ++q) {
      const SearchOptions options = random_options(random, space);
      SCOPED_TRACE(fmt::format("seed {}, quest {}, {}", seed, q, describe(options)));
      const Solution found = solve(space, q, {}, options);
      if (const auto goal = truth.quests[q].first_done) {
        ASSERT_EQ(found.verdict, Verdict::kProved);
        ASSERT_TRUE(found.trace.has_value());
        ASSERT_EQ(*found.trace, canonical_trace(graph, truth, *goal));
      } else {
        ASSERT_FALSE(found.trace.has_value());
        ASSERT_EQ(found.verdict, truth.faults.empty() ? Verdict::kRefuted : Verdict::kUnknown);
        ASSERT_EQ(found.limit.empty(), truth.faults.empty());
        ASSERT_EQ(found.profile.states, truth.states);
      }
    }
  }
}

// Agreement says little where there is nothing to disagree about.
TEST(RandomGraphsTest, TheGraphsAreOfManyKinds) {
  int deep = 0, refuted = 0, proved = 0, started_blocked = 0, with_fatal = 0, far = 0, ties = 0;
  constexpr int kGraphs = 400;
  for (std::uint64_t seed = 0; seed < kGraphs; ++seed) {
    Random random(seed);
    const LabelledGraph graph = random_graph(random);
    const GraphTruth truth = explore_graph(graph);
    const QuestTruth& quest = truth.quests[0];
    deep += truth.states_per_level.size() > 8;
    refuted += quest.blocked > 0;
    proved += quest.blocked == 0 && quest.pending > 2 && quest.done > 0;
    started_blocked += quest.initial_blocked > 0;
    with_fatal += quest.fatal.size() > 1;
    far += quest.farthest_distance > 4;
    ties += truth.transitions > 2 * truth.states;
  }
  EXPECT_GT(deep, kGraphs / 10);
  EXPECT_GT(refuted, kGraphs / 4);
  EXPECT_GT(proved, kGraphs / 20);
  EXPECT_GT(started_blocked, kGraphs / 20);
  EXPECT_GT(with_fatal, kGraphs / 10);
  EXPECT_GT(far, kGraphs / 10);
  EXPECT_GT(ties, kGraphs / 10);
}

// From any state, as a hint for a player who stands there.
TEST(RandomGraphsTest, SolveFromAGivenState) {
  for (std::uint64_t seed = 500; seed < 600; ++seed) {
    Random random(seed);
    LabelledGraph graph = random_graph(random, {.faulty_percent = 0});
    const GraphSpace space(graph);
    graph.initial = {static_cast<std::uint32_t>(random.next() % graph.rows.size())};
    const GraphTruth truth = explore_graph(graph);
    const Solution found = solve(space, 0, graph.initial_rows(), random_options(random, space));
    const auto distance = truth.quests[0].distance[graph.initial[0]];
    ASSERT_EQ(found.trace.has_value(), distance.has_value()) << seed;
    ASSERT_EQ(found.verdict, distance ? Verdict::kProved : Verdict::kRefuted) << seed;
    if (!distance) continue;
    ASSERT_EQ(found.trace->steps.size(), *distance) << seed;
    ASSERT_EQ(*found.trace, canonical_trace(graph, truth, *truth.quests[0].first_done)) << seed;
  }
}

}  // namespace
}  // namespace questproof
