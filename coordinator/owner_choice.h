// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/game.h"
#include "coordinator/options.h"
#include "core/search/ownership.h"

namespace questproof {

// How a new run over so many ranks spreads its states over them (--ownership).
struct OwnerChoice {
  Ownership ownership;
  std::string text;  // for people, a line: what it was chosen for; empty when there is one rank
};

// The same on all ranks. Throws Error(kUsage) for an unknown --ownership.
OwnerChoice choose_owners(const Game& game, const CommandOptions& options, int ranks);

}  // namespace questproof
