// SPDX-License-Identifier: MIT
#include "tests/support/memory_run_storage.h"

#include "core/base/check.h"

namespace questproof::testing_support {

class MemoryRunStorage::MapWriter final : public RunStorage::Writer {
 public:
  MapWriter(MemoryRunStorage& storage, ColumnName name) : storage_(storage), name_(name) {}

  void put(std::size_t partition, std::span<const std::uint8_t> bytes) override {
    const std::lock_guard lock(storage_.mutex_);
    QUEST_CHECK(!sealed_);
    const bool fresh =
        column_.emplace(partition, std::vector<std::uint8_t>(bytes.begin(), bytes.end())).second;
    QUEST_CHECK_MSG(fresh, "a partition is put twice");
  }

  void seal() override {
    const std::lock_guard lock(storage_.mutex_);
    QUEST_CHECK(!sealed_);
    sealed_ = true;
    std::erase_if(column_, [](const auto& entry) { return entry.second.empty(); });
    storage_.current_.columns[name_] = std::move(column_);
  }

 private:
  MemoryRunStorage& storage_;
  ColumnName name_;
  Column column_;
  bool sealed_ = false;
};

std::unique_ptr<RunStorage::Writer> MemoryRunStorage::create(ColumnName name) {
  return std::make_unique<MapWriter>(*this, name);
}

void MemoryRunStorage::drop(ColumnName name) {
  const std::lock_guard lock(mutex_);
  QUEST_CHECK_MSG(current_.columns.erase(name) == 1, "there is no such column");
}

void MemoryRunStorage::commit(const RunProgress& progress) {
  const std::lock_guard lock(mutex_);
  current_.progress = progress;
  committed_ = current_;
  ++commit_count_;
}

std::vector<ColumnName> MemoryRunStorage::columns() const {
  const std::lock_guard lock(mutex_);
  std::vector<ColumnName> names;
  for (const auto& entry : current_.columns) names.push_back(entry.first);
  return names;
}

std::vector<std::uint8_t> MemoryRunStorage::read(ColumnName name, std::size_t partition) const {
  const std::lock_guard lock(mutex_);
  const auto column = current_.columns.find(name);
  QUEST_CHECK_MSG(column != current_.columns.end(), "there is no such column");
  const auto bytes = column->second.find(partition);
  return bytes == column->second.end() ? std::vector<std::uint8_t>() : bytes->second;
}

std::uint64_t MemoryRunStorage::disk_bytes() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (const auto& [name, column] : current_.columns) {
    for (const auto& [partition, bytes] : column) sum += bytes.size();
  }
  return sum;
}

std::uint64_t MemoryRunStorage::disk_bytes(ColumnKind kind) const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (const auto& [name, column] : current_.columns) {
    if (name.kind != kind) continue;
    for (const auto& [partition, bytes] : column) sum += bytes.size();
  }
  return sum;
}

}  // namespace questproof::testing_support
