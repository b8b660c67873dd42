// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// Writes what was found as one HTML page.
ExitCode run_report(const CommandOptions& options, Console& console);

}  // namespace questproof
