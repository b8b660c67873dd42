// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/settings.h"

namespace questproof {

struct CommandOptions;
struct Console;

// "key=value", each; throws Error of kind kUsage for anything else.
Settings parse_settings(const std::vector<std::string>& texts);

// Reads the game that was named, as --set says, and shows what is wrong with it on console.error, with the source lines. Throws Error
// of kind kInput when it has errors.
GameModel load_model(const CommandOptions& options, Console& console);

}  // namespace questproof
