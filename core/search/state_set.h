// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/large_array.h"
#include "core/search/state_block.h"

namespace questproof {

// Some states of a store, by partition and rank: a bit for each state, and one for each group of 4,096
// of them that says whether any is in the set, so that small sets are found and cleared quickly.
//
// Different threads may add to different ranges of kRangeRanks ranks, or to different partitions,
// at the same time. Reading: when nobody adds.
class StateSet {
 public:
  static constexpr std::uint32_t kRangeRanks = 64;

  // `sizes`: of the runs of all partitions.
  explicit StateSet(std::span<const std::uint32_t> sizes, ScratchMemory* scratch = nullptr);

  static std::uint64_t memory_bytes(std::uint64_t states) { return states / 8 + states / 512; }

  // True when the state was not in the set.
  bool add(std::size_t partition, std::uint32_t rank) {
    const std::uint64_t index = first_word_[partition] + rank / 64;
    const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
    std::uint64_t& word = words_[index];
    if ((word & bit) != 0) return false;
    word |= bit;
    const std::uint64_t group = index / kGroupWords;
    std::atomic_ref summary(groups_[group / 64]);
    const std::uint64_t group_bit = std::uint64_t{1} << (group % 64);
    if ((summary.load(std::memory_order_relaxed) & group_bit) == 0) {
      summary.fetch_or(group_bit, std::memory_order_relaxed);
    }
    return true;
  }
  bool contains(std::size_t partition, std::uint32_t rank) const {
    return (words_[first_word_[partition] + rank / 64] >> (rank % 64) & 1) != 0;
  }

  std::uint64_t size() const;
  void clear();

  // Ranges of ranks that hold the whole set, in order, with 1 to kSearchBlock states of it each.
  std::vector<RankRange> blocks() const;

  template <typename Visit>  // Visit(rank), ascending
  void for_each(const RankRange& range, Visit&& visit) const {
    const std::uint64_t first = first_word_[range.partition];
    for (std::uint32_t rank = range.begin; rank < range.end; rank += 64) {
      for (std::uint64_t word = words_[first + rank / 64]; word != 0; word &= word - 1) {
        visit(rank + static_cast<std::uint32_t>(std::countr_zero(word)));
      }
    }
  }

 private:
  static constexpr std::uint64_t kGroupWords = 64;

  // Calls visit(first word of the group) for every group with a state in it that begins in
  // begin .. end - 1.
  template <typename Visit>
  void for_each_group(std::uint64_t begin, std::uint64_t end, Visit&& visit) const;

  std::vector<std::uint64_t> first_word_;  // by partition, and the end; multiples of kGroupWords
  LargeArray<std::uint64_t> words_;
  LargeArray<std::uint64_t> groups_;
};

}  // namespace questproof
