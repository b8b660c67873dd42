// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace questproof {

// What the store needs of a disk. All of storage/ goes through it, so that tests can put a disk in
// its place that fails or forgets.
//
// What is promised about a loss of power: bytes that were appended are there for sure once the file
// was synced; names that were created, renamed or removed once their folder was synced. What was not
// synced may be there in full, in part, or not at all, in any order.
//
// Paths are as the operating system takes them. Errors: Error(kResource) that names the file, what
// was being done, and the reason. Thread-safe; one file is written by one thread at a time.
class FileSystem {
 public:
  // A new file that grows at its end. Destroying it closes the file, synced or not.
  class WritableFile {
   public:
    virtual ~WritableFile() = default;
    virtual void append(std::span<const std::uint8_t> bytes) = 0;
    virtual void sync() = 0;
  };

  class ReadableFile {
   public:
    virtual ~ReadableFile() = default;
    virtual std::uint64_t size() const = 0;  // when it was opened
    // Fills all of `bytes`, or throws. Requires: offset + bytes.size() <= size().
    virtual void read_at(std::uint64_t offset, std::span<std::uint8_t> bytes) const = 0;
  };

  // Held until it is destroyed or the process ends, however it ends.
  class Lock {
   public:
    virtual ~Lock() = default;
  };

  virtual ~FileSystem() = default;

  virtual std::unique_ptr<WritableFile> create(const std::string& path) = 0;  // empties an old one
  virtual std::unique_ptr<ReadableFile> open(const std::string& path) const = 0;  // null: no file
  virtual void rename(const std::string& from, const std::string& to) = 0;  // replaces `to` at once
  virtual void remove(const std::string& path) = 0;                         // missing: no error

  virtual bool is_folder(const std::string& path) const = 0;
  virtual void create_folder(const std::string& path) = 0;  // its parent must exist; it need not
  virtual void sync_folder(const std::string& path) = 0;
  virtual std::vector<std::string> list(const std::string& folder) const = 0;  // names, ascending

  // Creates the file if it is missing and writes this process's id into it. Throws Error(kResource)
  // that names the process which holds the lock.
  virtual std::unique_ptr<Lock> lock(const std::string& path) = 0;
};

// From the first byte to the last.
std::vector<std::uint8_t> read_whole(const FileSystem::ReadableFile& file);

}  // namespace questproof
