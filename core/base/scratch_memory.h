// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "core/base/error.h"
#include "core/base/extent_allocator.h"

namespace questproof {

// The disk, or the part of it that a run may use, does not hold what comes next. A run that meets
// this ends as one that has hit a limit.
class DiskFull : public Error {
 public:
  explicit DiskFull(const std::string& message) : Error(Kind::kResource, message) {}
};

// Throws DiskFull, or Error(kResource) for other codes of errno than that of a full disk.
[[noreturn]] void throw_cannot_write(const std::string& directory, int code);

// Memory in files, for what outgrows the memory of a run. Blocks are mapped from temporary files that
// have no names: they are gone with the process, whatever way it ends. Zeroed blocks, of which there
// are few and large ones, have a file each. Copies share one: runs come and go by the thousand, and a
// file system may wait for its journal whenever a file goes (4 ms each on ext4, as measured).
// The space of a block is reserved before it is mapped, so that a full disk is a DiskFull here and
// not a signal later. Pages that are resident can be dropped from the process at any time, by
// any thread, while others use them: their contents stay in the system's page cache or on disk.
//
// When the system cannot read or write a page that is in use, the process ends with a message and
// the exit code of a failed resource.
//
// Thread-safe. All sizes in bytes.
class ScratchMemory {
 public:
  struct Limits {
    std::uint64_t resident_bytes = 0;  // of the whole process
    std::uint64_t disk_bytes = 0;      // of all blocks and of what else counts; 0: none
  };

  // Makes the folder if need be. Throws Error(kResource) where no file can be made in it.
  ScratchMemory(std::string directory, const Limits& limits);
  ~ScratchMemory();  // requires: all blocks are given back
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  // A zeroed block, or a copy of `source` that nobody may write to. Both throw DiskFull.
  // Requires: bytes > 0.
  void* map_zeroed(std::size_t bytes);
  const void* map_copy(const void* source, std::size_t bytes);
  void unmap(const void* block) noexcept;

  // True when the process holds more than half of its limit outside of files, or would with
  // `planned_bytes` more: then large blocks should live here.
  bool crowded(std::uint64_t planned_bytes = 0) const;

  // Drops all resident pages of blocks when the process is close to its limit. To be called
  // between steps that touch a few megabytes.
  void relieve();
  void release_pages();

  // A block below this size is not worth a file.
  std::size_t smallest_block() const { return smallest_block_; }

  // Of all files, now and at most so far. The file of the copies does not shrink.
  std::uint64_t disk_bytes() const;
  std::uint64_t peak_disk_bytes() const;
  // What else counts towards the limit of disk.
  void set_other_disk_bytes(std::uint64_t bytes);
  bool disk_limit_hit() const;
  std::uint64_t disk_limit() const { return limits_.disk_bytes; }

  // For other forms of scratch. An open file without a name; bytes that are about to be written
  // (throws DiskFull), and that are gone again.
  int open_file() const;
  const std::string& directory() const { return directory_; }
  void count(std::uint64_t bytes);
  void count_back(std::uint64_t bytes);

 private:
  struct Block {
    std::uint64_t bytes = 0;  // in whole pages
    bool copy = false;
    std::uint64_t place = 0;  // in the file of the copies
  };

  void reserve(int file, std::uint64_t begin, std::uint64_t bytes);
  void* map(int file, std::uint64_t begin, const Block& block);
  std::uint64_t take_place(std::uint64_t bytes);
  void give_back_place(const Block& block);

  const std::string directory_;
  const Limits limits_;
  const std::size_t smallest_block_;
  const int copies_file_;
  std::mutex growing_;        // the file of the copies grows for one thread at a time
  mutable std::mutex mutex_;  // guards what follows
  std::map<const void*, Block> blocks_;
  ExtentAllocator copies_;
  std::uint64_t disk_bytes_ = 0;
  std::uint64_t peak_disk_bytes_ = 0;
  std::uint64_t other_disk_bytes_ = 0;
};

}  // namespace questproof
