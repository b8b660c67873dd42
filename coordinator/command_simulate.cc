// SPDX-License-Identifier: MIT
#include "coordinator/command_simulate.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <utility>
#include <vector>

#include "coordinator/diagnostics_text.h"
#include "coordinator/load_model.h"
#include "core/base/error.h"
#include "games/labrecruits/level_file.h"
#include "games/labrecruits/simulator.h"
#include "games/live/serve.h"

namespace questproof {
namespace {

// Shows what is wrong; throws when some of it is an error.
void report(const std::vector<Diagnostic>& diagnostics, const CommandOptions& options,
            Console& console) {
  console.error << diagnostics_text(diagnostics, console.error_paint, console.width);
  const bool wrong = std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) {
    return d.severity == Severity::kError;
  });
  if (wrong) {
    throw Error(Error::Kind::kInput, fmt::format("{} cannot be played", options.game_file));
  }
}

}  // namespace

ExitCode run_simulate(const CommandOptions& options, Console& console) {
  std::vector<Diagnostic> diagnostics;
  const labrecruits::SimulatorSettings settings =
      labrecruits::read_simulator_settings(parse_settings(options.settings), diagnostics);
  report(diagnostics, options, console);
  labrecruits::LevelResult read = labrecruits::read_level(
      std::filesystem::path(options.game_file).lexically_normal(), settings.dialect);
  report(read.diagnostics, options, console);
  labrecruits::Simulator simulator(std::move(*read.level), settings);
  serve(simulator, console.in, console.out);
  return ExitCode::kProved;
}

}  // namespace questproof
