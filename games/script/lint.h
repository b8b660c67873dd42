// SPDX-License-Identifier: MIT
#pragma once

#include "games/script/program.h"

namespace questproof::script {

// Warnings about a complete model without errors: what is declared and then never read, written,
// reached or started.
void lint(Program& program);

}  // namespace questproof::script
