// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// Writes a game's logic in another language.
ExitCode run_export(const CommandOptions& options, Console& console);

}  // namespace questproof
