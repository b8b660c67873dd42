// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/game_model.h"
#include "core/search/certify.h"

namespace questproof {

// Finds the sets of states that decision diagrams had found once more, with the other diagrams of core/verify, and
// counts what is in them: states, transitions, deadlocks, and of every quest done, pending and blocked states
// and fatal transitions. Where all is the same, the certification is verified from here on, and has a phase more. Nothing
// changes where that would take more than a few seconds.
//
// `model` is the one that was searched. Throws Error of kind kInternal that names the first figure that differs.
void verify_diagrams(const GameModel& model, Certification& certification, double time_seconds);

}  // namespace questproof
