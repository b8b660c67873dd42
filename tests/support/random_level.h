// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/model/game_model.h"

namespace questproof::testing_support {

struct RandomLevelOptions {
  int rooms = 0;     // 0: a random number from 2 to 5
  int doors = 0;     // 0: from 2 to 6
  int buttons = 0;   // 0: from 2 to 6
  int one_way = 0;   // events that cannot be taken back: trapdoors, levers, batteries that run down
  int variants = 1;  // starts: other rooms, other doors open
};

// A building: rooms, doors between them, buttons that each turn some doors, and one player who walks
// through open doors and presses buttons in reach. Without one-way events everything that can be
// done can be undone. Quests: to see a door open, from a room beside it, and to be in a room; some
// begin only in certain rooms. Passes validate().
GameModel random_level(std::uint64_t seed, const RandomLevelOptions& options = {});

}  // namespace questproof::testing_support
