// SPDX-License-Identifier: MIT
#include "core/search/shared_failure.h"

#include <fmt/core.h>

namespace questproof {

bool may_give_up(const Ranks& ranks, const Error& error) {
  return ranks.alone() || dynamic_cast<const AgreedFailure*>(&error) != nullptr;
}

void SharedFailure::settle() {
  if (ranks_.alone()) return;
  const std::string mine = failure_ ? "!" + *failure_ : std::string();
  const std::vector<Bytes> all =
      ranks_.gather({reinterpret_cast<const std::uint8_t*>(mine.data()), mine.size()});
  failure_.reset();
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].empty()) continue;
    throw AgreedFailure(
        fmt::format("rank {}: {}", rank, std::string(all[rank].begin() + 1, all[rank].end())));
  }
}

}  // namespace questproof
