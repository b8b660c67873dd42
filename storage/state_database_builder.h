// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/certify.h"
#include "core/search/run_watch.h"
#include "core/search/state_store.h"
#include "storage/database_tables.h"

namespace questproof {

// Fills in the distances of a partition: quest q of rank r at [q * size of the partition + r], marks
// as in DistanceTable. Called from several threads, for partitions of this rank of the store.
using ReadDistances =
    std::function<void(std::size_t partition, std::span<std::uint32_t> distances)>;

// All that a database is made of. Borrowed.
template <unsigned W>
struct DatabaseSource {
  const StateSpace& space;
  const StateStore<W>& store;
  ReadDistances read_distances;
  const Certification& certification;  // of the whole space
};

struct DatabaseBuildOptions {
  std::size_t page_states = 256;                             // in one page
  std::uint64_t round_transitions = std::uint64_t{1} << 23;  // buffered before they are merged
  std::uint64_t column_bytes = std::uint64_t{1} << 30;       // see ParentSweep
};

struct DatabaseBuildFigures {
  std::uint64_t states = 0;
  std::uint64_t page_bytes = 0;     // of the files that hold them
  std::uint64_t listed_steps = 0;   // different steps that pages refer to
  std::uint64_t written_steps = 0;  // that stand in pages in full
  double seconds = 0;
  double sweep_cpu_seconds = 0;  // of all threads: finding the steps
  double write_cpu_seconds = 0;  // encoding and writing pages
};

// Where a run directory holds its database.
std::string database_folder(const std::string& run_directory);

// Builds the store of record of a finished run in its directory, which exists. It appears there as a
// whole and durable, or not at all: it is built beside its place and then renamed. An older one is
// replaced. Nothing when a limit was hit. Over ranks, those of the store, the call is collective: each
// writes the pages of its partitions into the folder, which all must see, and rank 0 makes them a table.
// The entries of the table are the same whatever the number of ranks and threads, where the steps of all
// states are worked on at once (options.column_bytes) and are no more than a list holds; what it says is
// the same always. Of the names in `schema` only those that the space does
// not know need be filled in: variables, events, branches, quests, variants.
template <unsigned W>
std::optional<DatabaseBuildFigures> build_state_database(const std::string& run_directory,
                                                         const DatabaseIdentity& identity,
                                                         DatabaseSchema schema,
                                                         const DatabaseSource<W>& source,
                                                         const DatabaseBuildOptions& options,
                                                         const Parallel& parallel, RunWatch& watch);

}  // namespace questproof
