// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "games/live/process_game.h"

namespace questproof {

// `agent replay`: does on the live game what --trace says, and reports the first difference. Two kinds of
// files: a trace that `agent run --record` has written is done action by action, and all that it tells is
// compared; of the JSON of `solve` or `certify` the buttons are pressed in turn that the walkthrough (or
// counterexample) of the task's object has, and then the task is looked at.
ExitCode run_agent_replay(const CommandOptions& options, const Patience& patience,
                          Console& console);

}  // namespace questproof
