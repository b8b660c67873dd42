// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// Lets a person play a game's logic at the console.
ExitCode run_play(const CommandOptions& options, Console& console);

}  // namespace questproof
