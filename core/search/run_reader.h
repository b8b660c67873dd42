// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/parallel.h"
#include "core/search/distance_table.h"
#include "core/search/ranks.h"
#include "core/search/run_codec.h"
#include "core/search/run_storage.h"
#include "core/search/state_store.h"

namespace questproof {

inline constexpr std::uint32_t kLastLevel = ~std::uint32_t{0};

// Reads states, levels and distances back from a run's columns. `format` is that of the run: the same
// space and number of partitions (run_format in forward_search.h). Thread-safe.
//
// Errors: those of RunStorage; Error(kInput) where a column does not say what a run writes.
template <unsigned W>
class RunReader {
 public:
  RunReader(const RunStorage& storage, const RunFormat<W>& format)
      : RunReader(storage, format, Ranks(std::size_t{1} << format.partition_bits)) {}
  RunReader(const RunStorage& storage, const RunFormat<W>& format, const Ranks& ranks)
      : storage_(storage), format_(format), ranks_(ranks) {}

  std::size_t partition_count() const { return std::size_t{1} << format_.partition_bits; }
  bool holds(ColumnName name) const;

  // The states of one partition, of these levels: keys in order, with their levels.
  SortedRun<W> states(std::size_t partition, std::uint32_t first_level = 0,
                      std::uint32_t last_level = kLastLevel) const;

  // Of all partitions of this rank. With `scratch` they lie there where memory is crowded.
  std::vector<SortedRun<W>> all_states(const Parallel& parallel, std::uint32_t first_level = 0,
                                       std::uint32_t last_level = kLastLevel,
                                       ScratchMemory* scratch = nullptr) const;

  // Collective. The cells of a group of quests, for this rank's states, in scratch where memory is crowded. `number`: of the group's
  // column.
  DistanceTable distances(std::uint32_t number, QuestGroup group, const StateStore<W>& store,
                          const Parallel& parallel, ScratchMemory* scratch = nullptr) const;

 private:
  const RunStorage& storage_;
  RunFormat<W> format_;
  Ranks ranks_;
};

}  // namespace questproof
