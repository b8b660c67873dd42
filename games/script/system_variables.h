// SPDX-License-Identifier: MIT
#pragma once

#include "games/script/program.h"

namespace questproof::script {

// Adds the variables that no file declares: the scene, the dialogue that goes on, and the ending. When all
// declarations are known.
void make_system_variables(Program& program);

}  // namespace questproof::script
