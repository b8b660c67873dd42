// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/collapsed_model.h"
#include "core/model/free_moves.h"
#include "core/model/game_model.h"
#include "core/model/state_space.h"
#include "tests/support/graph_space.h"

namespace questproof::testing_support {

// The regions of a game as a plain graph, all of them and not only what can be reached: made from the
// product of all domains with the oracle's evaluation of events, by joining states that a move leads
// between until nothing changes. Rows and labels are those of the space; labels must not be coarse.
// For small domains.
LabelledGraph region_graph(const GameModel& model, const FreeMoves& moves, const StateSpace& space,
                           const StateLayout& layout);

}  // namespace questproof::testing_support
