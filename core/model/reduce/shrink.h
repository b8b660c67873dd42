// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/game_model.h"

namespace questproof {

// Gives a variable a smaller domain, inside the one it has, and keeps the names of its values.
void shrink_domain(Variable& variable, Value low, Value high);

// Gives a variable the one value that the first variant starts with, in all variants. For a
// variable that nothing depends on.
void make_constant(GameModel& model, VariableId variable);

}  // namespace questproof
