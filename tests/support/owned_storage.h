// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/search/run_storage.h"

namespace questproof::testing_support {

// What a rank does of what one process would do: puts of partitions that it does not own are left out.
class OwnedStorage final : public RunStorage {
 public:
  using Owns = std::function<bool(std::size_t partition)>;
  OwnedStorage(RunStorage& storage, Owns owns) : storage_(storage), owns_(std::move(owns)) {}

  const std::optional<RunProgress>& progress() const override { return storage_.progress(); }
  std::unique_ptr<Writer> create(ColumnName name) override {
    return std::make_unique<OwnedWriter>(storage_.create(name), owns_);
  }
  void drop(ColumnName name) override { storage_.drop(name); }
  void commit(const RunProgress& progress) override { storage_.commit(progress); }
  std::vector<ColumnName> columns() const override { return storage_.columns(); }
  std::vector<std::uint8_t> read(ColumnName name, std::size_t partition) const override {
    return storage_.read(name, partition);
  }
  std::uint64_t disk_bytes() const override { return storage_.disk_bytes(); }
  std::uint64_t disk_bytes(ColumnKind kind) const override { return storage_.disk_bytes(kind); }

 private:
  class OwnedWriter final : public Writer {
   public:
    OwnedWriter(std::unique_ptr<Writer> writer, const Owns& owns)
        : writer_(std::move(writer)), owns_(owns) {}
    void put(std::size_t partition, std::span<const std::uint8_t> bytes) override {
      if (owns_(partition)) writer_->put(partition, bytes);
    }
    void seal() override { writer_->seal(); }

   private:
    std::unique_ptr<Writer> writer_;
    const Owns& owns_;
  };

  RunStorage& storage_;
  Owns owns_;
};

}  // namespace questproof::testing_support
