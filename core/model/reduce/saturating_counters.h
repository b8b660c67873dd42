// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/reduce/reduced_model.h"

namespace questproof {

// Cuts the domain of a counter down to the smallest value T from which on nothing in the game can
// tell its values apart. The exact conditions stand in core/README.md, "Reductions".
void saturate_counters(ReducedModel& reduced);

}  // namespace questproof
