// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "games/common/diagnostics.h"
#include "games/labrecruits/level.h"
#include "games/labrecruits/level_text.h"

namespace questproof::labrecruits {

// Reads the wiring table: in each row a source and what it is wired to, empty cells aside. The game
// reports names of which there is no thing and skips them: a warning. Where two things have a name
// that is wired, the game takes either: an error.
std::vector<Wire> read_wiring(const std::vector<RowText>& rows, const std::vector<Object>& objects,
                              Diagnostics& diagnostics);

// Warns of wires and rows that undo each other. A circle of buttons that press each other, which
// never ends in the game, is an error.
void check_wiring(const Level& level, Diagnostics& diagnostics);

}  // namespace questproof::labrecruits
