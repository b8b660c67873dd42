// SPDX-License-Identifier: MIT
#include "core/search/state_set.h"

namespace questproof {
namespace {

// Every partition begins with a group of its own.
std::vector<std::uint64_t> first_words(std::span<const std::uint32_t> sizes,
                                       std::uint64_t group_words) {
  std::vector<std::uint64_t> first = {0};
  for (const std::uint32_t size : sizes) {
    const std::uint64_t group_ranks = group_words * 64;
    first.push_back(first.back() + (size + group_ranks - 1) / group_ranks * group_words);
  }
  return first;
}

}  // namespace

StateSet::StateSet(std::span<const std::uint32_t> sizes, ScratchMemory* scratch)
    : first_word_(first_words(sizes, kGroupWords)),
      words_(first_word_.back(), scratch),
      groups_((first_word_.back() / kGroupWords + 63) / 64) {}

template <typename Visit>
void StateSet::for_each_group(std::uint64_t begin, std::uint64_t end, Visit&& visit) const {
  std::uint64_t group = begin / kGroupWords;
  const std::uint64_t last = end / kGroupWords;
  while (group < last) {
    const std::uint64_t rest = groups_[group / 64] >> (group % 64);
    if (rest == 0) {
      group = (group / 64 + 1) * 64;
      continue;
    }
    group += static_cast<std::uint64_t>(std::countr_zero(rest));
    if (group >= last) return;
    visit(group * kGroupWords);
    ++group;
  }
}

std::uint64_t StateSet::size() const {
  std::uint64_t count = 0;
  for_each_group(0, first_word_.back(), [&](std::uint64_t first) {
    for (std::uint64_t w = first; w < first + kGroupWords; ++w) {
      count += static_cast<std::uint64_t>(std::popcount(words_[w]));
    }
  });
  return count;
}

void StateSet::clear() {
  for_each_group(0, first_word_.back(),
                 [&](std::uint64_t first) { std::fill_n(words_.data() + first, kGroupWords, 0); });
  std::fill_n(groups_.data(), groups_.size(), 0);
}

std::vector<RankRange> StateSet::blocks() const {
  std::vector<RankRange> blocks;
  for (std::uint32_t p = 0; p + 1 < first_word_.size(); ++p) {
    std::size_t held = kSearchBlock + 1;  // by the last block; no block of this partition yet
    for_each_group(first_word_[p], first_word_[p + 1], [&](std::uint64_t first) {
      for (std::uint64_t w = first; w < first + kGroupWords; ++w) {
        const auto count = static_cast<std::size_t>(std::popcount(words_[w]));
        if (count == 0) continue;
        const auto rank = static_cast<std::uint32_t>((w - first_word_[p]) * 64);
        if (held + count > kSearchBlock) {
          blocks.push_back({p, rank, rank});
          held = 0;
        }
        held += count;
        blocks.back().end = rank + kRangeRanks;
      }
    });
  }
  return blocks;
}

}  // namespace questproof
