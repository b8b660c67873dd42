// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/game.h"
#include "tests/support/built_database.h"

namespace questproof::testing_support {

// A run directory with a store of record in it, as a certification leaves it; for one test.
class StoredRun {
 public:
  StoredRun(const Game& game, const std::string& game_file);
  const std::string& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

}  // namespace questproof::testing_support
