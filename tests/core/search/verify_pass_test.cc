// SPDX-License-Identifier: MIT
#include "core/search/verify_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "tests/support/explored.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/graph_space.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::explore_graph;
using testing_support::Explored;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::mutate_graph;
using testing_support::Random;
using testing_support::random_graph;

// What the verify pass says: the text of the error, "" when it finds nothing.
template <unsigned W>
std::string verify(const StateSpace& checker, Explored<W>& explored, const StateStore<W>& store,
                   const DistanceTable& distances, const Profile& profile, bool faulty = false) {
  try {
    const bool finished = verify_search<W>(checker, store, distances, profile, faulty,
                                           explored.options, explored.parallel, explored.watch);
    return finished ? "" : "a limit was hit";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInternal);
    return error.what();
  }
}

// Searches `found` and lets `checked` check it.
template <unsigned W>
std::string verify_against(const LabelledGraph& found, const LabelledGraph& checked) {
  const GraphSpace space(found);
  Explored<W> explored(space);
  for (std::uint32_t first = 0; first < space.quest_count(); first += 64) {
    const DistanceTable distances = explored.distances(space, first);
    const std::string problem =
        verify<W>(GraphSpace(checked), explored, explored.store, distances, explored.profile);
    if (!problem.empty()) return problem;
  }
  return "";
}

//            1 --l0--> 3      quest: done in 3, pending elsewhere
//  0 --l0--> 1 --l1--> 4      4 is a trap; 5 --l0--> 3 is not reachable
//  0 --l1--> 2 --l0--> 1
LabelledGraph small_graph() {
  LabelledGraph graph = LabelledGraph::numbered(6, 3);
  graph.edges = {{0, 0, 1}, {0, 1, 2}, {1, 0, 3}, {1, 1, 4}, {2, 0, 1}, {5, 0, 3}};
  graph.initial = {0};
  graph.add_quest({3}, {0, 1, 2, 4, 5});
  return graph;
}

std::string verify_changed(const std::function<void(LabelledGraph&)>& change) {
  LabelledGraph checked = small_graph();
  change(checked);
  return verify_against<1>(small_graph(), checked);
}

TEST(VerifySearchTest, FindsNothingWhereTheSearchIsRight) {
  EXPECT_EQ(verify_changed([](LabelledGraph&) {}), "");
}

TEST(VerifySearchTest, AnInitialStateThatIsNotStored) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) { g.initial.push_back(5); }),
              HasSubstr("an initial state is not stored"));
}

TEST(VerifySearchTest, AnInitialStateThatIsStoredDeeper) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) { g.initial.push_back(1); }),
              HasSubstr("not on level 0"));
}

TEST(VerifySearchTest, AStateOfLevelZeroThatIsNotInitial) {
  LabelledGraph found = small_graph();
  found.initial = {0, 2};
  EXPECT_THAT(verify_against<1>(found, small_graph()), HasSubstr("no parent"));
}

TEST(VerifySearchTest, ATransitionThatTheSearchMissed) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) {
                g.edges.push_back({4, 2, 5});
              }),
              HasSubstr("a successor is not stored"));
  EXPECT_THAT(verify_changed([](LabelledGraph& g) {
                g.edges.push_back({3, 2, 0});
              }),
              HasSubstr("the number of transitions differs"));
}

TEST(VerifySearchTest, AShorterWayThatTheSearchMissed) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) {
                g.edges.push_back({0, 2, 4});
              }),
              HasSubstr("a level is too deep"));
}

TEST(VerifySearchTest, AWayOutOfATrapThatTheSearchMissed) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) {
                g.edges.push_back({4, 2, 3});
              }),
              HasSubstr("nearer to done"));
}

TEST(VerifySearchTest, ATransitionThatIsNotThere) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) { g.edges.erase(g.edges.begin() + 4); }),
              HasSubstr("the number of transitions differs"));
}

// As many transitions as before, but one leads elsewhere.
TEST(VerifySearchTest, AStateThatNothingLeadsTo) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) { g.edges[1].to = 1; }), HasSubstr("no parent"));
}

TEST(VerifySearchTest, ALiveStateWithoutAStepNearer) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) { g.edges[4].to = 0; }),
              HasSubstr("no successor nearer to done"));
}

TEST(VerifySearchTest, AGoalThatMoved) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) {
                g.quests[0].done[4] = true;
                g.quests[0].pending[4] = false;
              }),
              HasSubstr("done and distance 0 differ"));
  EXPECT_THAT(verify_changed([](LabelledGraph& g) { g.quests[0].done[3] = false; }),
              HasSubstr("done and distance 0 differ"));
}

TEST(VerifySearchTest, APendingStateThatIsNot) {
  EXPECT_THAT(verify_changed([](LabelledGraph& g) { g.quests[0].pending[4] = false; }),
              HasSubstr("pending and blocked differ"));
}

TEST(VerifySearchTest, QuestsBeyondTheFirstSixtyFourAreCheckedToo) {
  LabelledGraph found = small_graph();
  for (int q = 1; q < 130; ++q) found.quests.push_back(found.quests[0]);
  EXPECT_EQ(verify_against<1>(found, found), "");
  for (const std::size_t quest : {0u, 63u, 64u, 127u, 128u, 129u}) {
    LabelledGraph checked = found;
    checked.quests[quest].pending[4] = false;
    EXPECT_THAT(verify_against<1>(found, checked), HasSubstr("pending and blocked differ"));
  }
}

TEST(VerifySearchTest, FiguresOfTheProfile) {
  const GraphSpace space(small_graph());
  Explored<1> explored(space);
  const DistanceTable distances = explored.distances(space);
  Profile profile = explored.profile;
  ++profile.states;
  EXPECT_THAT(verify(space, explored, explored.store, distances, profile),
              HasSubstr("the number of states differs"));
  profile = explored.profile;
  --profile.transitions;
  EXPECT_THAT(verify(space, explored, explored.store, distances, profile),
              HasSubstr("the number of transitions differs"));
}

TEST(VerifySearchTest, AFaultThatTheSearchMissed) {
  LabelledGraph found = small_graph();
  LabelledGraph checked = found;
  checked.labels[2].fault = true;
  checked.faults = {{4, 2}};
  EXPECT_THAT(verify_against<1>(found, checked), HasSubstr("a fault"));
  checked.faults = {{5, 2}};
  EXPECT_EQ(verify_against<1>(found, checked), "") << "5 is not reachable";
}

TEST(VerifySearchTest, AFaultThatIsNone) {
  const GraphSpace space(small_graph());
  Explored<1> explored(space);
  const DistanceTable distances = explored.distances(space);
  EXPECT_THAT(verify(space, explored, explored.store, distances, explored.profile, true),
              HasSubstr("a fault"));
}

// A state of 33 bits where 32 are declared: its key could be another state's.
TEST(VerifySearchTest, AStateOutOfBounds) {
  LabelledGraph checked = small_graph();
  checked.rows.push_back({(Word{1} << 32) + 4});
  checked.edges.push_back({4, 2, 6});
  for (auto* list : {&checked.quests[0].done, &checked.quests[0].pending}) list->push_back(false);
  EXPECT_THAT(verify_against<1>(small_graph(), checked), HasSubstr("out of bounds"));
}

TEST(VerifySearchTest, ACheckerOfAnotherShape) {
  LabelledGraph checked = small_graph();
  checked.word_bits = {33};
  EXPECT_THAT(verify_against<1>(small_graph(), checked), HasSubstr("another shape"));
  LabelledGraph found = small_graph();
  found.add_quest({}, {});
  EXPECT_THAT(verify_against<1>(found, small_graph()), HasSubstr("other quests"));
}

// Stopped after every round and taken up by another verifier, the pass finds what it finds in one go.
TEST(VerifySearchTest, IsTakenUpAfterAnyRound) {
  struct Interrupted {};
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const LabelledGraph graph = random_graph(random, {.words = 1});
    LabelledGraph other = graph;
    if (seed % 2 == 1) mutate_graph(random, other);
    const GraphSpace space(graph);
    const GraphSpace checker(other);
    Explored<1> explored(space, {.threads = 2, .partitions = 16, .chunk_transitions = 3});
    const DistanceTable distances = explored.distances(space);
    const std::string expected =
        verify(checker, explored, explored.store, distances, explored.profile);
    VerifyProgress progress;
    std::string found = "interrupted";
    while (found == "interrupted") {
      try {
        const VerifyRounds rounds{true, &progress, [] { throw Interrupted{}; }};
        verify_search<1>(checker, explored.store, distances, explored.profile, false,
                         explored.options, explored.parallel, explored.watch, rounds);
        found = "";
      } catch (const Interrupted&) {
      } catch (const Error& error) {
        found = error.what();
      }
    }
    EXPECT_EQ(found.empty(), expected.empty()) << seed;
    refused += !found.empty();
  }
  EXPECT_GT(refused, 5);
}

// Every single cell, and every other value that it could have.
TEST(VerifySearchTest, NoDistanceCanBeWrong) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const LabelledGraph graph =
        random_graph(random, {.largest_states = 12, .words = 1, .faulty_percent = 0});
    const GraphSpace space(graph);
    Explored<1> explored(space);
    DistanceTable distances = explored.distances(space);
    ASSERT_EQ(verify(space, explored, explored.store, distances, explored.profile), "") << seed;
    ASSERT_EQ(distances.cell_bytes(), 1u);
    const auto blocked = DistanceTable::kBlockedCell<std::uint8_t>;
    const auto lost = DistanceTable::kLostCell<std::uint8_t>;
    for (std::size_t cell = 0; cell < explored.store.size() * graph.quests.size(); ++cell) {
      std::uint8_t& value = distances.cells<std::uint8_t>()[cell];
      const std::uint8_t right = value;
      for (const int other : {0, 1, 2, right - 1, right + 1, 100, int{blocked}, int{lost}}) {
        value = static_cast<std::uint8_t>(other);
        if (value == right) continue;
        ASSERT_NE(verify(space, explored, explored.store, distances, explored.profile), "")
            << "seed " << seed << ": " << int{right} << " taken for " << other;
      }
      value = right;
    }
  }
}

struct StoredState {
  Key<1> key;
  std::uint32_t level;
};

// A store that holds just what it is told, in one run per partition.
StateStore<1> store_of(const Explored<1>& explored, std::vector<StoredState> states) {
  std::sort(states.begin(), states.end(),
            [](const StoredState& a, const StoredState& b) { return a.key < b.key; });
  std::vector<SortedRun<1>> runs;
  for (std::size_t p = 0; p < explored.store.partition_count(); ++p) {
    std::vector<StoredState> mine;
    for (const StoredState& state : states) {
      if (partition_of(state.key.head(), explored.format.partition_bits) == p) {
        mine.push_back(state);
      }
    }
    SortedRun<1>::Builder builder(explored.format, p, static_cast<std::uint32_t>(mine.size()), 0,
                                  1000);
    for (const StoredState& state : mine) builder.append(state.key, state.level);
    runs.push_back(builder.finish());
  }
  return StateStore<1>(explored.store.codec(), explored.format, std::move(runs));
}

// Every state's level, and every other level that it could have.
TEST(VerifySearchTest, NoLevelCanBeWrong) {
  for (std::uint64_t seed = 100; seed < 130; ++seed) {
    Random random(seed);
    const LabelledGraph graph =
        random_graph(random, {.largest_states = 20, .words = 1, .faulty_percent = 0});
    const GraphSpace space(graph);
    Explored<1> explored(space, {.threads = 1, .partitions = 4});
    const DistanceTable distances = explored.distances(space);
    std::vector<StoredState> states;
    for (Ordinal s = 0; s < explored.store.size(); ++s) {
      Word row = 0;
      explored.store.copy_state(s, &row);
      states.push_back({explored.store.codec().encode(&row, 1), explored.store.level(s)});
    }
    const StateStore<1> same = store_of(explored, states);
    ASSERT_EQ(verify(space, explored, same, distances, explored.profile), "") << seed;
    for (StoredState& state : states) {
      const std::uint32_t right = state.level;
      for (const std::uint32_t other : {0u, 1u, right - 1, right + 1, 900u}) {
        if (other == right || other > 1000) continue;
        state.level = other;
        const StateStore<1> wrong = store_of(explored, states);
        ASSERT_NE(verify(space, explored, wrong, distances, explored.profile), "")
            << "seed " << seed << ": level " << right << " taken for " << other;
      }
      state.level = right;
    }
  }
}

// An unreachable cycle, each state of which has a parent, and levels that cannot be.
TEST(VerifySearchTest, StatesThatOnlyHoldEachOther) {
  LabelledGraph graph = LabelledGraph::numbered(3, 1);
  graph.edges = {{1, 0, 2}, {2, 0, 1}};
  graph.initial = {0};
  graph.add_quest({0}, {});
  LabelledGraph larger = graph;
  larger.initial = {0, 1};
  EXPECT_THAT(verify_against<1>(larger, graph), HasSubstr("no parent"));
}

// Whatever changes, the pass notices exactly when something that it vouches for is no longer so.
template <unsigned W>
void check_mutations(std::size_t words, std::uint64_t first_seed, int count) {
  int noticed = 0;
  for (std::uint64_t seed = first_seed; seed < first_seed + static_cast<std::uint64_t>(count);
       ++seed) {
    Random random(seed);
    const LabelledGraph found =
        random_graph(random, {.largest_states = 30, .words = words, .faulty_percent = 0});
    LabelledGraph checked = found;
    mutate_graph(random, checked);
    const GraphTruth truth = explore_graph(found);
    const GraphTruth changed = explore_graph(checked);
    bool same = truth.depth == changed.depth && truth.transitions == changed.transitions;
    for (std::size_t q = 0; q < found.quests.size() && same; ++q) {
      for (std::size_t s = 0; s < found.rows.size(); ++s) {
        same = same && (!truth.depth[s] ||
                        (truth.quests[q].distance[s] == changed.quests[q].distance[s] &&
                         truth.quests[q].is_blocked[s] == changed.quests[q].is_blocked[s]));
      }
    }
    const std::string text = verify_against<W>(found, checked);
    ASSERT_EQ(text.empty(), same) << "seed " << seed << ": " << text;
    noticed += !same;
  }
  EXPECT_GT(noticed, count / 5);
  EXPECT_LT(noticed, count - count / 20);
}

TEST(VerifySearchTest, NoticesJustTheMutationsThatMatterOneWord) {
  check_mutations<1>(1, 1000, 600);
}
TEST(VerifySearchTest, NoticesJustTheMutationsThatMatterThreeWords) {
  check_mutations<4>(3, 2000, 300);
}

TEST(VerifySearchTest, ALimitStopsIt) {
  const GraphSpace space(small_graph());
  Explored<1> explored(space);
  const DistanceTable distances = explored.distances(space);
  explored.watch.set_limit("hit");
  EXPECT_EQ(verify(space, explored, explored.store, distances, explored.profile),
            "a limit was hit");
}

}  // namespace
}  // namespace questproof
