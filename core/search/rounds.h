// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "core/base/parallel.h"
#include "core/search/ranks.h"

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
  using Fill = std::function<std::size_t(std::size_t block, int slot)>;
  using Deliver = std::function<void(std::size_t partition, int slot)>;
  bool run(std::size_t blocks, const Fill& fill, const std::function<void()>& exchange,
           const Deliver& deliver, const std::function<bool(std::size_t done)>& after) const;

 private:
  const Ranks& ranks_;
  const Parallel& parallel_;
  std::uint64_t most_records_;
};

}  // namespace questproof
