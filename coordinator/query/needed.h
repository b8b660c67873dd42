// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "core/search/search_options.h"

namespace questproof {

struct Console;

// What every completion of a quest has in common, or why that is not known.
struct Needed {
  bool possible = false;           // the quest can be done at all
  std::vector<std::string> names;  // in the order in which a shortest completion meets them
  bool walking_aside = false;  // moves that are free (core/model/free_moves.h) were not looked at
  std::string unknown;         // "" when the above is known
};

// The events that every way from a beginning of the game to a state in which the quest is done
// contains. Only those of one shortest way can be; each is left out of the game in turn
// (core/search/unavoidable.h). The game is reduced to what the quest depends on: which events a way
// contains is the same there.
Needed needed_events(const GameModel& model, std::size_t quest, const SearchOptions& options,
                     const Console& console);

// The scenes that every such way visits, those of its first and last state included. The game is
// reduced to what the quest and the scene depend on.
Needed needed_scenes(const GameModel& model, std::size_t quest, const SearchOptions& options,
                     const Console& console);

}  // namespace questproof
