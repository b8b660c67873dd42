// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/console.h"
#include "coordinator/query/stored_game.h"
#include "core/model/game_model.h"

namespace questproof {

// A condition over the game that a store is about, in the game's own language if the game is at hand,
// else over the names that the store knows. Shows warnings on console.error. Throws Error(kUsage) with
// the text, a caret below the mistake, and the remedy.
Condition read_condition(const StoredGame& stored, const std::string& text, const char* option,
                         const Console& console);

// The variables in it that the stored states do not hold as the game has them, as people name them; ""
// when there are none, and the store can tell where the condition holds.
std::string variables_not_kept(const StoredGame& stored, const Condition& condition);

}  // namespace questproof
