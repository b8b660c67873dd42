// SPDX-License-Identifier: MIT
#include "tests/support/shared_run.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/net/collective.h"

namespace questproof::testing_support {

class SharedRun::View final : public RunStorage {
 public:
  View(SharedRun& run, Transport& transport) : run_(run), transport_(transport) {}

  const std::optional<RunProgress>& progress() const override { return run_.storage.progress(); }
  std::unique_ptr<Writer> create(ColumnName name) override {
    return std::make_unique<ViewWriter>(*this, name);
  }
  void drop(ColumnName name) override {
    changes_.emplace_back(std::in_place_type<Dropped>, Dropped{name});
  }
  void commit(const RunProgress& progress) override {
    {
      const std::lock_guard lock(run_.mutex_);
      run_.changes_.resize(static_cast<std::size_t>(transport_.ranks()));
      run_.changes_[static_cast<std::size_t>(transport_.rank())] = std::exchange(changes_, {});
    }
    barrier(transport_);
    if (transport_.rank() == 0) {
      run_.apply(static_cast<std::size_t>(transport_.ranks()));
      run_.storage.commit(progress);
    }
    barrier(transport_);
  }
  std::vector<ColumnName> columns() const override {
    std::vector<ColumnName> names = run_.storage.columns();
    for (const Change& change : changes_) {
      if (const auto* sealed = std::get_if<Sealed>(&change)) {
        names.push_back(sealed->name);
      } else {
        std::erase(names, std::get<Dropped>(change).name);
      }
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }
  std::vector<std::uint8_t> read(ColumnName name, std::size_t partition) const override {
    return run_.storage.read(name, partition);
  }
  std::uint64_t disk_bytes() const override { return run_.storage.disk_bytes(); }
  std::uint64_t disk_bytes(ColumnKind kind) const override { return run_.storage.disk_bytes(kind); }

 private:
  class ViewWriter final : public Writer {
   public:
    ViewWriter(View& view, ColumnName name) : view_(view), sealed_{name, {}} {}
    void put(std::size_t partition, std::span<const std::uint8_t> bytes) override {
      const std::lock_guard lock(mutex_);
      const bool fresh = sealed_.column.try_emplace(partition, bytes.begin(), bytes.end()).second;
      QUEST_CHECK_MSG(fresh, "a partition is put twice");
    }
    void seal() override { view_.changes_.push_back(std::move(sealed_)); }

   private:
    View& view_;
    std::mutex mutex_;
    Sealed sealed_;
  };

  SharedRun& run_;
  Transport& transport_;
  std::vector<Change> changes_;
};

RunStorage& SharedRun::view(Transport& transport) {
  const std::lock_guard lock(mutex_);
  return *views_.emplace_back(std::make_unique<View>(*this, transport));
}

// All ranks have done the same, each for its own partitions.
void SharedRun::apply(std::size_t ranks) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < changes_[0].size(); ++i) {
    if (const auto* dropped = std::get_if<Dropped>(&changes_[0][i])) {
      storage.drop(dropped->name);
      continue;
    }
    const ColumnName name = std::get<Sealed>(changes_[0][i]).name;
    const auto writer = storage.create(name);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      QUEST_CHECK(changes_[rank].size() == changes_[0].size());
      const Sealed& sealed = std::get<Sealed>(changes_[rank][i]);
      QUEST_CHECK(sealed.name == name);
      for (const auto& [partition, bytes] : sealed.column) writer->put(partition, bytes);
    }
    writer->seal();
  }
  changes_.clear();
}

}  // namespace questproof::testing_support
