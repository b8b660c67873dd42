// SPDX-License-Identifier: MIT
#include "core/search/backward_step.h"

#include <bit>

namespace questproof {

void sort_ranks(std::vector<std::uint32_t>& ranks, std::uint32_t size) {
  if (ranks.size() < size / 256) {
    std::sort(ranks.begin(), ranks.end());
    return;
  }
  std::vector<std::uint64_t> bits((std::size_t{size} + 63) / 64);
  for (const std::uint32_t rank : ranks) bits[rank / 64] |= std::uint64_t{1} << (rank % 64);
  ranks.clear();
  for (std::size_t w = 0; w < bits.size(); ++w) {
    for (std::uint64_t word = bits[w]; word != 0; word &= word - 1) {
      ranks.push_back(static_cast<std::uint32_t>(w * 64) +
                      static_cast<std::uint32_t>(std::countr_zero(word)));
    }
  }
}

}  // namespace questproof
