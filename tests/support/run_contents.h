// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/search/run_storage.h"
#include "tests/support/memory_run_storage.h"

namespace questproof::testing_support {

// All that can be read from a storage.
inline MemoryRunStorage::Contents contents_of(const RunStorage& storage, std::size_t partitions) {
  MemoryRunStorage::Contents contents;
  contents.progress = storage.progress();
  for (const ColumnName name : storage.columns()) {
    MemoryRunStorage::Column& column = contents.columns[name];
    for (std::size_t partition = 0; partition < partitions; ++partition) {
      std::vector<std::uint8_t> bytes = storage.read(name, partition);
      if (!bytes.empty()) column.emplace(partition, std::move(bytes));
    }
  }
  return contents;
}

}  // namespace questproof::testing_support
