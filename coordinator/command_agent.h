// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "core/net/transport.h"

namespace questproof {

// `agent run`, `check`, `replay` and `loop`: agents play a game in processes of its own; over ranks, `run` alone. `agent
// show`: what they have learned.
ExitCode run_agent(const CommandOptions& options, Console& console, Transport& ranks);

}  // namespace questproof
