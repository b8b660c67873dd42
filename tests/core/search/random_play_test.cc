// SPDX-License-Identifier: MIT
#include "core/search/random_play.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "tests/support/graph_oracle.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::explore_graph;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::Random;
using testing_support::random_graph;
using testing_support::solve_random_play;

std::vector<RandomPlay> play(const GraphSpace& space, const SearchOptions& options) {
  std::vector<RandomPlay> plays;
  for (const QuestResult& quest : certify(space, nullptr, options).quests) {
    plays.push_back(quest.random_play.value());
  }
  return plays;
}

// Gaussian elimination loses digits where play takes very long; the search must not.
TEST(RandomPlayTest, AgreesWithGaussianElimination) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const LabelledGraph graph = random_graph(random);
    const GraphTruth truth = explore_graph(graph);
    const std::vector<RandomPlay> found = play(GraphSpace(graph), {.threads = 1});
    for (std::size_t q = 0; q < found.size(); ++q) {
      const auto [stuck, events] = solve_random_play(graph, truth, q);
      if (events > 1e6) continue;
      SCOPED_TRACE(fmt::format("seed {}, quest {}", seed, q));
      ASSERT_TRUE(found[q].exact);
      ASSERT_NEAR(found[q].stuck_probability, stuck, 1e-9);
      ASSERT_NEAR(found[q].expected_events, events, 1e-9 * (1 + events));
      compared += stuck > 0 && stuck < 1;
    }
  }
  EXPECT_GT(compared, 50);
}

TEST(RandomPlayTest, IsTheSameToTheLastDigitHoweverItIsComputed) {
  for (std::uint64_t seed = 1000; seed < 1060; ++seed) {
    Random random(seed);
    const LabelledGraph graph = random_graph(random);
    const std::vector<RandomPlay> expected = play(GraphSpace(graph), {.threads = 1});
    for (const std::uint32_t partitions : {1u, 16u, 4096u}) {
      const SearchOptions options{.threads = 3, .partitions = partitions, .chunk_transitions = 7};
      const std::vector<RandomPlay> found = play(GraphSpace(graph, seed), options);
      for (std::size_t q = 0; q < found.size(); ++q) {
        ASSERT_EQ(found[q].stuck_probability, expected[q].stuck_probability) << seed;
        ASSERT_EQ(found[q].expected_events, expected[q].expected_events) << seed;
        ASSERT_EQ(found[q].samples, expected[q].samples) << seed;
      }
    }
  }
}

}  // namespace
}  // namespace questproof
