// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "core/base/large_array.h"

namespace questproof {

// One bit per index, all 0 at first. Many threads may set bits; reading is safe when nobody sets.
class AtomicBits {
 public:
  AtomicBits() = default;
  explicit AtomicBits(std::uint64_t size, ScratchMemory* scratch = nullptr)
      : size_(size), words_((size + 63) / 64, scratch) {}

  std::uint64_t size() const { return size_; }
  void set(std::uint64_t index) {  // looks first: most bits are set many times
    std::atomic_ref word(words_[index / 64]);
    const std::uint64_t bit = std::uint64_t{1} << (index % 64);
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);
    }
  }
  void prefetch(std::uint64_t index) const {  // set(index) will follow soon
    __builtin_prefetch(words_.data() + index / 64, 1);
  }
  bool get(std::uint64_t index) const { return (words_[index / 64] >> (index % 64) & 1) != 0; }

 private:
  std::uint64_t size_ = 0;
  LargeArray<std::uint64_t> words_;
};

}  // namespace questproof
