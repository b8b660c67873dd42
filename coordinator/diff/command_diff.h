// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// `diff A B`, `diff DIR` and `diff DIR A B`: what differs between two builds, or between two nights. Ends
// with 1 when something got worse, else with 2 when something is not known any more, else with 0.
ExitCode run_diff(const CommandOptions& options, Console& console);

}  // namespace questproof
