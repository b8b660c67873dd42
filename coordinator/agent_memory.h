// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"

namespace questproof {

// `agent show --memory DIR`: what all runs have learned that kept it there: runs, things and their states, what
// presses were seen to change, which button toggles which door with evidence and confidence, and
// disputes. With --model-out also as a model.
ExitCode run_agent_show(const CommandOptions& options, Console& console);

}  // namespace questproof
