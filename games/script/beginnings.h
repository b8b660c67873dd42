// SPDX-License-Identifier: MIT
#pragma once

#include "games/script/actions.h"
#include "games/script/program.h"

namespace questproof::script {

// The last pass over the script: works out with which values the game can begin, runs the OnEnter
// of the start scene on them, and marks the contents that are there from the beginning. Requires:
// all events are in the model. Does nothing but report where an earlier pass has found an error.
void make_beginnings(Program& program, Actions& actions);

}  // namespace questproof::script
