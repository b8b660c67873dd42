// SPDX-License-Identifier: MIT
#include "core/model/collapsed_model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/error.h"
#include "core/model/free_moves.h"
#include "core/model/interpreted_collapsed.h"
#include "core/search/certify.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/graph_space.h"
#include "tests/support/oracle.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_maze.h"
#include "tests/support/random_model.h"
#include "tests/support/region_graph.h"
#include "tests/support/vector_targets.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::explore_graph;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::Random;
using testing_support::random_maze;
using testing_support::region_graph;

using Row = std::vector<Word>;
// Label, source and destination.
using Transition = std::tuple<std::uint32_t, Row, Row>;

CompileOptions random_compile_options(Random& random) {
  CompileOptions options;
  if (random.chance(40)) options.maximum_rules = static_cast<std::size_t>(random.between(0, 3));
  if (random.chance(40)) options.maximum_tree_rules = 0;
  if (random.chance(20)) options.maximum_inverses = 1;
  return options;
}

// A maze, its regions as compiled, and as a plain graph.
struct Maze {
  explicit Maze(std::uint64_t seed)
      : random(seed * 77 + 1),
        model(random_maze(seed)),
        space(model, find_free_moves(model), random_compile_options(random)),
        graph(region_graph(model, space.moves(), space, space.layout())) {
    const std::size_t stride = graph.rows.size() + kBlockPadding;
    columns.resize(space.word_count() * stride);
    for (std::size_t i = 0; i < graph.rows.size(); ++i) {
      for (std::size_t w = 0; w < space.word_count(); ++w) {
        columns[w * stride + i] = graph.rows[i][w];
      }
    }
    block = {columns.data(), stride, graph.rows.size()};
  }

  Random random;
  GameModel model;
  CollapsedModel space;
  LabelledGraph graph;
  std::vector<Word> columns;
  StateBlock block;  // all regions
};

std::vector<Transition> transitions_of(const Maze& maze, const SuccessorBlock& out, bool backward) {
  std::vector<Transition> result;
  for (const SuccessorBlock::Run& run : out.runs) {
    for (std::size_t i = run.begin; i < run.end; ++i) {
      Row row;
      for (std::size_t w = 0; w < maze.space.word_count(); ++w) {
        row.push_back(out.words[w * out.stride + i]);
      }
      const Row& here = maze.graph.rows[out.source[i]];
      result.push_back(backward ? Transition{run.label, row, here}
                                : Transition{run.label, here, row});
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

// Those of the graph whose label the predicate picks.
template <typename Pick>
std::vector<Transition> transitions_of(const Maze& maze, const Pick& pick) {
  std::vector<Transition> result;
  for (const LabelledGraph::Edge& edge : maze.graph.edges) {
    if (edge.from == edge.to || !pick(edge.label)) continue;
    result.push_back({edge.label, maze.graph.rows[edge.from], maze.graph.rows[edge.to]});
  }
  std::sort(result.begin(), result.end());
  return result;
}

constexpr std::uint64_t kMazes = 600;

template <typename Check>
void for_all_mazes(const Check& check) {
  for (std::uint64_t seed = 0; seed < kMazes; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Maze maze(seed);
    check(maze);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << describe(maze.model);
      return;
    }
  }
}

TEST(CollapsedModelTest, SuccessorsAreThoseOfAllMembers) {
  for_all_mazes([](Maze& maze) {
    SuccessorBlock out;
    std::vector<std::uint64_t> enabled(maze.space.label_count());
    maze.space.make_expander()->expand(maze.block, out, enabled);
    EXPECT_EQ(transitions_of(maze, out, false), transitions_of(maze, [](auto) { return true; }));
    std::vector<std::set<std::uint32_t>> expected(maze.space.label_count());
    for (const auto& edge : maze.graph.edges) expected[edge.label].insert(edge.from);
    for (const auto& fault : maze.graph.faults) expected[fault.label].insert(fault.from);
    for (std::size_t l = 0; l < enabled.size(); ++l) {
      EXPECT_EQ(enabled[l], expected[l].size()) << "label " << l;
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> faults, expected_faults;
    for (const auto& fault : out.faults) faults.emplace(fault.source, fault.label);
    for (const auto& fault : maze.graph.faults) expected_faults.emplace(fault.from, fault.label);
    EXPECT_EQ(faults, expected_faults);
  });
}

TEST(CollapsedModelTest, PredecessorsAreThoseOfAllMembers) {
  std::size_t found = 0;
  for_all_mazes([&](Maze& maze) {
    SuccessorBlock out;
    std::vector<std::uint64_t> enabled(maze.space.label_count());
    maze.space.make_predecessor_expander()->expand(maze.block, out, enabled);
    std::vector<Transition> transitions = transitions_of(maze, out, true);
    transitions.erase(std::unique(transitions.begin(), transitions.end()), transitions.end());
    EXPECT_EQ(transitions,
              transitions_of(maze, [&](auto label) { return maze.space.invertible(label); }));
    found += transitions.size();
    const auto one_way = maze.space.make_one_way_expander();
    const auto rest = transitions_of(maze, [&](auto l) { return !maze.space.invertible(l); });
    if (one_way == nullptr) {
      EXPECT_TRUE(rest.empty());
      return;
    }
    one_way->expand(maze.block, out, enabled);
    EXPECT_EQ(transitions_of(maze, out, false), rest);
  });
  EXPECT_GT(found, 10'000U);
}

void expect_quests(const Maze& maze, const StateSpace& space) {
  std::vector<std::uint64_t> done(maze.block.count), pending(maze.block.count);
  space.evaluate_quests(maze.block, 0, done, pending);
  for (std::size_t i = 0; i < maze.block.count; ++i) {
    for (std::size_t q = 0; q < maze.graph.quests.size(); ++q) {
      EXPECT_EQ((done[i] >> q & 1) != 0, maze.graph.quests[q].done[i]);
      EXPECT_EQ((pending[i] >> q & 1) != 0, maze.graph.quests[q].pending[i]);
    }
  }
}

TEST(CollapsedModelTest, QuestsAreThoseOfSomeMember) {
  for_all_mazes([](Maze& maze) { expect_quests(maze, maze.space); });
}

// The checker, which shares no code with the rest, says the same.
TEST(InterpretedCollapsedTest, AgreesWithTheGraphOfRegions) {
  for_all_mazes([](Maze& maze) {
    const InterpretedCollapsed checker(maze.space);
    EXPECT_EQ(checker.initial_states(), maze.space.initial_states());
    SuccessorBlock out;
    std::vector<std::uint64_t> enabled(maze.space.label_count());
    checker.make_expander()->expand(maze.block, out, enabled);
    EXPECT_EQ(transitions_of(maze, out, false), transitions_of(maze, [](auto) { return true; }));
    std::set<std::pair<std::uint32_t, std::uint32_t>> faults, expected_faults;
    for (const auto& fault : out.faults) faults.emplace(fault.source, fault.label);
    for (const auto& fault : maze.graph.faults) expected_faults.emplace(fault.from, fault.label);
    EXPECT_EQ(faults, expected_faults);
    expect_quests(maze, checker);
  });
}

// A search that has lost an edge, sees one too many, or a goal that is none: what the checker lets pass is
// right all the same.
TEST(InterpretedCollapsedTest, NoticesAChangedSpace) {
  std::size_t noticed = 0;
  for_all_mazes([&](Maze& maze) {
    const InterpretedCollapsed checker(maze.space);
    LabelledGraph changed = maze.graph;
    testing_support::mutate_graph(maze.random, changed);
    std::sort(changed.edges.begin(), changed.edges.end());
    changed.edges.erase(std::unique(changed.edges.begin(), changed.edges.end()),
                        changed.edges.end());
    SearchOptions options;
    options.threads = 1;
    options.random_play = false;
    Certification found;
    try {
      found = certify(testing_support::GraphSpace(changed), &checker, options);
    } catch (const Error&) {
      ++noticed;
      return;
    }
    const GraphTruth truth = explore_graph(maze.graph);
    EXPECT_EQ(found.profile.states_per_level, truth.states_per_level);
    EXPECT_EQ(found.profile.transitions, truth.transitions);
    for (std::size_t q = 0; q < truth.quests.size(); ++q) {
      EXPECT_EQ(found.quests[q].blocked_states, truth.quests[q].blocked);
    }
  });
  EXPECT_GT(noticed, kMazes / 6);
}

// Verdicts, what can be reached, and whether there are faults are those of the game in which every step of a
// walk is a state, as the oracle sees it.
TEST(CollapsedModelTest, PreservesWhatItPromises) {
  std::size_t refuted = 0;
  for_all_mazes([&](Maze& maze) {
    SearchOptions options;
    options.threads = 1;
    options.random_play = false;
    const Certification found = certify(maze.space, nullptr, options);
    const oracle::Figures figures = *oracle::explore(maze.model);
    EXPECT_EQ(found.faults.empty(), figures.faults.empty());
    for (std::size_t q = 0; q < found.quests.size(); ++q) {
      EXPECT_EQ(found.quests[q].blocked_states > 0, figures.quests[q].blocked > 0);
      EXPECT_EQ(found.quests[q].completion.has_value(), figures.quests[q].completion.has_value());
      refuted += found.quests[q].verdict == Verdict::kRefuted;
    }
    std::set<std::tuple<EventId, bool, std::vector<BranchId>>> enabled, expected;
    for (std::size_t l = 0; l < found.enabled.size(); ++l) {
      const TransitionLabel& label = maze.space.label(l);
      if (found.enabled[l] > 0) enabled.insert({label.event, label.fault, label.branches});
    }
    for (const auto& [label, count] : figures.enabled) {
      expected.insert({label.event, label.fault, label.branches});
    }
    EXPECT_EQ(enabled, expected);
  });
  EXPECT_GT(refuted, 50U);
}

TEST(CollapsedModelTest, WholeSearchAgreesWithTheGraphOfRegions) {
  for_all_mazes([](Maze& maze) {
    SearchOptions options;
    options.threads = static_cast<int>(maze.random.between(1, 2));
    options.random_play = false;
    const InterpretedCollapsed checker(maze.space);
    const Certification found = certify(maze.space, &checker, options);
    EXPECT_TRUE(found.verified);
    EXPECT_EQ(difference(maze.graph, explore_graph(maze.graph), found), "");
  });
}

}  // namespace
}  // namespace questproof
