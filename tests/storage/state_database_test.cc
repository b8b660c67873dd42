// SPDX-License-Identifier: MIT
#include "storage/state_database.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "core/base/error.h"
#include "storage/state_database_builder.h"
#include "tests/support/built_database.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/random_graph.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::build_database;
using testing_support::canonical_trace;
using testing_support::explore_graph;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::Random;
using testing_support::random_graph;
using testing_support::TemporaryFolder;

std::uint32_t true_distance(const GraphTruth& truth, std::uint32_t state, std::size_t quest) {
  const testing_support::QuestTruth& found = truth.quests[quest];
  if (found.distance[state]) return *found.distance[state];
  return found.is_blocked[state] ? kBlockedDistance : kLostDistance;
}

void check_record(const StateDatabase& database, const LabelledGraph& graph,
                  const GraphTruth& truth, std::uint32_t state) {
  const std::optional<StateRecord> record = database.find(graph.rows[state]);
  ASSERT_EQ(record.has_value(), truth.depth[state].has_value());
  if (!record) {
    EXPECT_THROW(database.path_to(graph.rows[state]), Error);
    return;
  }
  ASSERT_EQ(record->depth, *truth.depth[state]);
  for (std::size_t q = 0; q < graph.quests.size(); ++q) {
    ASSERT_EQ(record->distances[q], true_distance(truth, state, q));
  }
  const Trace expected = canonical_trace(graph, truth, state);
  ASSERT_EQ(database.path_to(graph.rows[state]), expected);
  ASSERT_EQ(record->label == kNoLabel, expected.steps.empty());
}

void check_scan(const StateDatabase& database, const LabelledGraph& graph,
                const GraphTruth& truth) {
  std::map<std::vector<Word>, std::uint32_t> numbers;
  for (std::uint32_t state = 0; state < graph.rows.size(); ++state) {
    numbers[graph.rows[state]] = state;
  }
  std::uint64_t seen = 0;
  for (std::size_t part = 0; part < database.part_count(); ++part) {
    database.scan(part, [&](const StatePage& page) {
      for (std::size_t i = 0; i < page.states.count; ++i) {
        std::vector<Word> row(graph.word_bits.size());
        page.copy_state(i, row);
        const std::uint32_t state = numbers.at(row);
        ++seen;
        EXPECT_EQ(page.depths[i], truth.depth[state]);
        EXPECT_EQ(page.labels[i], database.find(row)->label);
        for (std::size_t q = 0; q < graph.quests.size(); ++q) {
          EXPECT_EQ(page.distance(i, q), true_distance(truth, state, q));
        }
      }
      return !testing::Test::HasFailure();
    });
  }
  ASSERT_EQ(seen, truth.states);
}

std::uint64_t total(const std::vector<std::uint64_t>& counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count;
  return sum;
}

void check_figures(const DatabaseFigures& figures, const LabelledGraph& graph,
                   const GraphTruth& truth) {
  ASSERT_EQ(figures.profile.states_per_level, truth.states_per_level);
  ASSERT_EQ(figures.profile.transitions, truth.transitions);
  ASSERT_EQ(figures.quests.size(), graph.quests.size());
  for (std::size_t q = 0; q < graph.quests.size(); ++q) {
    const StoredQuestFigures& found = figures.quests[q];
    const testing_support::QuestTruth& quest = truth.quests[q];
    std::vector<std::uint64_t> done(truth.states_per_level.size()), blocked = done, lost = done;
    std::vector<std::uint64_t> per_distance;
    for (std::uint32_t state = 0; state < graph.rows.size(); ++state) {
      if (!truth.depth[state]) continue;
      const std::uint32_t distance = true_distance(truth, state, q);
      if (is_live(distance)) {
        if (per_distance.size() <= distance) per_distance.resize(distance + 1);
        ++per_distance[distance];
        done[*truth.depth[state]] += distance == 0;
      } else {
        ++(distance == kBlockedDistance ? blocked : lost)[*truth.depth[state]];
      }
    }
    ASSERT_EQ(found.states_per_distance, per_distance);
    ASSERT_EQ(found.done_per_level, done);
    ASSERT_EQ(found.blocked_per_level, blocked);
    ASSERT_EQ(found.lost_per_level, lost);
    ASSERT_EQ(found.done_states, quest.done);
    ASSERT_EQ(found.pending_states, quest.pending);
    ASSERT_EQ(found.blocked_states, quest.blocked);
    ASSERT_EQ(found.lost_states, total(lost));
    ASSERT_EQ(found.initial_blocked, quest.initial_blocked);
    ASSERT_EQ(found.farthest_distance, quest.farthest_distance);
    const auto same_state = [&](const std::optional<Sighting>& sighting,
                                const std::optional<std::uint32_t>& state) {
      ASSERT_EQ(sighting.has_value(), state.has_value());
      if (!state) return;
      ASSERT_EQ(sighting->state, graph.rows[*state]);
      ASSERT_EQ(sighting->level, truth.depth[*state]);
    };
    same_state(found.first_done, quest.first_done);
    same_state(found.first_blocked, quest.first_blocked);
    same_state(found.farthest, quest.farthest);
    ASSERT_EQ(found.fatal.size(), quest.fatal.size());
    for (const FatalFigures& fatal : found.fatal) {
      const auto& expected = quest.fatal.at(fatal.label);
      ASSERT_EQ(fatal.count, expected.count);
      ASSERT_EQ(fatal.source, graph.rows[expected.source]);
      ASSERT_EQ(fatal.destination, graph.rows[expected.destination]);
    }
  }
  for (std::size_t label = 0; label < graph.labels.size(); ++label) {
    ASSERT_EQ(figures.labels[label].enabled, truth.enabled[label]);
  }
}

template <unsigned W>
void check_graph(std::uint64_t seed, std::size_t words, const DatabaseBuildOptions& options) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", words " << words);
  Random random(seed);
  const LabelledGraph graph =
      random_graph(random, {.largest_states = 150, .words = words, .quests = seed % 9});
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph, seed);
  const TemporaryFolder folder;
  const auto figures = build_database<W>(folder.path(), space, options);
  ASSERT_TRUE(figures.has_value());
  ASSERT_EQ(figures->states, truth.states);
  for (int round = 0; round < 2; ++round) {  // opened anew each time
    const auto database = StateDatabase::open(folder.path());
    check_scan(*database, graph, truth);
    check_figures(database->figures(), graph, truth);
    for (std::uint32_t state = 0; state < graph.rows.size(); ++state) {
      check_record(*database, graph, truth, state);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

void check_graphs(std::uint64_t first_seed, std::uint64_t count) {
  constexpr std::size_t kPages[] = {1, 7, 256};
  for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    const DatabaseBuildOptions options{.page_states = kPages[seed % 3],
                                       .round_transitions = 100,
                                       .column_bytes = seed % 2 == 0 ? 700u : 1u << 20};
    switch (seed % 4) {
      case 0: check_graph<1>(seed, 1, options); break;
      case 1: check_graph<2>(seed, 2, options); break;
      case 2: check_graph<4>(seed, 3, options); break;
      case 3: check_graph<32>(seed, 17, options); break;
    }
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(StateDatabaseTest, HoldsWhatTheOracleSays) { check_graphs(0, 24); }
TEST(StateDatabaseSlowTest, HoldsWhatTheOracleSays) { check_graphs(1000, 100); }

LabelledGraph chain() {
  LabelledGraph graph = LabelledGraph::numbered(3000, 3);
  for (std::uint32_t s = 0; s + 1 < 3000; ++s) graph.edges.push_back({s, s % 3, s + 1});
  graph.initial = {0};
  graph.add_quest({2999}, {0, 1, 2});
  return graph;
}

TEST(StateDatabaseTest, DepthsAndDistancesOfTwoBytes) {
  const LabelledGraph graph = chain();
  const GraphTruth truth = explore_graph(graph);
  const GraphSpace space(graph);
  const TemporaryFolder folder;
  ASSERT_TRUE(build_database<1>(folder.path(), space));
  const auto database = StateDatabase::open(folder.path());
  for (const std::uint32_t state : {0u, 1u, 255u, 256u, 2998u, 2999u}) {
    check_record(*database, graph, truth, state);
  }
}

TEST(StateDatabaseTest, StatesOutsideTheDomainsAreNotStored) {
  const GraphSpace space(chain());
  const TemporaryFolder folder;
  ASSERT_TRUE(build_database<1>(folder.path(), space));
  const auto database = StateDatabase::open(folder.path());
  EXPECT_FALSE(database->find(std::vector<Word>{3000}));
  EXPECT_FALSE(database->find(std::vector<Word>{Word{1} << 32}));
  EXPECT_FALSE(database->find(std::vector<Word>{1, 2}));
  EXPECT_FALSE(database->find(std::vector<Word>{}));
}

TEST(StateDatabaseTest, ManyReadersAtOnce) {
  const LabelledGraph graph = chain();
  const GraphSpace space(graph);
  const TemporaryFolder folder;
  ASSERT_TRUE(build_database<1>(folder.path(), space));
  const auto shared = StateDatabase::open(folder.path());
  std::vector<std::thread> readers;
  std::vector<int> right(4);
  for (std::size_t t = 0; t < right.size(); ++t) {
    readers.emplace_back([&, t] {
      const auto own = StateDatabase::open(folder.path());
      const StateDatabase& database = t % 2 == 0 ? *shared : *own;
      for (std::uint32_t s = static_cast<std::uint32_t>(t); s < 3000; s += 11) {
        const auto record = database.find(graph.rows[s]);
        right[t] += record && record->depth == s && record->distances[0] == 2999 - s;
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  for (std::size_t t = 0; t < right.size(); ++t) {
    EXPECT_EQ(right[t], (3000 - static_cast<int>(t) + 10) / 11);
  }
}

TEST(StateDatabaseTest, AScanStopsWhenItIsTold) {
  const GraphSpace space(chain());
  const TemporaryFolder folder;
  ASSERT_TRUE(build_database<1>(folder.path(), space, {.page_states = 4}));
  const auto database = StateDatabase::open(folder.path());
  int pages = 0;
  database->scan(0, [&](const StatePage&) { return ++pages < 3; });
  EXPECT_EQ(pages, 3);
}

std::string error_of_open(const std::string& folder) {
  try {
    const auto database = StateDatabase::open(folder);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    return error.what();
  }
  return "";
}

TEST(StateDatabaseTest, WithoutADatabaseTheRemedyIsNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of_open(folder.path()), HasSubstr("questproof index " + folder.path()));
}

// What a killed build leaves is no database, and does not stop the next build.
TEST(StateDatabaseTest, WhatAKilledBuildLeavesIsIgnored) {
  const GraphSpace space(chain());
  const TemporaryFolder folder;
  ASSERT_TRUE(build_database<1>(folder.path(), space));
  const std::string states = database_folder(folder.path());
  std::filesystem::rename(states, states + ".building");
  for (const auto& file : std::filesystem::directory_iterator(states + ".building")) {
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  }
  EXPECT_FALSE(StateDatabase::exists(folder.path()));
  EXPECT_THAT(error_of_open(folder.path()), HasSubstr("questproof index"));
  ASSERT_TRUE(build_database<1>(folder.path(), space));
  EXPECT_EQ(StateDatabase::open(folder.path())->find(std::vector<Word>{7})->depth, 7u);
  EXPECT_FALSE(std::filesystem::exists(states + ".building"));
}

TEST(StateDatabaseTest, AnOlderDatabaseIsReplaced) {
  const TemporaryFolder folder;
  LabelledGraph graph = chain();
  ASSERT_TRUE(build_database<1>(folder.path(), GraphSpace(graph)));
  const auto old = StateDatabase::open(folder.path());
  graph.edges.push_back({0, 2, 100});
  ASSERT_TRUE(build_database<1>(folder.path(), GraphSpace(graph)));
  EXPECT_EQ(StateDatabase::open(folder.path())->find(graph.rows[100])->depth, 1u);
  EXPECT_EQ(old->find(graph.rows[100])->depth, 100u);  // whoever reads it goes on reading
}

TEST(StateDatabaseTest, ALimitLeavesNothing) {
  const TemporaryFolder folder;
  RunWatch watch({.memory_bytes = 1}, {});
  EXPECT_FALSE(build_database<1>(folder.path(), GraphSpace(chain()), {}, {}, &watch));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// Every byte of every file of states is flipped in turn (some of many): whoever meets it is refused.
TEST(StateDatabaseTest, DamageIsNamedAndNeverBelieved) {
  const LabelledGraph graph = chain();
  const GraphTruth truth = explore_graph(graph);
  const TemporaryFolder folder;
  ASSERT_TRUE(build_database<1>(folder.path(), GraphSpace(graph)));
  int refused = 0, files = 0;
  for (const auto& file : std::filesystem::directory_iterator(database_folder(folder.path()))) {
    if (file.path().extension() != ".sst") continue;
    ++files;
    const auto size = static_cast<std::streamoff>(std::filesystem::file_size(file));
    for (std::streamoff at = 3; at < size; at += size / 40 + 1) {
      std::fstream stream(file.path(), std::ios::in | std::ios::out | std::ios::binary);
      const auto flip = [&] {
        stream.seekg(at);
        const int byte = stream.get();
        stream.seekp(at);
        stream.put(static_cast<char>(byte ^ 0x10));
        stream.flush();
      };
      flip();
      try {
        const auto database = StateDatabase::open(folder.path());
        check_scan(*database, graph, truth);
        check_figures(database->figures(), graph, truth);
        for (std::uint32_t state = 0; state < 3000; state += 50) {
          ASSERT_EQ(database->find(graph.rows[state])->depth, state);
        }
      } catch (const Error& error) {
        ++refused;
        EXPECT_THAT(error.what(), HasSubstr(database_folder(folder.path())));
        EXPECT_THAT(error.what(), HasSubstr("questproof index"));
        EXPECT_EQ(error.kind(), Error::Kind::kInput);
      }
      flip();
      ASSERT_FALSE(testing::Test::HasFailure()) << file.path() << " byte " << at;
    }
  }
  EXPECT_GE(files, 2);
  EXPECT_GT(refused, 40);
  EXPECT_EQ(error_of_open(folder.path()), "");
}

TEST(StateDatabaseTest, NamesAndIdentityComeBack) {
  const GraphSpace space(chain());
  const TemporaryFolder folder;
  DatabaseSchema schema;
  schema.variables = {{{"Scene", VariableKind::kScene, -1, 1, {"A", "B", "C"}, {}}, {0, 3, 2, -1}},
                      {{"Count", VariableKind::kItem, 7, 7, {}, {}}, {0, 0, 0, 7}}};
  schema.events = {{"go", "go away", "A", Trigger::kChance, "a.quest:1:2"}, {}, {}};
  schema.branch_texts = {"x == 1", "", "else"};
  schema.quests = {{"QUEST_MAIN", "The end", true}};
  schema.variants = {"by night"};
  ASSERT_TRUE(build_database<1>(folder.path(), space, {}, schema));
  const auto database = StateDatabase::open(folder.path());
  EXPECT_EQ(database->identity(), testing_support::test_identity());
  const DatabaseSchema& read = database->schema();
  ASSERT_EQ(read.variables.size(), 2u);
  EXPECT_EQ(read.variables[0].variable, schema.variables[0].variable);
  EXPECT_EQ(read.variables[1].variable, schema.variables[1].variable);
  const std::vector<Word> state = {Word{2} << 3 | 5};
  EXPECT_EQ(read.value(state, 0), 1);
  EXPECT_EQ(read.value(state, 1), 7);
  EXPECT_EQ(read.events[0].label, "go away");
  EXPECT_EQ(read.events[0].where, "a.quest:1:2");
  EXPECT_EQ(read.events[0].trigger, Trigger::kChance);
  EXPECT_EQ(read.branch_texts, schema.branch_texts);
  EXPECT_EQ(read.quests[0].name, "QUEST_MAIN");
  EXPECT_TRUE(read.quests[0].main);
  EXPECT_EQ(read.variants, schema.variants);
  EXPECT_EQ(read.word_bits, (std::vector<std::uint32_t>{32}));
  EXPECT_EQ(read.initial_states, (std::vector<Word>{0}));
  EXPECT_EQ(read.labels.size(), 3u);
  EXPECT_GT(database->disk_bytes(), 3000u);
}

// The range of a test ends with the last enumerator.
TEST(StateDatabaseTest, AllKindsOfVariablesAndTriggersComeBack) {
  const GraphSpace space(chain());
  const TemporaryFolder folder;
  DatabaseSchema schema;
  for (int kind = 0; kind <= static_cast<int>(VariableKind::kPosition); ++kind) {
    schema.variables.push_back({{"V", static_cast<VariableKind>(kind), 0, 0, {}, {}}, {}});
  }
  for (int trigger = 0; trigger <= static_cast<int>(Trigger::kExternal); ++trigger) {
    schema.events.push_back({"e", "", "", static_cast<Trigger>(trigger), ""});
  }
  ASSERT_TRUE(build_database<1>(folder.path(), space, {}, schema));
  const auto database = StateDatabase::open(folder.path());
  const DatabaseSchema& read = database->schema();
  ASSERT_EQ(read.variables.size(), schema.variables.size());
  for (std::size_t v = 0; v < read.variables.size(); ++v) {
    EXPECT_EQ(read.variables[v].variable.kind, schema.variables[v].variable.kind);
  }
  ASSERT_EQ(read.events.size(), schema.events.size());
  for (std::size_t e = 0; e < read.events.size(); ++e) {
    EXPECT_EQ(read.events[e].trigger, schema.events[e].trigger);
  }
}

}  // namespace
}  // namespace questproof
