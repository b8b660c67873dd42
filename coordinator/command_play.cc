// SPDX-License-Identifier: MIT
#include "coordinator/command_play.h"

#include "coordinator/load_model.h"
#include "coordinator/play_guide.h"
#include "coordinator/play_session.h"
#include "coordinator/state_text.h"

namespace questproof {

ExitCode run_play(const CommandOptions& options, Console& console) {
  const GameModel model = load_model(options, console);
  const GivenState start = read_state(model, options.from, options.variant);
  PlayGuide guide(model, start, options, console);
  PlaySession(model, start, guide, options, console).run();
  return ExitCode::kProved;
}

}  // namespace questproof
