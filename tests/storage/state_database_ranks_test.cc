// SPDX-License-Identifier: MIT
// The store of record over ranks: entry by entry what one process writes, whoever dies when.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "core/net/loopback.h"
#include "storage/sorted_table.h"
#include "storage/state_database.h"
#include "tests/support/built_database.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/on_ranks.h"
#include "tests/support/random_graph.h"

namespace questproof {
namespace {

using testing_support::build_database;
using testing_support::canonical_trace;
using testing_support::explore_graph;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::on_ranks;
using testing_support::plan_of;
using testing_support::Random;
using testing_support::random_graph;
using testing_support::TemporaryFolder;

using Entries = std::map<std::string, std::string>;

Entries entries_in(const std::string& run_directory) {
  const auto table = SortedTable::open(database_folder(run_directory), "");
  const auto cursor = table->cursor(SortedTable::Purpose::kScan);
  Entries entries;
  for (bool there = cursor->seek(""); there; there = cursor->next()) {
    entries.emplace(cursor->key(), cursor->value());
  }
  return entries;
}

struct Subject {
  explicit Subject(std::uint64_t seed, std::uint32_t states = 300)
      : random(seed),
        graph(random_graph(random, {.largest_states = states, .words = 2, .quests = 3})),
        space(graph, seed) {}
  Random random;
  LabelledGraph graph;
  GraphSpace space;
};

void build_on_ranks(const std::string& folder, const StateSpace& space, int ranks, int threads,
                    const LoopbackPlan& plan, const DatabaseBuildOptions& options = {}) {
  on_ranks<int>(ranks, plan, [&](Transport& transport) {
    const auto figures =
        build_database<2>(folder, space, options, {}, nullptr, &transport, threads);
    EXPECT_TRUE(figures.has_value());
    return 0;
  });
}

TEST(StateDatabaseRanksTest, EntriesAreThoseOfOneProcess) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Subject subject(seed);
    const TemporaryFolder alone;
    ASSERT_TRUE(build_database<2>(alone.path(), subject.space));
    const Entries expected = entries_in(alone.path());
    for (const int ranks : {1, 2, 3, 7}) {
      const int threads = 1 + static_cast<int>(seed + static_cast<unsigned>(ranks)) % 2;
      SCOPED_TRACE(fmt::format("seed {}, {} ranks, {} threads", seed, ranks, threads));
      const TemporaryFolder folder;
      build_on_ranks(folder.path(), subject.space, ranks, threads, plan_of(seed));
      ASSERT_EQ(entries_in(folder.path()), expected);
    }
  }
}

// A few states at a time: the steps are listed in another order, and paths are the same.
TEST(StateDatabaseRanksTest, PathsAreTheShortestOnesBatchByBatch) {
  for (std::uint64_t seed = 100; seed < 103; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Subject subject(seed);
    const GraphTruth truth = explore_graph(subject.graph);
    const TemporaryFolder folder;
    build_on_ranks(folder.path(), subject.space, 3, 1, plan_of(seed),
                   {.page_states = 7, .round_transitions = 40, .column_bytes = 500});
    const auto database = StateDatabase::open(folder.path());
    for (std::uint32_t state = 0; state < subject.graph.rows.size(); ++state) {
      const auto record = database->find(subject.graph.rows[state]);
      ASSERT_EQ(record.has_value(), truth.depth[state].has_value());
      if (!record) continue;
      ASSERT_EQ(database->path_to(subject.graph.rows[state]),
                canonical_trace(subject.graph, truth, state));
    }
  }
}

TEST(StateDatabaseRanksTest, ARankThatDiesLeavesNoneOrAllOfIt) {
  const Subject subject(7, 60);
  const TemporaryFolder alone;
  ASSERT_TRUE(build_database<2>(alone.path(), subject.space));
  const Entries expected = entries_in(alone.path());
  int deaths = 0;
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const TemporaryFolder folder;
    LoopbackPlan plan = plan_of(seed);
    plan.stepped = true;
    plan.kills = {{static_cast<int>(random.next() % 3), 1 + random.next() % 900}};
    try {
      build_on_ranks(folder.path(), subject.space, 3, 1, plan);
    } catch (const LoopbackWorld::Killed&) {
      ++deaths;
    }
    if (StateDatabase::exists(folder.path())) {
      ASSERT_EQ(entries_in(folder.path()), expected);
    }
    build_on_ranks(folder.path(), subject.space, 2, 1, plan_of(seed));  // whatever was left
    ASSERT_EQ(entries_in(folder.path()), expected);
  }
  EXPECT_GT(deaths, 4);
}

}  // namespace
}  // namespace questproof
