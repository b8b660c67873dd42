// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/predecessor_graph.h"
#include "core/search/state_store.h"

namespace questproof {

// For every state and quest the length of the shortest path to a state where the quest is done,
// or one of two marks where there is none. 4 bytes each, all quests of a state side by side.
class DistanceTable {
 public:
  static constexpr std::uint32_t kBlocked = ~std::uint32_t{0};  // pending, no way to done
  static constexpr std::uint32_t kLost = kBlocked - 1;          // not pending, no way to done
  static constexpr std::uint32_t kLargest = kBlocked - 2;

  DistanceTable(std::uint64_t states, std::size_t quests)
      : quests_(quests), cells_(std::make_unique<std::uint32_t[]>(states * quests)) {}

  std::size_t quests() const { return quests_; }
  std::uint32_t at(Ordinal state, std::size_t quest) const {
    return cells_[std::size_t{state} * quests_ + quest];
  }
  std::uint32_t* row(Ordinal state) { return cells_.get() + std::size_t{state} * quests_; }
  const std::uint32_t* row(Ordinal state) const {
    return cells_.get() + std::size_t{state} * quests_;
  }
  static bool live(std::uint32_t cell) { return cell <= kLargest; }

 private:
  std::size_t quests_;
  std::unique_ptr<std::uint32_t[]> cells_;
};

// Breadth-first search backwards from the done states of all quests at once: in round d every
// state carries the set of quests whose distance it has just learned to be d, as a bit mask, to
// its predecessors. 64 quests at a time. Nothing when a limit was hit.
template <unsigned W>
std::optional<DistanceTable> compute_distances(const StateSpace& space, const StateStore<W>& store,
                                               const PredecessorGraph& graph,
                                               const Parallel& parallel, RunWatch& watch);

}  // namespace questproof
