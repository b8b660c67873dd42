// SPDX-License-Identifier: MIT
#include "coordinator/command_resume.h"

#include "coordinator/command_certify.h"
#include "coordinator/run_store.h"

namespace questproof {

ExitCode run_resume(const CommandOptions& options, Console& console, Transport& ranks) {
  std::unique_ptr<RunStore> store = RunStore::open(options.run_directory, console, &ranks);
  // What shapes the result comes from the run; how it is computed and shown, from this command.
  const CommandOptions remembered = store->remembered_options();
  CommandOptions run = options;
  run.command = remembered.command;
  if (run.game_file.empty()) run.game_file = remembered.game_file;
  run.settings = remembered.settings;
  run.quest = remembered.quest;
  run.reduce = remembered.reduce;
  run.method = remembered.method;
  run.engine = remembered.engine;
  run.no_verify = remembered.no_verify;
  run.no_random_play = remembered.no_random_play;
  run.partitions = remembered.partitions;
  return certify_with_store(run, console, ranks, std::move(store));
}

}  // namespace questproof
