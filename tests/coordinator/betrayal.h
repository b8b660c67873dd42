// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/game_model.h"

namespace questproof {

// The game in five rules that many tests here use. Betray A to get an item from B; betray B to get an item
// from A; either item buys a key; the key opens an area; A can be killed and drops nothing.
//
// States are A_ALIVE, B_ALIVE (alive and not betrayed), ITEM, KEY, AREA. Hand-counted:
//
//   start -- betray A --> ITEM -- buy --> KEY -- open --> AREA
//     |  \-- betray B --> ITEM            (the same three steps)
//     |-- kill A --> only B is left, who gives nothing without A: blocked unless an item was had
GameModel betrayal();

}  // namespace questproof
