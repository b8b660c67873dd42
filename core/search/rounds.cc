// SPDX-License-Identifier: MIT
#include "core/search/rounds.h"

#include <algorithm>
#include <atomic>

#include "core/search/shared_failure.h"

namespace questproof {

bool Rounds::run(std::size_t blocks, const Fill& fill, const std::function<void()>& exchange,
                 const Deliver& deliver, const std::function<bool(std::size_t done)>& after) const {
  std::atomic<std::size_t> next{0};
  while (ranks_.any(next < blocks)) {
    SharedFailure failure(ranks_);
    failure.attempt([&] {
      std::atomic<std::uint64_t> made{0};
      parallel_.parallel_for(static_cast<std::size_t>(parallel_.threads()), 1,
                             [&](std::size_t, std::size_t, int slot) {
                               while (made < most_records_) {
                                 const std::size_t mine = next.fetch_add(1);
                                 if (mine >= blocks) break;
                                 made += fill(mine, slot);
                               }
                             });
    });
    if (!ranks_.alone()) exchange();
    failure.attempt([&] { ranks_.for_each_own(parallel_, deliver); });
    failure.settle();
    if (!after(std::min(next.load(), blocks))) return false;
  }
  return true;
}

}  // namespace questproof
