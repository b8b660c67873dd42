// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/model/game_model.h"

namespace questproof {

struct Console;

// Reads a game and shows what is wrong with it on console.error, with the source lines. Throws Error
// of kind kInput when it has errors.
GameModel load_model(const std::string& path, Console& console);

}  // namespace questproof
