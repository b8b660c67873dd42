// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/reduce/reduced_model.h"

namespace questproof {

// Which reductions are made. Each is a bisimulation as far as quests, labels and faults can tell;
// the arguments stand in core/README.md, "Reductions".
struct ReductionOptions {
  bool constant_variables = true;
  bool no_effect_events = true;
  bool unread_variables = true;
  bool saturate_counters = true;
  bool dead_values = true;
  bool cone_of_influence = false;  // gives up on content that no quest depends on
  bool free_moves = true;          // no model of its own: see core/model/free_moves.h
  bool operator==(const ReductionOptions&) const = default;
};

// One row per reduction, in the order in which they are made: what `--reduce` and its help walk.
struct Reduction {
  const char* name;  // "dead-values"
  const char* text;  // for people
  bool ReductionOptions::*enabled;
};
const std::vector<Reduction>& reductions();

// "all", "none", "default" (also for an empty text), or a list such as
// "unread-variables,dead-values". A name with "no-" in front takes one away from what stands before
// it, or from the default when it stands first: "no-dead-values".
// Throws Error(kUsage) that names an unknown word.
ReductionOptions parse_reductions(std::string_view text);
std::string to_string(const ReductionOptions& options);

// Requires a valid model. What is preserved stands at ReducedModel. Free moves stay in the model: whoever
// makes a StateSpace of it collapses them if the option says so.
ReducedModel reduce(const GameModel& model, const ReductionOptions& options);

// Only one quest, and only what influences it: for runs of one quest at a time, where all together
// are too many states. The quest becomes the only one of the result.
ReducedModel cone(const GameModel& model, QuestId quest, const ReductionOptions& options);

}  // namespace questproof
