// SPDX-License-Identifier: MIT
// Single phases over several ranks, where a whole certification would not show what they do.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "core/base/byte_stream.h"
#include "core/net/remote_error.h"
#include "core/search/backward_step.h"
#include "core/search/findings.h"
#include "core/search/random_play.h"
#include "core/search/verify_pass.h"
#include "tests/support/explored.h"
#include "tests/support/on_ranks.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Explored;
using testing_support::GraphSpace;
using testing_support::LabelledGraph;
using testing_support::mutate_graph;
using testing_support::on_ranks;
using testing_support::plan_of;
using testing_support::Random;
using testing_support::random_graph;

SearchOptions options_of(std::uint64_t seed) {
  return {.threads = 1 + static_cast<int>(seed % 2),
          .partitions = seed % 3 == 0 ? 4u : 64u,
          .chunk_transitions = seed % 4 == 0 ? 5u : 1000u};
}

// The loads of all states that arrive at a state, united, are those of its successors; one bit a state,
// some bits for several.
TEST(PhasesRanksTest, LoadsArriveAtAllPredecessors) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const LabelledGraph graph = random_graph(random, {.largest_states = 120, .words = 1});
    const GraphSpace space(graph, seed);
    const SearchOptions options = options_of(seed);
    const auto carry = [&](Transport* transport) {
      Explored<1> explored(space, options, transport);
      const StateStore<1>& store = explored.store;
      const std::vector<PredecessorLists> lists = explored.lists(space);
      BackwardStep<1, std::uint64_t> step(space, store, lists, options.chunk_transitions,
                                          explored.parallel);
      StateSet states(store.run_sizes());
      for (std::size_t p = store.ranks().begin(); p < store.ranks().end(); ++p) {
        for (std::uint32_t rank = 0; rank < store.run(p).size(); ++rank) states.add(p, rank);
      }
      std::vector<std::uint64_t> arrived(store.size());
      step.run(
          states,
          [&](std::size_t p, std::uint32_t rank) {
            return std::uint64_t{1} << ((store.base(p) + rank) % 61);
          },
          [&](std::size_t p, std::uint32_t rank, std::uint64_t load) {
            arrived[store.base(p) + rank] |= load;
          });
      return arrived;
    };
    const std::vector<std::uint64_t> expected = carry(nullptr);
    const int ranks = 2 + static_cast<int>(seed % 4);
    const auto found = on_ranks<std::vector<std::uint64_t>>(
        ranks, plan_of(seed), [&](Transport& transport) { return carry(&transport); });
    std::vector<std::uint64_t> all(expected.size());
    for (const auto& mine : found) {
      for (std::size_t s = 0; s < all.size(); ++s) all[s] |= mine[s];
    }
    ASSERT_EQ(all, expected);
  }
}

std::string text_of(const RandomPlay& play) {
  return fmt::format("{} {} {} {} {} {} {}", play.exact, play.stuck_probability,
                     play.expected_events, play.standard_error, play.events_standard_error,
                     play.samples, play.unfinished);
}

// As if the space were too large to gather.
TEST(PhasesRanksTest, SampledPlaysAreTheSameOnAnyNumberOfRanks) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const LabelledGraph graph =
        random_graph(random, {.largest_states = 30, .words = 2, .quests = 1});
    const GraphSpace space(graph);
    const auto play = [&](Transport* transport) {
      Explored<2> explored(space, options_of(seed), transport);
      const DistanceTable distances = explored.distances(space);
      std::vector<std::string> texts;
      const std::uint64_t many = std::uint64_t{1} << 40;
      for (const RandomPlay& one :
           evaluate_random_play<2>(space, explored.store, distances, explored.initial, many,
                                   explored.parallel, explored.watch)) {
        texts.push_back(text_of(one));
        if (!one.exact && one.expected_events > 30)
          return std::vector<std::string>();  // too slow here
      }
      return texts;
    };
    const std::vector<std::string> expected = play(nullptr);
    if (expected.empty()) continue;
    ++compared;
    LoopbackPlan plan;
    plan.seed = seed;
    for (const auto& found : on_ranks<std::vector<std::string>>(
             2 + static_cast<int>(seed % 3), plan,
             [&](Transport& transport) { return play(&transport); })) {
      ASSERT_EQ(found, expected);
    }
  }
  EXPECT_GT(compared, 4);
}

// "" or what the check says; of all ranks.
std::string verify(const StateSpace& space, const StateSpace& checker, const SearchOptions& options,
                   Transport* transport) {
  Explored<1> explored(space, options, transport);
  const DistanceTable distances = explored.distances(space);
  try {
    verify_search<1>(checker, explored.store, distances, explored.profile, false, options,
                     explored.parallel, explored.watch);
  } catch (const RemoteError&) {
    throw;
  } catch (const Error& error) {
    if (transport != nullptr) throw;
    return error.what();
  }
  return "";
}

// A checker of another game is contradicted by some rank exactly when one process contradicts it.
TEST(PhasesRanksTest, VerifyRefusesWhatOneProcessRefuses) {
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const LabelledGraph graph =
        random_graph(random, {.largest_states = 30, .words = 1, .faulty_percent = 0});
    LabelledGraph other = graph;
    mutate_graph(random, other);
    const GraphSpace space(graph);
    const GraphSpace checker(other);
    const SearchOptions options = options_of(seed);
    const bool right = verify(space, checker, options, nullptr).empty();
    bool found = true;
    try {
      on_ranks<int>(2 + static_cast<int>(seed % 3), plan_of(seed), [&](Transport& transport) {
        return static_cast<int>(verify(space, checker, options, &transport).size());
      });
    } catch (const std::exception&) {
      found = false;
    }
    ASSERT_EQ(found, right);
    refused += !right;
  }
  EXPECT_GT(refused, 30);
}

TEST(FindingsTest, AreReadAsWritten) {
  Findings mine(3, 2);
  mine.states = 5;
  mine.transitions = 1000;
  mine.deadlocks = 1;
  mine.fingerprint_sum = ~std::uint64_t{0} - 3;
  mine.enabled = {1, 0, 1'000'000};
  mine.faults[1] = Sighting{4, {7, 8}};
  mine.quests[0] = {3, 2, Sighting{1, {9, ~Word{0}}}};
  ByteWriter out;
  mine.write(out);
  ByteReader in(out.bytes);
  Findings read = Findings::read(in, 3, 2);
  EXPECT_TRUE(in.done());
  Findings sum(3, 2);
  sum.take(read);
  EXPECT_EQ(sum.fingerprint_sum, mine.fingerprint_sum);
  EXPECT_EQ(sum.enabled, mine.enabled);
  EXPECT_EQ(sum.faults, mine.faults);
  EXPECT_EQ(sum.quests, mine.quests);
  EXPECT_EQ(read.transitions, 0u);
  Findings better(3, 2);
  better.faults[1] = Sighting{4, {7, 7}};
  better.transitions = 1;
  sum.take(better);
  EXPECT_EQ(sum.faults[1]->state, (std::vector<Word>{7, 7}));
  EXPECT_EQ(sum.transitions, 1001u);
}

}  // namespace
}  // namespace questproof
