// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/byte_block.h"
#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/run_watch.h"
#include "core/search/state_store.h"

namespace questproof {

// For the states of one partition the states with a transition to them: for the labels that have
// no way back. One bit per state says whether there are any, so that states without cost next to
// nothing; 4 bytes per transition besides. All in one block, which may be frozen.
class PredecessorLists {
 public:
  // Destination (a rank) and source of one transition.
  struct Edge {
    std::uint32_t destination = 0;
    Ordinal source = 0;
  };

  PredecessorLists() = default;
  PredecessorLists(std::uint32_t states, const std::vector<std::vector<Edge>>& edges);

  bool empty() const { return sources_ == nullptr; }
  void freeze(ScratchMemory& scratch);  // not while others read
  std::span<const Ordinal> predecessors(std::uint32_t rank) const {
    if (empty()) return {};
    const std::uint64_t word = present_[rank / 64];
    const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
    if ((word & bit) == 0) return {};
    const std::size_t index =
        before_[rank / 64] + static_cast<std::size_t>(std::popcount(word & (bit - 1)));
    return {sources_ + offsets_[index], sources_ + offsets_[index + 1]};
  }

 private:
  void place();

  std::size_t words_ = 0;  // of present_
  std::size_t with_any_ = 0;
  ByteBlock block_;                         // what the following point into
  const std::uint64_t* present_ = nullptr;  // a bit per state: has predecessors
  const std::uint64_t* offsets_ = nullptr;  // into sources_, per state that has predecessors
  const std::uint32_t* before_ = nullptr;   // how many bits are set before each word
  const Ordinal* sources_ = nullptr;
};

// Expands every stored state through the one-way labels of the space and sorts the transitions by
// destination, one list object per partition. While it runs it takes 12 bytes a transition at
// most, in memory or in scratch; `most` is an upper bound of how many there will be, on all ranks
// together. Nothing when a limit was hit. Collective: each rank gets the lists of its own partitions.
template <unsigned W>
std::optional<std::vector<PredecessorLists>> list_one_way_predecessors(
    const StateSpace& space, const StateStore<W>& store, std::uint64_t most,
    const SearchOptions& options, const Parallel& parallel, RunWatch& watch);

}  // namespace questproof
