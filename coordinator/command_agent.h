// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// `agent run`, `agent check` and `agent replay`: an agent plays a game in a process of its own.
ExitCode run_agent(const CommandOptions& options, Console& console);

}  // namespace questproof
