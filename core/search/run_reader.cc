// SPDX-License-Identifier: MIT
#include "core/search/run_reader.h"

#include <algorithm>

#include "core/search/widths.h"

namespace questproof {

template <unsigned W>
bool RunReader<W>::holds(ColumnName name) const {
  const std::vector<ColumnName> names = storage_.columns();
  return std::binary_search(names.begin(), names.end(), name);
}

template <unsigned W>
SortedRun<W> RunReader<W>::states(std::size_t partition, std::uint32_t first_level,
                                  std::uint32_t last_level) const {
  std::vector<std::vector<std::uint8_t>> columns;
  for (const ColumnName& name : storage_.columns()) {
    if (name.kind != ColumnKind::kLevelKeys || name.number > last_level) continue;
    columns.push_back(storage_.read(name, partition));
  }
  return merge_levels<W>(columns, format_, partition, first_level, last_level);
}

template <unsigned W>
std::vector<SortedRun<W>> RunReader<W>::all_states(const Parallel& parallel,
                                                   std::uint32_t first_level,
                                                   std::uint32_t last_level,
                                                   ScratchMemory* scratch) const {
  std::vector<SortedRun<W>> runs(partition_count());
  ranks_.for_each_own(parallel, [&](std::size_t partition, int) {
    runs[partition] = states(partition, first_level, last_level);
    if (scratch == nullptr) return;
    if (scratch->crowded()) runs[partition].freeze(*scratch);
    scratch->relieve();
  });
  return runs;
}

template <unsigned W>
DistanceTable RunReader<W>::distances(std::uint32_t number, QuestGroup group,
                                      const StateStore<W>& store, const Parallel& parallel,
                                      ScratchMemory* scratch) const {
  const ColumnName name{ColumnKind::kDistances, number};
  // All partitions have cells of one size; empty ones hold nothing.
  std::size_t some = ranks_.begin();
  while (some < ranks_.end() && store.run(some).size() == 0) ++some;
  const unsigned mine = some < ranks_.end() ? cells_shape(storage_.read(name, some)).cell_bytes : 1;
  const auto cell_bytes = static_cast<unsigned>(ranks_.largest(mine));
  const std::uint64_t bytes = store.own_size() * group.count * cell_bytes;
  const bool crowded = scratch != nullptr && scratch->crowded(bytes);
  DistanceTable table(store.own_size(), group, cell_bytes, crowded ? scratch : nullptr,
                      store.first());
  ranks_.for_each_own(parallel, [&](std::size_t p, int) {
    const std::uint32_t size = store.run(p).size();
    if (size > 0) decode_cells(storage_.read(name, p), table, store.base(p), size);
    store.relieve();
  });
  return table;
}

#define QUESTPROOF_INSTANTIATE(W) template class RunReader<W>;
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
