// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/reduce/reduced_model.h"

namespace questproof {

// Takes out statements that change nothing wherever they run, as the guard, the conditions around
// them and the statements before them tell: the assignment of a value that the variable has
// already, the addition of nothing, a stop at the very end. Lists the events that have no statement
// left that could change the state; their labels are never transitions.
void drop_statements_without_effect(ReducedModel& reduced);

}  // namespace questproof
