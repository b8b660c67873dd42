// SPDX-License-Identifier: MIT
#include "core/search/record_exchange.h"

namespace questproof {

std::vector<Chunk> cut_into_chunks(const Ranks& ranks, std::span<const std::size_t> counts) {
  constexpr std::size_t kRecords = std::size_t{1} << 15;
  std::vector<Chunk> chunks;
  for (std::size_t p = 0; p < counts.size(); ++p) {
    if (ranks.owns(p) || counts[p] == 0) continue;
    const int to = ranks.owner(p);
    const bool fits =
        !chunks.empty() && chunks.back().to == to && chunks.back().records + counts[p] <= kRecords;
    if (!fits) chunks.push_back({to, p, p, 0});
    chunks.back().end = p + 1;
    chunks.back().records += counts[p];
  }
  return chunks;
}

}  // namespace questproof
