// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "coordinator/run_store.h"
#include "core/base/exit_code.h"
#include "core/model/game_model.h"
#include "core/net/transport.h"
#include "storage/index_run.h"

namespace questproof {

// Builds the store of record of a run that is kept in a folder.
ExitCode run_index(const CommandOptions& options, Console& console, Transport& ranks);

// The same for a run that is open, by all ranks, and finished. Collective: each does its partitions.
// `options` are those of the run. Nothing when a signal came; the message is out then.
std::optional<DatabaseBuildFigures> index_store(RunStore& store, const GameModel& model,
                                                const CommandOptions& options,
                                                const Console& console, Transport& ranks);

// "1,653,180 states in 4.1 s, 3.85 bytes each", for people.
std::string index_text(const DatabaseBuildFigures& figures);

}  // namespace questproof
