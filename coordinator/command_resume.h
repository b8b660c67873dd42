// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "core/net/transport.h"

namespace questproof {

// Goes on with the run in a store, as if nothing had happened.
ExitCode run_resume(const CommandOptions& options, Console& console, Transport& ranks);

}  // namespace questproof
