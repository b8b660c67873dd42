// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

class RunStore;

// Decides for every quest whether play can block it.
ExitCode run_certify(const CommandOptions& options, Console& console);

// The same, going on with the run in a store that is open.
ExitCode certify_with_store(const CommandOptions& options, Console& console,
                            std::unique_ptr<RunStore> store);

}  // namespace questproof
