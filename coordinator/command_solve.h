// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "core/net/transport.h"

namespace questproof {

// Finds the shortest walkthrough of one quest, or of each main quest, or proves that there is none.
// Collective.
ExitCode run_solve(const CommandOptions& options, Console& console, Transport& ranks);

}  // namespace questproof
