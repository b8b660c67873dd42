// SPDX-License-Identifier: MIT
#include "storage/index_run.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/base/check.h"
#include "core/base/error.h"
#include "core/base/process_usage.h"
#include "core/search/forward_search.h"
#include "core/search/run_codec.h"
#include "core/search/run_reader.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

// The distances of one partition, group after group of quests, from their columns.
template <unsigned W>
void read_partition(const RunStorage& storage, const StateStore<W>& store, std::size_t partition,
                    std::span<std::uint32_t> distances) {
  const std::uint32_t size = store.run(partition).size();
  if (size == 0) return;
  const std::vector<QuestGroup>& groups = storage.progress()->groups;
  for (std::uint32_t number = 0; number < groups.size(); ++number) {
    const QuestGroup& group = groups[number];
    const std::vector<std::uint8_t> bytes =
        storage.read({ColumnKind::kDistances, number}, partition);
    DistanceTable cells(size, group, cells_shape(bytes).cell_bytes);
    decode_cells(bytes, cells, 0, size);
    for (std::size_t q = 0; q < group.count; ++q) {
      std::uint32_t* const out = distances.data() + (group.first + q) * size;
      for (std::uint32_t rank = 0; rank < size; ++rank) out[rank] = cells.at(rank, q);
    }
  }
}

template <unsigned W>
std::optional<DatabaseBuildFigures> index(const std::string& run_directory, const FinishedRun& run,
                                          const DatabaseIdentity& identity,
                                          const DatabaseSchema& schema,
                                          const SearchOptions& options, RunWatch& watch) {
  const Parallel parallel(options.threads);
  const KeyCodec<W> codec(run.space, options.ownership);
  const RunFormat<W> format = run_format<W>(codec, options.partitions);
  const Ranks ranks(std::size_t{1} << format.partition_bits, watch.transport());
  const RunReader<W> reader(run.storage, format, ranks);
  const StateStore<W> store(codec, format,
                            reader.all_states(parallel, 0, kLastLevel, watch.scratch()),
                            watch.scratch(), ranks);
  const ReadDistances read_distances = [&](std::size_t partition,
                                           std::span<std::uint32_t> distances) {
    read_partition<W>(run.storage, store, partition, distances);
  };
  DatabaseBuildOptions build;
  build.round_transitions = options.chunk_transitions;
  if (watch.scratch() == nullptr) {
    build.column_bytes = std::min(build.column_bytes, watch.memory_limit() / 4);
  }
  return build_state_database<W>(run_directory, identity, schema,
                                 {run.space, store, read_distances, run.certification}, build,
                                 parallel, watch);
}

}  // namespace

std::optional<DatabaseBuildFigures> index_run(
    const std::string& run_directory, const FinishedRun& run, const DatabaseIdentity& identity,
    const DatabaseSchema& schema, const SearchOptions& options, const ProgressCallback& progress,
    Transport* transport) {
  QUEST_CHECK(run.storage.progress() && run.storage.progress()->phase == RunPhase::kFinished);
  return with_width(run.space.word_count(), [&]<unsigned W>() {
    prefer_mapped_blocks();
    const SearchOptions bounded = with_bounded_rounds(options, 2 * (2 * sizeof(Key<W>) + 8));
    RunWatch watch(bounded, progress, transport);
    watch.begin_phase("index");
    auto figures = index<W>(run_directory, run, identity, schema, bounded, watch);
    if (!figures && !watch.stop_requested()) {
      throw Error(Error::Kind::kResource,
                  fmt::format("the store of states was not built: {}. The run itself is safe; to "
                              "build it later: questproof index {}",
                              watch.limit(), run_directory));
    }
    return figures;
  });
}

}  // namespace questproof
