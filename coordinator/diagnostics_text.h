// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "coordinator/console.h"
#include "games/common/diagnostic.h"

namespace questproof {

// What is wrong with a game, each with the source line and a caret below the place:
//
//   harbor.quest:12:9: error: VAR_STROM is not declared
//     12 | SetVar(VAR_STROM, 1);
//        |        ^
//     Did you mean VAR_STORM?
std::string diagnostics_text(const std::vector<Diagnostic>& diagnostics, const Paint& paint,
                             std::size_t width);

}  // namespace questproof
