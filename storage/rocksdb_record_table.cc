// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/iterator.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include <filesystem>

#include "core/base/check.h"
#include "core/base/error.h"
#include "storage/record_table.h"

namespace questproof {
namespace {

// RocksDB keeps a diary beside its files, even when it only reads. Nobody reads that.
class NoDiary final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

rocksdb::Options table_options() {
  rocksdb::BlockBasedTableOptions blocks;
  blocks.checksum = rocksdb::kXXH3;
  blocks.format_version = 5;
  rocksdb::Options options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  options.compression = rocksdb::kNoCompression;
  options.bottommost_compression = rocksdb::kNoCompression;
  // A log that ends in the middle of an entry is what a death leaves; anything else is damage.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  options.avoid_flush_during_shutdown = false;
  options.paranoid_checks = true;
  options.max_open_files = -1;
  options.keep_log_file_num = 1;
  options.info_log = std::make_shared<NoDiary>();
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  return options;
}

[[noreturn]] void refuse(const std::string& folder, const rocksdb::Status& status) {
  const bool damaged = status.IsCorruption() || status.IsNotFound() || status.IsPathNotFound() ||
                       status.IsInvalidArgument() || status.IsNotSupported();
  if (damaged) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: {}; it cannot be read any more: name another folder, or put back "
                            "a copy of this one",
                            folder, status.ToString()));
  }
  throw Error(Error::Kind::kResource,
              fmt::format("{}: {}; is another process writing there, or is the disk full?", folder,
                          status.ToString()));
}

void check(const std::string& folder, const rocksdb::Status& status) {
  if (!status.ok()) refuse(folder, status);
}

rocksdb::Slice slice(std::string_view bytes) { return {bytes.data(), bytes.size()}; }
std::string_view view(const rocksdb::Slice& bytes) { return {bytes.data(), bytes.size()}; }

class RocksdbRecordTable final : public RecordTable {
 public:
  RocksdbRecordTable(const std::string& folder, Access access) : folder_(folder) {
    rocksdb::Options options = table_options();
    rocksdb::DB* opened = nullptr;
    if (access == Access::kWrite) {
      std::error_code error;
      std::filesystem::create_directories(folder, error);
      const bool empty = !error && std::filesystem::is_empty(folder, error);
      if (error) {
        throw Error(Error::Kind::kResource, fmt::format("{}: {}", folder, error.message()));
      }
      // RocksDB would begin a new table between the parts of one that has lost its root.
      if (!empty && !exists(folder)) {
        throw Error(
            Error::Kind::kInput,
            fmt::format("{}: it is not empty, and no table is there; name another folder", folder));
      }
      options.create_if_missing = true;
      check(folder_, rocksdb::DB::Open(options, folder, &opened));
    } else {
      check(folder_, rocksdb::DB::OpenForReadOnly(options, folder, &opened));
    }
    database_.reset(opened);
    check(folder_, database_->VerifyChecksum());
  }

  std::optional<std::string> get(std::string_view key) const override {
    std::string value;
    const rocksdb::Status status = database_->Get(rocksdb::ReadOptions(), slice(key), &value);
    if (status.IsNotFound()) return std::nullopt;
    check(folder_, status);
    return value;
  }

  void scan(std::string_view prefix, const Visit& visit) const override {
    const std::unique_ptr<rocksdb::Iterator> at(database_->NewIterator(rocksdb::ReadOptions()));
    for (at->Seek(slice(prefix)); at->Valid() && at->key().starts_with(slice(prefix)); at->Next()) {
      visit(view(at->key()), view(at->value()));
    }
    check(folder_, at->status());
  }

  void write(const std::vector<Change>& changes) override {
    rocksdb::WriteBatch batch;
    for (const auto& [key, value] : changes) {
      check(folder_, value ? batch.Put(slice(key), slice(*value)) : batch.Delete(slice(key)));
    }
    check(folder_, database_->Write(rocksdb::WriteOptions(), &batch));
  }

  void sync() override { check(folder_, database_->SyncWAL()); }

  void close() override {
    check(folder_, database_->Flush(rocksdb::FlushOptions()));
    check(folder_, database_->SyncWAL());
    check(folder_, database_->Close());
  }

 private:
  std::string folder_;
  std::unique_ptr<rocksdb::DB> database_;
};

}  // namespace

std::unique_ptr<RecordTable> RecordTable::open(const std::string& folder, Access access) {
  return std::make_unique<RocksdbRecordTable>(folder, access);
}

bool RecordTable::exists(const std::string& folder) {
  std::error_code error;
  return std::filesystem::exists(folder + "/CURRENT", error);
}

}  // namespace questproof
