// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/search/run_storage.h"
#include "storage/column_format.h"
#include "storage/file_system.h"

namespace questproof {

// Where finished columns go. Thread-safe.
class ColumnSink {
 public:
  struct NewFile {
    std::uint64_t number = 0;
    std::unique_ptr<FileSystem::WritableFile> file;
  };

  virtual ~ColumnSink() = default;
  virtual NewFile new_file() = 0;

  // A column that is a file of its own, not yet synced.
  virtual void add_file(ColumnName name, NewFile file, ColumnIndex index) = 0;
  // A small column, not yet in any file.
  virtual void add_bytes(ColumnName name, std::vector<std::uint8_t> bytes, ColumnIndex index) = 0;
  // A file that nothing will refer to.
  virtual void forget(NewFile file) noexcept = 0;
};

// Compresses blocks in the threads that put them, and writes them one after the other. A column that
// stays small never becomes a file of its own: a run of many small levels would be all files.
class ColumnWriter final : public RunStorage::Writer {
 public:
  ColumnWriter(ColumnSink& sink, ColumnName name, std::size_t partitions);
  ~ColumnWriter() override;
  ColumnWriter(const ColumnWriter&) = delete;
  ColumnWriter& operator=(const ColumnWriter&) = delete;

  void put(std::size_t partition, std::span<const std::uint8_t> bytes) override;
  void seal() override;

 private:
  void expect_open() const;
  void write(std::span<const std::uint8_t> bytes);
  void flush();

  ColumnSink& sink_;
  ColumnName name_;
  std::mutex mutex_;
  std::vector<bool> has_put_;         // by partition
  ColumnIndex index_;                 // of what was written; its blocks come in any order
  std::uint64_t size_ = 0;            // bytes so far
  std::vector<std::uint8_t> buffer_;  // the last of them, or all
  ColumnSink::NewFile file_;          // null while all is in the buffer
  bool sealed_ = false;
  std::exception_ptr failure_;  // why writing failed; whoever comes later learns it too
};

}  // namespace questproof
