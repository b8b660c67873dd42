// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tests/support/graph_space.h"
#include "tests/support/random_model.h"

namespace questproof::testing_support {

struct RandomGraphOptions {
  std::uint32_t largest_states = 60;
  std::size_t words = 0;    // 0: one of 1, 2, 3, 5, 17
  std::size_t quests = 0;   // 0: one to seven
  int faulty_percent = 10;  // of the graphs have a label that is a fault
};

// Graphs of many kinds: sparse and dense, with cycles and layers, traps, unreachable parts, several
// initial states of which some are equal, words of 0 to 64 bits, labels in no particular order.
LabelledGraph random_graph(Random& random, const RandomGraphOptions& options = {});

// A small change: an edge less, more or elsewhere, a goal moved, another pending state, another
// initial state. The graph stays valid; what is true of it may or may not change.
void mutate_graph(Random& random, LabelledGraph& graph);

}  // namespace questproof::testing_support
