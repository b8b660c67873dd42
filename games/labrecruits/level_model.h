// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/game_model.h"
#include "games/common/diagnostics.h"
#include "games/labrecruits/level.h"
#include "games/labrecruits/level_settings.h"

namespace questproof::labrecruits {

// What can happen in a level, as plain data:
//
// - a variable for each door that a press can toggle, and one for the place of each agent that is
//   driven; with StateKey::kButtons also one for each button that is wired to a door;
// - an event `press BUTTON` for each button and agent: its guard asks that the agent is at a place from where
//   the button can be pressed, and its body toggles what is wired to it, a statement each;
// - two events `walk PLACE -> PLACE through DOOR` for each way and agent;
// - a quest for each door: it is open, and an agent is at a place beside it; and for each flag: an
//   agent is at its place.
//
// Errors, such as an agent that stands on no floor, go to `diagnostics`, and then the model is not
// to be used.
GameModel make_level_model(const Level& level, const LevelSettings& settings,
                           Diagnostics& diagnostics);

}  // namespace questproof::labrecruits
