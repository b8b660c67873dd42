// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/model/game_model.h"
#include "core/model/reduce/value_state.h"

namespace questproof {

// For every variable a set that holds each value it takes in a reachable state, or between two
// statements of an event that runs in one. Least fixpoint over all events, from the variants; a
// variable that keeps growing is given its whole domain.
std::vector<ValueSet> reachable_values(const GameModel& model);

}  // namespace questproof
