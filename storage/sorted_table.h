// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace questproof {

// A table of byte strings, sorted by key, in a folder of its own: written once, then only read, by
// any number of processes. RocksDB does the work (storage/rocksdb_sorted_table.cc); every block of it
// carries a checksum.
//
// Errors: Error(kInput) that names the folder where it is damaged or no table, Error(kResource)
// where the disk is full or fails.
class SortedTable {
 public:
  enum class Purpose { kLookups, kScan };

  // A place in the table. One thread at a time. Views stay valid until the cursor moves.
  class Cursor {
   public:
    virtual ~Cursor() = default;
    virtual bool seek(std::string_view key) = 0;           // to the first entry not before it
    virtual bool seek_backward(std::string_view key) = 0;  // to the last entry not after it
    virtual bool next() = 0;
    virtual std::string_view key() const = 0;
    virtual std::string_view value() const = 0;
  };

  // `remedy`: what to do about a damaged table; ends the text of errors.
  static std::unique_ptr<SortedTable> open(const std::string& folder, const std::string& remedy);
  virtual ~SortedTable() = default;

  // Thread-safe. The table must outlive the cursor.
  virtual std::unique_ptr<Cursor> cursor(Purpose purpose) const = 0;
  virtual std::optional<std::string> get(std::string_view key) const = 0;
};

// Fills a table. Its parts are sorted files that several threads may write side by side, one each; and
// several processes that see the folder, of which one creates the table and finishes it.
class SortedTableBuilder {
 public:
  class Part {
   public:
    virtual ~Part() = default;
    virtual void add(std::string_view key, std::string_view value) = 0;  // in ascending order
    virtual std::uint64_t finish() = 0;  // how many bytes the file has
  };

  // Whatever is in the folder is removed first.
  static std::unique_ptr<SortedTableBuilder> create(const std::string& folder);
  // For another process, with a name of its own among those that write to the folder, which is there.
  static std::unique_ptr<SortedTableBuilder> join(const std::string& folder,
                                                  const std::string& name);
  virtual ~SortedTableBuilder() = default;

  // Thread-safe. A part without entries is allowed.
  virtual std::unique_ptr<Part> part() = 0;

  // The files of all parts with an entry. Requires: all parts are finished.
  virtual std::vector<std::string> files() const = 0;

  // All parts, whose ranges of keys must be disjoint, and the files of other processes become the table;
  // all of it is durable then. Requires: all parts are finished, and at least one has an entry.
  virtual void finish(const std::vector<std::string>& files_of_others = {}) = 0;
};

// Makes a file, or the names in a folder, durable.
void sync_path(const std::string& path);

}  // namespace questproof
