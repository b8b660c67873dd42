// SPDX-License-Identifier: MIT
#pragma once

#include "games/script/actions.h"
#include "games/script/events.h"
#include "games/script/program.h"

namespace questproof::script {

// The second pass for dialogues and puzzles: every proposition becomes an event. To be called after
// lower_events, because it also reports dialogues that start each other in a circle.
void lower_dialogues(Program& program, Actions& actions, EventMaker& maker);

}  // namespace questproof::script
