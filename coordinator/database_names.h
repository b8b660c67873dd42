// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/game.h"
#include "coordinator/options.h"
#include "storage/database_tables.h"

namespace questproof {

// What a state database says of the game that its states belong to. `options`: with which the run was
// made.
DatabaseIdentity database_identity(const Game& game, const CommandOptions& options);
DatabaseSchema database_schema(const Game& game);

}  // namespace questproof
