// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/game.h"
#include "storage/database_tables.h"

namespace questproof {

// What a state database says of the game that its states belong to. `quest`: the only one that is looked
// at, or "".
DatabaseIdentity database_identity(const Game& game, const std::string& game_file,
                                   const std::string& quest);
DatabaseSchema database_schema(const Game& game);

}  // namespace questproof
