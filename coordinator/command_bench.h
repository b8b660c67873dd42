// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "core/net/transport.h"

namespace questproof {

// Certifies the built-in models and prints their signature.
// Collective.
ExitCode run_bench(const CommandOptions& options, Console& console, Transport& ranks);

}  // namespace questproof
