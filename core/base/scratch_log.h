// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/scratch_memory.h"

namespace questproof {

// Pieces of bytes in one unnamed file of the scratch folder: written once, in any order, and read
// back later, in any order. Nothing of it is resident. Appending and reading: any thread.
class ScratchLog {
 public:
  explicit ScratchLog(ScratchMemory& scratch);
  ~ScratchLog();
  ScratchLog(const ScratchLog&) = delete;
  ScratchLog& operator=(const ScratchLog&) = delete;

  // Returns where the piece lies. Throws DiskFull, or Error(kResource) when the disk fails.
  std::uint64_t append(const void* bytes, std::size_t size);
  // Of a piece that was appended. Throws Error(kResource) when the disk fails.
  void read(std::uint64_t at, void* bytes, std::size_t size) const;

 private:
  ScratchMemory& scratch_;
  int file_;
  std::atomic<std::uint64_t> end_{0};
};

}  // namespace questproof
