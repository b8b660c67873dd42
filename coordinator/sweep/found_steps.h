// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "coordinator/findings/found_game.h"
#include "coordinator/sweep/night.h"

namespace questproof {

// A walk as numbered steps, one a line, changes below their step:
//
//   Start: variant 'by night'
//   1. activate the crab   harbor.quest:31:5
//      ITEM_CRAB 0 -> 1
std::string steps_text(const FoundWalk& walk);

// The certificate of a job, where it can still be read.
std::optional<FoundGame> found_game_of(const std::string& sweep, const NightJob& job);

// Of a quest; nothing where it has none.
const FoundWalk* counterexample_of(const FoundGame& found, const std::string& quest);

}  // namespace questproof
