// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "coordinator/diff/build_comparison.h"

namespace questproof {

// Sentences that a terminal and a pull request have in common. Without colours, in one line each.

// "2 worse, 1 better, 3 changed", or "nothing got worse, and nothing better".
std::string summary_text(const DiffResult& comparison);

// "town.quest:12" of "/games/shared/town.quest:12:5"; "" of "".
std::string short_line(const std::string& place);

// "activate the crab (chance: it bites)".
std::string found_step_text(const FoundStep& step);

// "ITEM_ROPE 0 -> 1, SCENE SCENE_PIER -> SCENE_BOAT".
std::string found_changes_text(const std::vector<FoundChange>& changes);

// "item ITEM_SEAL is called ITEM_SIGNET now (7 names)".
std::string renaming_text(const Renaming::Entry& entry);

// "1,234 states instead of 617 (2.00 times as many)"; "" where either is not known or they are equal.
std::string states_text(const BuildComparison& build);

// "level 3: 2 states that only the new build has, 1 that only the old one has".
std::string first_difference_text(const FirstDifference& difference);

// What the exploration side by side came to when it found no difference; "" when it did.
std::string no_difference_text(const LevelComparison& levels);

// Sentences on sizes that hold for all variables: "VAR_MOOD is new and takes 4 values".
std::string growth_text(const VariableGrowth& growth);

// "Why: 'kill Anselm' (town.quest:55) is new."
std::string why_text(const Blame& blame);

// "5 places in 2 files".
std::string source_changes_text(const std::vector<SourceChange>& changes);

}  // namespace questproof
