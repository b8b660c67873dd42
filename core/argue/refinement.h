// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/search/trace.h"

namespace questproof {

struct RefinementOptions {
  std::uint64_t most_states = 1'000'000;  // of a projection
  std::function<bool()> stopped;          // asked now and then
};

struct RefinementResult {
  bool excluded = false;         // no state that play can reach is done
  std::vector<VariableId> kept;  // when excluded: a projection on these shows it; ascending
  std::optional<Trace> trace;    // or a way to a done state
  std::uint64_t states = 0;      // of all projections together
};

// Looks for few variables that show that a quest can never be done. Begins with those that the quest
// asks for, explores the projection on them (core/model/projection.h), and plays the shortest way to
// done that it finds there on the game itself. Where that cannot be played, it keeps the variables
// that are in the way and tries again. (Counterexample-guided abstraction refinement: Clarke, Grumberg,
// Jha, Lu and Veith 2000.)
RefinementResult refine(const CompiledModel& model, std::size_t quest,
                        const RefinementOptions& options);

}  // namespace questproof
