// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/reduce/reduced_model.h"

namespace questproof {

// Gives a variable that cannot be read any more before it is overwritten one and the same value, so
// that states which differ in nothing else become one (live-variable analysis; Bozga, Fernandez and
// Ghirvu 1999 use it so in model checking).
//
// A game has no program counter. In its place stands a phase: variables such as the scene, the
// chapter and the dialogue, which are only ever set to constants and which the guards of many events
// ask for. For each combination of their values the variables that are live there are computed; an
// event that leads to where a variable is dead resets it.
void reset_dead_values(ReducedModel& reduced);

}  // namespace questproof
