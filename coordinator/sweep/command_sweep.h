// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "core/net/transport.h"

namespace questproof {

// Certifies all games of a manifest, once a night. On several ranks all call it, and rank 0 reads, decides
// and writes; the exit code of the others means nothing.
ExitCode run_sweep(const CommandOptions& options, Console& console, Transport& ranks);

// The same with another program in the place of this one, for jobs in processes of their own.
ExitCode run_sweep_with(const std::string& program, const CommandOptions& options, Console& console,
                        Transport& ranks);

}  // namespace questproof
