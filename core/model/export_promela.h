// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/model/game_model.h"

namespace questproof {

// The model in Promela, the language of the model checker SPIN (Gerard Holzmann), as one process
// with one deterministic step for every way of running an event. It is made for counting: with
//
//   spin -o2 -a game.pml
//   gcc -O2 -DSAFETY -DNOREDUCE -DMEMLIM=4096 -o pan pan.c
//   ./pan -E -m10000000
//
// SPIN reports exactly one stored state more than we count reachable states: its first state, in
// which no variant is chosen yet. (-o2: SPIN must not clear variables that it takes for dead, which
// merges states. -DNOREDUCE: partial-order reduction leaves states out. -E: a state
// without a successor is no error here. -m: the depth-first search must not be cut off; SPIN says "max
// search depth too small" when it was.) The same lines stand at the top of the text.
//
// An event runs on hidden copies of the variables that it writes, and the copies are stored at its
// end; a fault or a way that chance cannot go stores nothing. Throws Error(kInput) when a value or
// constant is too large for SPIN's arithmetic, or when one event has more than 4,096 ways of chance.
std::string to_promela(const GameModel& model);

}  // namespace questproof
