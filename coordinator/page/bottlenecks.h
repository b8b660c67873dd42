// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

struct FoundGame;
struct Console;

// What every completion of a quest needs; found by search in the game itself (coordinator/query/needed.h).
struct Bottleneck {
  std::vector<std::string> events;  // for people; in the order of a shortest completion
  std::vector<std::string> scenes;
  bool walking_aside = false;  // walking that costs nothing was not looked at
  std::string unknown;         // "" when the above is known
};

// Of the quests of the certificate, in its order; nothing is searched for a quest that cannot be done. Ends within
// `seconds` (of all quests together); what was not finished by then is unknown.
std::vector<Bottleneck> find_bottlenecks(const FoundGame& found, const GameModel& model,
                                         double seconds, const Console& console);

}  // namespace questproof
