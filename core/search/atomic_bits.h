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

  // The `count` bits (1 .. 64) from `index` on, the first one lowest.
  std::uint64_t word_at(std::uint64_t index, std::uint64_t count) const {
    const unsigned shift = index % 64;
    std::uint64_t word = words_[index / 64] >> shift;
    if (shift + count > 64) word |= words_[index / 64 + 1] << (64 - shift);
    return count == 64 ? word : word & ((std::uint64_t{1} << count) - 1);
  }
  // Sets those bits from `index` on that are set in `word`.
  void set_word_at(std::uint64_t index, std::uint64_t word) {
    if (word == 0) return;
    const unsigned shift = index % 64;
    std::atomic_ref(words_[index / 64]).fetch_or(word << shift, std::memory_order_relaxed);
    if (shift == 0 || word >> (64 - shift) == 0) return;
    std::atomic_ref(words_[index / 64 + 1])
        .fetch_or(word >> (64 - shift), std::memory_order_relaxed);
  }

 private:
  std::uint64_t size_ = 0;
  LargeArray<std::uint64_t> words_;
};

}  // namespace questproof
