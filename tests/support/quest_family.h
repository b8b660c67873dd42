// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/model/game_model.h"

namespace questproof::testing_support {

// The benchmark family `quest`, built directly as a model: rooms in a ring with doors and keys, items
// that set flags, an inventory limit, a dialogue, gold and potions, lamps. Sizes "xs", "s", "m", "l",
// "xl", and "dm", "dl" for use with `dead`: then keys are used up, and one of them also fits a door
// that it should not, so that a player can get stuck.
// Reachable states: xs 90,768; s 1,653,180; m 40,569,300; l 162,277,200; with `dead`: dm 3,877,900,
// dl 30,902,800.
GameModel quest_family(const std::string& size, bool dead = false);

}  // namespace questproof::testing_support
