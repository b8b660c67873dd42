// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/diff/level_search.h"
#include "coordinator/diff/twin_names.h"
#include "coordinator/findings/found_game.h"

namespace questproof {

// Two builds side by side, level by level, as they are written: every step counts, walking too.

// The first level on which one build has a state that the other one has not, seen through the variables
// that both have. (A variable that only one build has makes no difference by itself, but what comes
// of it does.)
struct FirstDifference {
  std::size_t level = 0;
  std::uint64_t only_before = 0;  // such states on this level, as seen through the common variables
  std::uint64_t only_after = 0;
  bool in_after = true;  // which build the witness is of; the new one where there is a choice
  FoundWalk witness;     // to the first of these states
  bool operator==(const FirstDifference&) const = default;
};

// A variable that one build alone has; or, where all states of both were explored, one that takes more or
// fewer values than before.
struct VariableGrowth {
  enum class Change { kNew, kGone, kMore, kFewer };
  Change change = Change::kNew;
  std::string name;                 // in the new build, or in the old one where it is gone
  std::string before;               // its old name where that was another one; else ""
  std::uint64_t domain_before = 0;  // values that it could take; 0 where there is no such variable
  std::uint64_t domain_after = 0;
  std::uint64_t reached_before = 0;  // values that it takes in the states that were explored
  std::uint64_t reached_after = 0;
  // States of its build for each state that would be left without it; nothing where not all states
  // were explored. (Of the new build where both have it.)
  std::optional<double> factor;
  bool operator==(const VariableGrowth&) const = default;
};

struct LevelComparison {
  std::uint64_t states_before = 0;  // explored
  std::uint64_t states_after = 0;
  bool complete_before = false;
  bool complete_after = false;
  std::size_t levels_compared = 0;  // on which both were seen in full and nothing differed
  std::optional<FirstDifference> first;
  std::vector<VariableGrowth> growth;  // the largest change first
  bool operator==(const LevelComparison&) const = default;
};

// Explores at most so many states of each build.
LevelComparison compare_levels(const TwinNames& names, std::size_t most_states);

// A path as certificates tell it.
FoundWalk walk_to(const LevelSearch& search, std::uint32_t state);

// What an event changed, as certificates tell it.
std::vector<FoundChange> found_changes(const GameModel& model, const Valuation& before,
                                       const Valuation& after);

}  // namespace questproof
