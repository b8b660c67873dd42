// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/parallel.h"
#include "core/search/ranks.h"
#include "core/search/shared_failure.h"

namespace questproof {

// The loop that every phase of the search is. In rounds
//   - workers take blocks of states and put what follows from them into the buffers of the partitions
//     that it belongs to, until a round's worth is there;
//   - what is in the buffers of other ranks' partitions goes to their owners;
//   - each partition takes delivery on its own;
//   - the ranks agree whether to go on.
// Memory beyond the stored states is bounded by the round. (Delayed duplicate detection: Korf 2003;
// partitions as owners: Stern and Dill 1997.)
class Rounds {
 public:
  // A round ends when `most_records` or more have been made.
  Rounds(const Ranks& ranks, const Parallel& parallel, std::uint64_t most_records)
      : ranks_(ranks), parallel_(parallel), most_records_(most_records) {}

  // Collective. This rank has the blocks 0 .. blocks - 1 to work on.
  //   fill(block, slot)         any thread; returns how many records it has made
  //   exchange()                collective; with one rank there is nothing to do
  //   deliver(partition, slot)  for each own partition, any thread
  //   after(done)               between rounds, `done` of this rank's blocks are behind; whether to go on:
  //                             all ranks must say the same
  // Returns false when `after` has.
  template <typename Fill, typename Exchange, typename Deliver, typename After>
  bool run(std::size_t blocks, const Fill& fill, const Exchange& exchange, const Deliver& deliver,
           const After& after) const {
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

 private:
  const Ranks& ranks_;
  const Parallel& parallel_;
  std::uint64_t most_records_;
};

}  // namespace questproof
