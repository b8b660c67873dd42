// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/search/certify.h"
#include "tests/support/graph_space.h"

namespace questproof::testing_support {

// What is true of one quest of a graph. States are numbers of the graph.
struct QuestTruth {
  struct Fatal {
    std::uint64_t count = 0;
    std::uint32_t source = 0;  // on the lowest level, there the smallest row
    std::uint32_t destination = 0;
  };
  std::uint64_t done = 0;
  std::uint64_t pending = 0;
  std::uint64_t blocked = 0;
  std::uint64_t initial_blocked = 0;
  std::vector<std::optional<std::uint32_t>> distance;  // by state, unreachable ones too
  std::vector<bool> is_blocked;
  std::optional<std::uint32_t> first_done;
  std::optional<std::uint32_t> first_blocked;
  std::optional<std::uint32_t> farthest;
  std::uint32_t farthest_distance = 0;
  std::map<std::uint32_t, Fatal> fatal;  // by label
};

struct GraphTruth {
  std::vector<std::optional<std::uint32_t>> depth;  // by state; empty: not reachable
  std::vector<std::uint64_t> states_per_level;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::vector<std::uint64_t> enabled;             // by label
  std::map<std::uint32_t, std::uint32_t> faults;  // label to the first state that has it
  std::vector<QuestTruth> quests;
};

// Everything by fixpoints over the plain list of transitions; shares no code with the search.
GraphTruth explore_graph(const LabelledGraph& graph);

// The trace from an initial state in which every step is the smallest (event, outcome, parent).
Trace canonical_trace(const LabelledGraph& graph, const GraphTruth& truth, std::uint32_t state);

// Probability to end without a way to done, and expected number of transitions until then or done,
// of a player who picks each transition with equal chance: by Gaussian elimination.
std::pair<double, double> solve_random_play(const LabelledGraph& graph, const GraphTruth& truth,
                                            std::size_t quest);

// The first thing in which a finished certification differs from the truth; empty: none.
std::string difference(const LabelledGraph& graph, const GraphTruth& truth,
                       const Certification& found);

}  // namespace questproof::testing_support
