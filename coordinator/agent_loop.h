// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "games/live/live_game.h"

namespace questproof {

// `agent loop`: learn, prove, replay, repair. In each round the agent learns a model, the model is certified, and
// every walkthrough and counterexample of the result is done on the live game. What differs is evidence
// that the next round begins with. It ends when a round has seen no difference, or after --rounds of them. It has closed
// if then the play was complete: where chance decides, or something is open, it has not. The exit code is that of the last proof if the loop has closed, else that of unknown.
//
// A story's model is repaired where it stands (ChoicePlayer::learn_from). A level is played anew in each round,
// beginning with the evidence, with twice the --budget of the round before.
ExitCode run_agent_loop(const CommandOptions& options, LiveGame& game, Console& console);

}  // namespace questproof
