// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/net/transport.h"
#include "core/search/run_storage.h"
#include "tests/support/memory_run_storage.h"

namespace questproof::testing_support {

// One MemoryRunStorage that the ranks of a loopback run share: what each has sealed and dropped waits until
// all of them commit. Outlives the ranks.
class SharedRun {
 public:
  MemoryRunStorage storage;

  // As rank `transport.rank()` sees it. Lives as long as this object; what is committed can be read when
  // the transport is gone.
  RunStorage& view(Transport& transport);

 private:
  class View;
  struct Sealed {
    ColumnName name;
    MemoryRunStorage::Column column;
  };
  struct Dropped {
    ColumnName name;
  };
  using Change = std::variant<Sealed, Dropped>;

  void apply(std::size_t ranks);

  std::mutex mutex_;
  std::vector<std::vector<Change>> changes_;  // by rank
  std::vector<std::unique_ptr<RunStorage>> views_;
};

}  // namespace questproof::testing_support
