// SPDX-License-Identifier: MIT
#pragma once

#include "games/script/actions.h"
#include "games/script/program.h"

namespace questproof::script {

// The quest book: every Quest becomes one of the model, failed also by the endings of the game.
void lower_quests(Program& program, Conditions& conditions);

}  // namespace questproof::script
