// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// Serves a level of Lab Recruits as a live game on console.in and console.out.
ExitCode run_simulate(const CommandOptions& options, Console& console);

}  // namespace questproof
