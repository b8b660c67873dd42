// SPDX-License-Identifier: MIT
#include "coordinator/findings/run_certificate.h"

#include <fmt/core.h>

#include <sstream>
#include <utility>

#include "coordinator/command_resume.h"
#include "coordinator/options.h"
#include "coordinator/run_store.h"
#include "core/base/error.h"
#include "core/net/solo_transport.h"

namespace questproof {

RunCertificate run_certificate(const std::string& folder, const std::string& game_file,
                               const Console& console) {
  RunCertificate kept;
  {
    const std::unique_ptr<RunStore> store = RunStore::open(folder, console);
    const auto& progress = store->storage().progress();
    const bool finished = progress && progress->phase == RunPhase::kFinished;
    if (!finished && !store->has_diagrams()) {
      throw Error(Error::Kind::kInput, fmt::format("{}: the run is not finished\n"
                                                   "To finish it: questproof resume {}",
                                                   folder, folder));
    }
    const CommandOptions remembered = store->remembered_options();
    kept.game_file = game_file.empty() ? remembered.game_file : game_file;
    kept.settings = remembered.settings;
  }
  CommandOptions options;
  options.command = Command::kResume;
  options.run_directory = folder;
  options.game_file = kept.game_file;
  options.json = true;
  options.no_index = true;
  std::ostringstream document;
  Console aside = {.in = console.in,
                   .out = document,
                   .error = console.error,
                   .paint = {},
                   .error_paint = console.error_paint};
  SoloTransport alone;
  run_resume(options, aside, alone);
  kept.text = document.str();
  return kept;
}

}  // namespace questproof
