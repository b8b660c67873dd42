// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/reduce/reduced_model.h"

namespace questproof {

// Computes which values every variable can reach and rewrites the model by it: domains shrink,
// variables with one value become constants, conditions that are always true or never are decided,
// branches and events that can never run go, and so do checks for overflow that can never fail.
void fold_constants(ReducedModel& reduced);

}  // namespace questproof
