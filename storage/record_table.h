// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace questproof {

// A table of byte strings, sorted by key, in a folder of its own, that grows while it is in use: for what
// is learned bit by bit. RocksDB does the work (storage/rocksdb_record_table.cc). One process
// writes at a time, any number read; a reader sees what there was when it opened the table.
//
// Durability: what write() was given is safe from the death of the process when it returns, and from that
// of the machine once sync() has returned, or close(). A write is there in whole or not at all.
// Every block and every entry of the log carries a checksum: open() reads all of it, and refuses a table
// of which a byte is wrong. A log that ends in the middle of a write, as a machine that died leaves
// it, ends before that write.
//
// Errors: Error(kInput) that names the folder where it is damaged or no table; Error(kResource) where another
// process writes, or the disk is full or fails.
class RecordTable {
 public:
  enum class Access { kRead, kWrite };

  // With kWrite a table is made where there is none.
  static std::unique_ptr<RecordTable> open(const std::string& folder, Access access);
  // Whether there is a table in a folder, whole or damaged.
  static bool exists(const std::string& folder);

  virtual ~RecordTable() = default;

  virtual std::optional<std::string> get(std::string_view key) const = 0;

  // In order of keys, those that begin with `prefix`.
  using Visit = std::function<void(std::string_view key, std::string_view value)>;
  virtual void scan(std::string_view prefix, const Visit& visit) const = 0;

  // All of them or none. An empty optional removes the key.
  using Change = std::pair<std::string, std::optional<std::string>>;
  virtual void write(const std::vector<Change>& changes) = 0;
  virtual void sync() = 0;

  // Makes everything durable, in few files. Nothing is written afterwards.
  virtual void close() = 0;
};

}  // namespace questproof
