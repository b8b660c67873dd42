// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/exit_code.h"
#include "coordinator/options.h"

namespace questproof {

struct Console;

// questproof show GAME --out FILE [--trace QUEST|FILE]
ExitCode run_show(const CommandOptions& options, Console& console);

}  // namespace questproof
