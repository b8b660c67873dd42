// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "core/net/transport.h"

namespace questproof {

class RunStore;

// Decides for every quest whether play can block it.
// On several ranks all call it, and rank 0 writes; the exit code of the others means nothing.
ExitCode run_certify(const CommandOptions& options, Console& console, Transport& ranks);

// The same, going on with the run in a store that is open.
ExitCode certify_with_store(const CommandOptions& options, Console& console, Transport& ranks,
                            std::unique_ptr<RunStore> store);

}  // namespace questproof
