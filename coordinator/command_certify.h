// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// Decides for every quest whether play can block it.
ExitCode run_certify(const CommandOptions& options, Console& console);

}  // namespace questproof
