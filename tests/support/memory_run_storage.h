// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/search/run_storage.h"

namespace questproof::testing_support {

// The naive twin of every RunStorage: columns in a map, commits as copies of it. It stands for a disk
// that outlives the process: lose_uncommitted() is what a crash leaves behind.
//
// Bytes: as many as were put.
class MemoryRunStorage final : public RunStorage {
 public:
  using Column = std::map<std::size_t, std::vector<std::uint8_t>>;  // by partition; no empty ones
  struct Contents {
    std::optional<RunProgress> progress;
    std::map<ColumnName, Column> columns;
    bool operator==(const Contents&) const = default;
  };

  const Contents& committed() const { return committed_; }
  std::size_t commit_count() const { return commit_count_; }

  // Requires: no writer is alive.
  void lose_uncommitted() { current_ = committed_; }

  const std::optional<RunProgress>& progress() const override { return committed_.progress; }
  std::unique_ptr<Writer> create(ColumnName name) override;
  void drop(ColumnName name) override;
  void commit(const RunProgress& progress) override;
  std::vector<ColumnName> columns() const override;
  std::vector<std::uint8_t> read(ColumnName name, std::size_t partition) const override;
  std::uint64_t disk_bytes() const override;
  std::uint64_t disk_bytes(ColumnKind kind) const override;

 private:
  class MapWriter;

  mutable std::mutex mutex_;
  Contents current_;  // its progress is that of the newest commit
  Contents committed_;
  std::size_t commit_count_ = 0;
};

}  // namespace questproof::testing_support
