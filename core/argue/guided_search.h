// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "core/model/compiled_model.h"
#include "core/model/relaxed_model.h"
#include "core/search/trace.h"

namespace questproof {

struct GuidedOptions {
  std::uint64_t most_states = 100'000;  // that are looked at; 8 times as many may wait
  std::function<bool()> stopped;        // asked now and then
};

struct GuidedResult {
  std::optional<Trace> trace;  // from the start of a variant; not necessarily shortest
  bool impossible = false;     // every state that could lead there was seen, or ruled out
  std::uint64_t states = 0;    // that were looked at
};

// Looks for some path to a goal, not for the shortest: best first, where best is who needs the fewest
// events when nothing is ever lost (core/model/relaxed_model.h). States from which the goal is out
// of reach even then are passed over. Two queues take turns, one for all states and one for those
// that an event of the relaxed plan led to (Helmert 2006: deferred evaluation, preferred operators).
// A path that was found is cleared of steps that it does not need (Nakhost and Mueller 2010).
//
// Depends on the model alone: the same model gives the same path, but for `stopped`.
GuidedResult guided_search(const CompiledModel& model, const RelaxedModel& relaxed,
                           std::size_t variant, std::size_t quest, RelaxedPlanner::Goal goal,
                           const GuidedOptions& options);

}  // namespace questproof
