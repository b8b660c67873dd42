// SPDX-License-Identifier: MIT
#include "core/search/state_block.h"

namespace questproof {

std::vector<RankRange> cut_into_blocks(std::span<const std::uint32_t> sizes) {
  std::vector<RankRange> ranges;
  for (std::uint32_t p = 0; p < sizes.size(); ++p) {
    for (std::uint32_t begin = 0; begin < sizes[p];) {
      const auto left = sizes[p] - begin;
      const auto take = std::min(left, static_cast<std::uint32_t>(kSearchBlock));
      ranges.push_back({p, begin, begin + take});
      begin += take;
    }
  }
  return ranges;
}

}  // namespace questproof
