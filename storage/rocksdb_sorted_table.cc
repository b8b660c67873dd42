// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/core.h>
#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/iterator.h>
#include <rocksdb/options.h>
#include <rocksdb/sst_file_writer.h>
#include <rocksdb/table.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <vector>

#include "core/base/check.h"
#include "core/base/error.h"
#include "storage/sorted_table.h"

namespace questproof {
namespace {

// A look-up reads a block: small ones make it cheap. Pages are compressed already, by knowing what
// is in them.
constexpr std::size_t kBlockBytes = 4096;
constexpr std::size_t kCacheBytes = std::size_t{64} << 20;
constexpr std::size_t kReadAheadBytes = std::size_t{2} << 20;

// RocksDB keeps a diary beside its files, even when it only reads. Nobody reads that.
class NoLog final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

rocksdb::Options table_options() {
  rocksdb::BlockBasedTableOptions blocks;
  blocks.block_size = kBlockBytes;
  blocks.checksum = rocksdb::kXXH3;
  blocks.format_version = 5;
  blocks.block_cache = rocksdb::NewLRUCache(kCacheBytes);
  rocksdb::Options options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  options.compression = rocksdb::kNoCompression;
  options.bottommost_compression = rocksdb::kNoCompression;
  options.disable_auto_compactions = true;
  options.allow_mmap_reads = false;
  options.max_open_files = -1;
  options.info_log = std::make_shared<NoLog>();
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  return options;
}

[[noreturn]] void refuse(const std::string& folder, const rocksdb::Status& status,
                         const std::string& remedy) {
  const bool damaged = status.IsCorruption() || status.IsNotFound() || status.IsInvalidArgument() ||
                       status.IsNotSupported();
  throw Error(
      damaged ? Error::Kind::kInput : Error::Kind::kResource,
      fmt::format("{}: {}{}{}", folder, status.ToString(), remedy.empty() ? "" : "; ", remedy));
}

void check(const std::string& folder, const rocksdb::Status& status,
           const std::string& remedy = {}) {
  if (!status.ok()) refuse(folder, status, remedy);
}

rocksdb::Slice slice(std::string_view bytes) { return {bytes.data(), bytes.size()}; }
std::string_view view(const rocksdb::Slice& bytes) { return {bytes.data(), bytes.size()}; }

class RocksdbCursor final : public SortedTable::Cursor {
 public:
  RocksdbCursor(const std::string& folder, const std::string& remedy,
                std::unique_ptr<rocksdb::Iterator> iterator)
      : folder_(folder), remedy_(remedy), iterator_(std::move(iterator)) {}

  bool seek(std::string_view key) override {
    iterator_->Seek(slice(key));
    return valid();
  }
  bool seek_backward(std::string_view key) override {
    iterator_->SeekForPrev(slice(key));
    return valid();
  }
  bool next() override {
    iterator_->Next();
    return valid();
  }
  std::string_view key() const override { return view(iterator_->key()); }
  std::string_view value() const override { return view(iterator_->value()); }

 private:
  bool valid() const {
    if (iterator_->Valid()) return true;
    check(folder_, iterator_->status(), remedy_);
    return false;
  }

  const std::string& folder_;
  const std::string& remedy_;
  std::unique_ptr<rocksdb::Iterator> iterator_;
};

class RocksdbTable final : public SortedTable {
 public:
  RocksdbTable(const std::string& folder, const std::string& remedy)
      : folder_(folder), remedy_(remedy) {
    rocksdb::DB* opened = nullptr;
    check(folder_, rocksdb::DB::OpenForReadOnly(table_options(), folder, &opened), remedy_);
    database_.reset(opened);
  }
  std::unique_ptr<Cursor> cursor(Purpose purpose) const override {
    rocksdb::ReadOptions options;
    if (purpose == Purpose::kScan) {
      options.fill_cache = false;
      options.readahead_size = kReadAheadBytes;
    }
    return std::make_unique<RocksdbCursor>(
        folder_, remedy_, std::unique_ptr<rocksdb::Iterator>(database_->NewIterator(options)));
  }
  std::optional<std::string> get(std::string_view key) const override {
    std::string value;
    const rocksdb::Status status = database_->Get(rocksdb::ReadOptions(), slice(key), &value);
    if (status.IsNotFound()) return std::nullopt;
    check(folder_, status, remedy_);
    return value;
  }

 private:
  std::string folder_;
  std::string remedy_;
  std::unique_ptr<rocksdb::DB> database_;
};

class RocksdbPart final : public SortedTableBuilder::Part {
 public:
  explicit RocksdbPart(std::string path)
      : path_(std::move(path)), writer_(rocksdb::EnvOptions(), table_options()) {}

  void add(std::string_view key, std::string_view value) override {
    if (entries_++ == 0) check(path_, writer_.Open(path_));
    check(path_, writer_.Put(slice(key), slice(value)));
  }
  // RocksDB makes no file without entries.
  std::uint64_t finish() override {
    if (entries_ == 0) return 0;
    check(path_, writer_.Finish());
    return writer_.FileSize();
  }

 private:
  std::string path_;
  rocksdb::SstFileWriter writer_;
  std::uint64_t entries_ = 0;
};

class RocksdbBuilder final : public SortedTableBuilder {
 public:
  RocksdbBuilder(std::string folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {}

  std::unique_ptr<Part> part() override {
    const std::lock_guard lock(mutex_);
    paths_.push_back(fmt::format("{}/part-{}{}.sst", folder_, name_, paths_.size()));
    return std::make_unique<RocksdbPart>(paths_.back());
  }
  std::vector<std::string> files() const override {
    std::vector<std::string> files;
    for (const std::string& path : paths_) {
      if (std::filesystem::exists(path)) files.push_back(path);
    }
    return files;
  }
  void finish(const std::vector<std::string>& files_of_others) override {
    std::vector<std::string> all = files();
    all.insert(all.end(), files_of_others.begin(), files_of_others.end());
    ingest(all);
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      sync_path(entry.path().string());
    }
    sync_path(folder_);
  }

 private:
  void ingest(const std::vector<std::string>& files) {
    rocksdb::Options options = table_options();
    options.create_if_missing = true;
    options.error_if_exists = true;
    rocksdb::DB* opened = nullptr;
    check(folder_, rocksdb::DB::Open(options, folder_, &opened));
    const std::unique_ptr<rocksdb::DB> database(opened);
    rocksdb::IngestExternalFileOptions ingestion;
    ingestion.move_files = true;
    check(folder_, database->IngestExternalFile(files, ingestion));
    check(folder_, database->Close());
  }

  std::string folder_;
  std::string name_;
  std::mutex mutex_;
  std::vector<std::string> paths_;
};

}  // namespace

std::unique_ptr<SortedTable> SortedTable::open(const std::string& folder,
                                               const std::string& remedy) {
  return std::make_unique<RocksdbTable>(folder, remedy);
}

std::unique_ptr<SortedTableBuilder> SortedTableBuilder::create(const std::string& folder) {
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  if (!error) std::filesystem::create_directories(folder, error);
  if (error) throw Error(Error::Kind::kResource, fmt::format("{}: {}", folder, error.message()));
  return std::make_unique<RocksdbBuilder>(folder, "");
}

std::unique_ptr<SortedTableBuilder> SortedTableBuilder::join(const std::string& folder,
                                                             const std::string& name) {
  return std::make_unique<RocksdbBuilder>(folder, name + "-");
}

void sync_path(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && fsync(file) == 0;
  const int error = errno;
  if (file >= 0) close(file);
  if (!synced) {
    throw Error(Error::Kind::kResource, fmt::format("{}: {}", path, std::strerror(error)));
  }
}

}  // namespace questproof
