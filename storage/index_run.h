// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/net/transport.h"
#include "core/search/certify.h"
#include "core/search/run_storage.h"
#include "core/search/search_options.h"
#include "storage/state_database_builder.h"

namespace questproof {

// A finished run: what it has found, and where it keeps it.
struct FinishedRun {
  const StateSpace& space;
  const RunStorage& storage;
  const Certification& certification;
};

// Builds the state database of a run from its columns, into `run_directory`. Memory, or the scratch
// folder, holds the states, as in a search; memory holds the distances of one partition for each thread.
// Phase "index" in reports of progress. Nothing when somebody asked to stop. Throws Error(kResource),
// with the remedy, when another limit of the options was hit.
//
// With a transport the call is collective: each rank has its own view of the run and builds the pages of its
// partitions (storage/state_database_builder.h); to be called inside with_abandon.
//
// Requires: `options.partitions` is what the run was made with, and its phase is kFinished.
std::optional<DatabaseBuildFigures> index_run(
    const std::string& run_directory, const FinishedRun& run, const DatabaseIdentity& identity,
    const DatabaseSchema& schema, const SearchOptions& options, const ProgressCallback& progress,
    Transport* transport = nullptr);

}  // namespace questproof
