// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/model/game_model.h"

namespace questproof::testing_support {

struct RandomMazeOptions {
  int walkers = 0;  // 0: one or two
  bool faults = true;
  std::size_t maximum_states = 3000;  // product of all domains, ballast aside
};

// Games of people who walk about between rooms, with doors, buttons, far-away levers, traps and ways of
// no return: free moves among events of every other kind. Buttons toggle or set doors, some ask for
// several positions, for two walkers in one room, or for none; passages are open always or under
// all kinds of conditions, some have no way back; quests ask for doors and positions. Some mazes have
// ballast: wide variables that nothing reads or writes, and that make states several words long. The same seed and
// options give the same model, on every machine. It passes validate() and has free moves.
GameModel random_maze(std::uint64_t seed, const RandomMazeOptions& options = {});

}  // namespace questproof::testing_support
