// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "coordinator/options.h"
#include "coordinator/query/stored_game.h"
#include "storage/state_database.h"

namespace questproof {

// The store of a finished run, whichever engine decided it, and its game as far as that is at hand.
class OpenStore {
 public:
  // `options`: run_directory, game_file (where the game is now, or ""), limits of memory and time. Throws
  // Error where there is no store that can be read.
  explicit OpenStore(const CommandOptions& options);

  const StateDatabase& database() const { return *database_; }
  const StoredGame& game() const { return *game_; }

 private:
  std::unique_ptr<StateDatabase> database_;
  std::unique_ptr<StoredGame> game_;
};

}  // namespace questproof
