// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/state_space.h"
#include "core/search/sorted_run.h"

namespace questproof {

// A part of one partition's run: ranks begin .. end - 1.
struct RankRange {
  std::uint32_t partition = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// How many states are expanded at once: enough to fill vector registers and to spread the cost of
// a call, few enough that a block and its successors stay in the second-level cache.
inline constexpr std::size_t kSearchBlock = 1024;
static_assert(kSearchBlock <= kMaximumBlock);

// Cuts runs of the given sizes (one per partition) into ranges of at most kSearchBlock ranks.
std::vector<RankRange> cut_into_blocks(std::span<const std::uint32_t> sizes);

// Columns for one block of packed states, to be filled again and again.
class BlockColumns {
 public:
  explicit BlockColumns(std::size_t word_count)
      : words_(word_count * kStride), word_count_(word_count) {}

  static constexpr std::size_t kStride = kSearchBlock + kBlockPadding;

  Word* column(std::size_t word) { return words_.data() + word * kStride; }
  StateBlock view(std::size_t count) const { return {words_.data(), kStride, count}; }

  void copy_state(std::size_t index, Word* out) const {
    for (std::size_t w = 0; w < word_count_; ++w) out[w] = words_[w * kStride + index];
  }

  // Fills the columns with the states of the run's ranks begin .. end - 1; returns how many.
  template <unsigned W>
  std::size_t fill(const SortedRun<W>& run, const KeyCodec<W>& codec, std::uint32_t begin,
                   std::uint32_t end) {
    std::size_t count = 0;
    for (typename SortedRun<W>::Cursor cursor(run, begin); cursor.rank() < end; cursor.next()) {
      codec.decode(cursor.key(), words_.data() + count++, kStride);
    }
    return count;
  }

 private:
  std::vector<Word> words_;
  std::size_t word_count_;
};

}  // namespace questproof
