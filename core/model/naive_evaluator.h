// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// The meaning of a GameModel, written as plainly as possible: it walks the model's own trees on
// unpacked values and counts in 64 bits. Slow and obviously right; the compiled forms are tested
// against it, and witnesses are replayed with it.

// One way in which an event can run.
struct Outcome {
  std::vector<BranchId> branches;       // that ran, in order, the body branch first
  Valuation values;                     // afterwards; when there is a fault, just before it
  std::optional<SourceLocation> fault;  // the statement whose result lies outside a domain
};

// Requires: `values` lies inside the domains of the model (here and below).
bool holds(const GameModel& model, const Condition& condition, const Valuation& values);

// Empty when the guard does not hold. Otherwise one outcome, or, where chance decides, one for each
// way it can go, in the order in which the alternatives are written. An outcome may leave the
// values as they were.
std::vector<Outcome> outcomes(const GameModel& model, EventId event, const Valuation& values);

}  // namespace questproof
