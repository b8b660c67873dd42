// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "core/model/game_model.h"

namespace questproof {

// Pictures for Graphviz (dot -Tsvg).

// Every reachable state as a node and every transition as an arrow with its event. Nodes name only
// the variables that change at all. Starts have a double border; a state in which the main quest
// (the first one, when none is main) is done is green, one in which it is blocked is red.
// Throws Error(kInput) when more than `limit` states can be reached: nobody could read the picture.
std::string states_to_dot(const GameModel& model, std::size_t limit);

// Events and variables: an arrow from a variable to each event that reads it, dashed when only the
// guard does, and from an event to each variable that it writes.
std::string structure_to_dot(const GameModel& model);

}  // namespace questproof
