// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// Shows in a browser how far a run or a sweep is, and its report, until it is told to end.
ExitCode run_serve(const CommandOptions& options, Console& console);

}  // namespace questproof
