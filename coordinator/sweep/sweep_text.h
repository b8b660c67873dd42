// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "coordinator/console.h"
#include "coordinator/sweep/night.h"

namespace questproof {

// A night for people: what a person has to look at with the way into the trap, what changed since the
// night `before`, and every quest in a table while they fit on a few screens.
std::string sweep_text(const std::string& sweep, const Night& night,
                       const std::optional<Night>& before, const Paint& paint, std::size_t width);

// "57 quests: 50 proved, 5 refuted, 2 unknown; 42 jobs: 3 run, 38 re-used, 1 carried over"
std::string night_counts(const Night& night);

}  // namespace questproof
