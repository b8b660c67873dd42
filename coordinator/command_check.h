// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// Reads a game and says what is wrong with it and what is in it.
ExitCode run_check(const CommandOptions& options, Console& console);

}  // namespace questproof
