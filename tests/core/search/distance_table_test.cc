// SPDX-License-Identifier: MIT
#include "core/search/distance_table.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/support/explored.h"
#include "tests/support/graph_space.h"

namespace questproof {
namespace {

using testing_support::Explored;
using testing_support::GraphSpace;
using testing_support::LabelledGraph;

// 0 -> 1 -> ... -> length -> trap -> trap + 1; the quest is done in `length`; pending in all but
// the last state.
LabelledGraph chain_with_trap(std::uint32_t length) {
  LabelledGraph graph = LabelledGraph::numbered(length + 3, 1);
  for (std::uint32_t s = 0; s < length + 2; ++s) graph.edges.push_back({s, 0, s + 1});
  graph.initial = {0};
  std::vector<std::uint32_t> pending;
  for (std::uint32_t s = 0; s < length + 2; ++s) {
    if (s != length) pending.push_back(s);
  }
  graph.add_quest({length}, pending);
  return graph;
}

void check_chain(std::uint32_t length, unsigned cell_bytes) {
  const GraphSpace space(chain_with_trap(length));
  Explored<1> explored(space, {.threads = 1, .partitions = 4});
  ASSERT_EQ(explored.store.size(), length + 3u);
  const DistanceTable table = explored.distances(space);
  EXPECT_EQ(table.cell_bytes(), cell_bytes);
  for (std::uint32_t s = 0; s < length + 3; ++s) {
    const Word row = s;
    const std::uint32_t distance = table.at(explored.store.find(StateView(&row, 1)), 0);
    const std::uint32_t expected = s <= length       ? length - s
                                   : s == length + 1 ? DistanceTable::kBlocked
                                                     : DistanceTable::kLost;
    ASSERT_EQ(distance, expected) << "length " << length << ", state " << s;
  }
}

// The two largest values of a cell are the marks; the search looks one distance ahead.
TEST(DistanceTableTest, CellsAreAsWideAsTheLargestDistanceNeeds) {
  check_chain(0, 1);
  check_chain(100, 1);
  check_chain(252, 1);
  check_chain(253, 2);
  check_chain(254, 2);
  check_chain(255, 2);
  check_chain(256, 2);
}

TEST(DistanceTableSlowTest, DistancesBeyondTwoBytes) {
  check_chain(65532, 2);
  check_chain(65534, 4);
  check_chain(70000, 4);
}

TEST(DistanceTableTest, WideningKeepsTheDistancesOfAllQuests) {
  LabelledGraph graph = chain_with_trap(300);
  graph.quests[0].done[300] = false;
  graph.quests[0].done[5] = true;
  for (std::uint32_t q = 1; q < 130; ++q) {
    LabelledGraph::Quest quest = graph.quests[0];
    quest.done[5] = false;
    if (q != 1) quest.done[(q * 37) % 301] = true;
    graph.quests.push_back(quest);
  }
  const GraphSpace space(graph);
  Explored<1> explored(space, {.threads = 3});
  std::vector<DistanceTable> tables;
  for (const std::uint32_t first : {0u, 64u, 128u}) {
    tables.push_back(explored.distances(space, first));
    EXPECT_EQ(tables.back().cell_bytes(), 2u);
  }
  for (std::uint32_t q = 0; q < 130; ++q) {
    const std::uint32_t goal = q == 0 ? 5 : (q * 37) % 301;
    for (std::uint32_t s = 0; s < 303; ++s) {
      const Word row = s;
      const Ordinal state = explored.store.find(StateView(&row, 1));
      const std::uint32_t found = tables[q / 64].at(state, q % 64);
      if (q != 1 && s <= goal) {
        ASSERT_EQ(found, goal - s) << q << ' ' << s;
      } else {
        ASSERT_EQ(found,
                  graph.quests[q].pending[s] ? DistanceTable::kBlocked : DistanceTable::kLost)
            << q << ' ' << s;
      }
    }
  }
}

TEST(DistanceTableTest, LiveMeansThatThereIsADistance) {
  EXPECT_TRUE(DistanceTable::live(0));
  EXPECT_TRUE(DistanceTable::live(70000));
  EXPECT_FALSE(DistanceTable::live(DistanceTable::kBlocked));
  EXPECT_FALSE(DistanceTable::live(DistanceTable::kLost));
}

TEST(DistanceTableTest, StopsWhenALimitIsHit) {
  const GraphSpace space(chain_with_trap(10));
  Explored<1> explored(space);
  const std::vector<PredecessorLists> lists = explored.lists(space);
  explored.watch.set_limit("hit");
  DistanceTable table(explored.store.size(), {0, 1});
  EXPECT_EQ(compute_distances<1>(space, explored.store, lists, table, explored.options,
                                 explored.parallel, explored.watch),
            BackwardEnd::kStopped);
}

// Quests of which every one is done in another state of a chain, with `count` of them from `first`
// on searched together, as the sizes of masks demand; taken up anew after every distance.
void check_taken_up(std::uint32_t first, std::uint32_t count) {
  constexpr std::uint32_t kLength = 280;
  LabelledGraph graph = chain_with_trap(kLength);
  const LabelledGraph::Quest quest = graph.quests[0];
  for (std::uint32_t q = 1; q < 64; ++q) {
    graph.quests.push_back(quest);
    graph.quests.back().done[kLength] = false;
    graph.quests.back().done[q * 4] = true;
  }
  const GraphSpace space(graph);
  Explored<1> explored(space, {.threads = 2, .partitions = 4});
  const std::vector<PredecessorLists> lists = explored.lists(space);
  const QuestGroup group{first, count};
  const auto search = [&](DistanceTable& table, const BackwardRounds& rounds) {
    return compute_distances<1>(space, explored.store, lists, table, explored.options,
                                explored.parallel, explored.watch, rounds);
  };
  DistanceTable expected(explored.store.size(), group);
  ASSERT_EQ(search(expected, {}), BackwardEnd::kFinished);

  struct Interrupted {};
  std::optional<std::uint32_t> last;
  DistanceTable table(explored.store.size(), group);
  bool finished = false;
  while (!finished) {
    try {
      finished = search(table, {last, [&](std::uint32_t distance) {
                                  last = distance;
                                  throw Interrupted{};
                                }}) == BackwardEnd::kFinished;
    } catch (const Interrupted&) {
    }
  }
  EXPECT_GE(last.value(), first == 0 ? kLength : 4u * (first + count - 1));
  for (Ordinal state = 0; state < explored.store.size(); ++state) {
    for (std::uint32_t q = 0; q < count; ++q) {
      ASSERT_EQ(table.at(state, q), expected.at(state, q)) << state << ' ' << q;
    }
  }
}

TEST(DistanceTableTest, IsTakenUpAfterAnyDistance) {
  check_taken_up(0, 1);
  check_taken_up(0, 2);
  check_taken_up(7, 8);
  check_taken_up(13, 30);
  check_taken_up(0, 64);
}

}  // namespace
}  // namespace questproof
