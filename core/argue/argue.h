// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/model/value_set.h"
#include "core/search/certify.h"
#include "core/search/trace.h"
#include "core/search/verdict.h"

namespace questproof {

// Verdicts without seeing all states, for games with more states than anybody can store. Why each
// argument is sound stands in core/README.md, "Arguments"; core/verify/argument_check.h checks them
// by other means.

// What a verdict rests on.
enum class Ground {
  kNone,        // nothing was found
  kWayBack,     // every event can be undone, and from every start a way leads to done: proved
  kOutOfReach,  // done cannot be reached whatever happens, and pending was reached: refuted
  kNeverOpen,   // pending cannot be reached: proved
};
const char* to_string(Ground ground);  // "none", "way-back", "out-of-reach", "never-open"

struct QuestArgument {
  Ground ground = Ground::kNone;
  Verdict verdict = Verdict::kUnknown;

  // kWayBack: to done, one from each variant; kOutOfReach: one to pending. Not the shortest.
  std::vector<Trace> ways;

  // kOutOfReach: the variables on which a projection shows it (core/model/projection.h), ascending.
  // Empty: the bounds show it.
  std::vector<VariableId> kept;

  std::string obstacle;      // kNone: why not
  std::uint64_t states = 0;  // that were looked at
};

struct Argument {
  // Every event can be undone, in all states (core/model/undoable.h). If not: the first event for
  // which that was not proved, and why.
  bool undoable = false;
  std::optional<EventId> one_way;
  std::string one_way_reason;

  // Values that hold every state that can be reached: the starts lie inside, and no event leads
  // outside. By variable; empty when the game is too large for that.
  std::vector<ValueSet> bounds;
  bool may_fault = true;  // an event may be a fault inside the bounds: then nothing is argued

  std::vector<QuestArgument> quests;
  std::vector<PhaseFigures> phases;
};

struct ArgueOptions {
  std::size_t most_nodes = 2'000'000;     // of the relaxed model
  std::uint64_t most_states = 1'000'000;  // looked at for one way; 16 times as many of a projection
  double time_seconds = 0;                // 0: no limit
};

// Requires: the model is the game as written, without reductions: arguments are about it.
// Depends on nothing but the model and the limits.
Argument argue(const CompiledModel& model, const ArgueOptions& options,
               const ProgressCallback& progress = {});

}  // namespace questproof
