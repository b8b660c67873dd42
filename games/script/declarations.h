// SPDX-License-Identifier: MIT
#pragma once

#include "games/script/program.h"

namespace questproof::script {

// The first pass: finds every declaration, wherever it stands, enters its name into the symbol
// table, and makes the variables of the model with their initial values. Everything that can be
// said about one name alone is checked here; handlers, conditions and actions are only collected,
// because they may use names that are declared further on.
void declare_all(Program& program);

}  // namespace questproof::script
