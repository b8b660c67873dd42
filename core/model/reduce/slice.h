// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/reduce/reduced_model.h"

namespace questproof {

// Backward slicing (Weiser 1981) over the bodies of all events at once. A variable matters when a
// quest reads it, when a statement that can be a fault uses it, or when it decides whether or how a
// statement runs that writes a variable which matters. What does not matter goes. A choice of which
// no branch does anything that matters stays only if it reads nothing but variables that matter;
// otherwise its branches are not examined any more.

// Here every guard matters too, so that the reachability of every event stays known.
void drop_unread_variables(ReducedModel& reduced);

// The cone of influence of the model's quests: events without an influence on any quest go as well,
// and are not examined any more. Faults of the remaining and of all other events stay.
void restrict_to_cone(ReducedModel& reduced);

}  // namespace questproof
