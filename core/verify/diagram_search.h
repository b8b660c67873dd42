// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "core/model/game_model.h"
#include "core/verify/plain_search.h"

namespace questproof {

// The second opinion where states are too many to be looked at one by one: what plain_search() finds out,
// with sets of states as decision diagrams (core/verify/plain_diagram.h). Every way through an event is taken as what
// it is, a list of conditions and assignments, and carried out on whole sets, one after the other, forward and
// backward, until nothing is added. Shares only core/model with the searches, and no line with core/symbolic.
//
// The order of the variables is found by trying two, with more and more nodes. Once all is found, it is found again level
// by level, where that takes at most `nodes_for_levels` nodes; else no length is known: PlainResult::lengths_known. Counts stop at 2^64 - 1. Free moves are steps like all others:
// requires that the options do not collapse them. `expected_states` is not used.
//
// The limit speaks of too many nodes for the memory, too much time, domains that are too large, or events that can run in
// too many ways.
inline constexpr std::size_t kNodesForLevels = 300'000;
PlainResult diagram_search(const GameModel& model, const PlainOptions& options,
                           const PlainProgressCallback& progress = {},
                           std::size_t nodes_for_levels = kNodesForLevels);

}  // namespace questproof
