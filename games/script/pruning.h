// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/game_model.h"

namespace questproof::script {

// Removes the variables that the front end made (entities, delays, dialogues, the scene) and that
// can never change: all beginnings agree on their value and every assignment sets that value. What
// asks for them is decided, assignments to them are dropped, and alternatives of the front end's
// own that do nothing any more go too. Variables and items that the author declared stay.
//
// The states that remain correspond one to one to those before, event by event, so every verdict
// and every figure is unchanged.
void prune_constants(GameModel& model);

}  // namespace questproof::script
