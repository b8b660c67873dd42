// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/reduce/reduced_model.h"

namespace questproof {

// Gives a variable that cannot be read any more before it is overwritten one and the same value, so
// that states which differ in nothing else become one (live-variable analysis; Bozga, Fernandez and
// Ghirvu 1999 use it so in model checking).
//
// A game has no program counter. In its place stands a phase: a variable such as the scene or the
// chapter, which is only ever set to constants and which the guards of many events ask for. For each
// value of the phase the variables that are live there are computed; an event that leads to a
// value where a variable is dead resets it. Several phases are tried, one after the other.
void reset_dead_values(ReducedModel& reduced);

}  // namespace questproof
