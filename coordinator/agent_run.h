// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "core/net/transport.h"
#include "games/live/process_game.h"

namespace questproof {

// `agent run`: one agent plays, or one on each rank, each an instance of its own. With --memory they begin with what
// earlier runs have learned, and keep what they learn. Collective; rank 0 tells how it went and
// writes the model.
ExitCode run_agent_run(const CommandOptions& options, const Patience& patience, Console& console,
                       Transport& ranks);

}  // namespace questproof
