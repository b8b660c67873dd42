// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// Draws a game, and a walkthrough on the picture.
ExitCode run_show(const CommandOptions& options, Console& console);

}  // namespace questproof
