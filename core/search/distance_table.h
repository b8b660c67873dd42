// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/large_array.h"
#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/predecessor_lists.h"
#include "core/search/state_store.h"

namespace questproof {

// For every state and quest the length of the shortest path to a state where the quest is done,
// or one of two marks where there is none. All quests of a state side by side, in cells of 1, 2 or
// 4 bytes: as narrow as the distances allow, since the backward search is bound by memory.
class DistanceTable {
 public:
  static constexpr std::uint32_t kBlocked = ~std::uint32_t{0};  // pending, no way to done
  static constexpr std::uint32_t kLost = kBlocked - 1;          // not pending, no way to done

  // All cells 0, one byte each.
  DistanceTable(std::uint64_t states, std::size_t quests)
      : quests_(quests), cells_(states * quests), bytes_(cells_) {}

  std::size_t quests() const { return quests_; }
  unsigned cell_bytes() const { return cell_bytes_; }

  std::uint32_t at(Ordinal state, std::size_t quest) const {
    const std::size_t index = std::size_t{state} * quests_ + quest;
    if (cell_bytes_ == 1) return widened(bytes_[index]);
    if (cell_bytes_ == 2) return widened(as<std::uint16_t>()[index]);
    return as<std::uint32_t>()[index];
  }
  void prefetch(Ordinal state) const {  // at(state, ...) will follow soon
    __builtin_prefetch(bytes_.data() + std::size_t{state} * quests_ * cell_bytes_);
  }
  static bool live(std::uint32_t distance) { return distance < kLost; }

  // The cells as stored, by state and quest: the two largest values are the marks. Requires:
  // sizeof(Cell) == cell_bytes().
  template <typename Cell>
  Cell* cells() {
    return reinterpret_cast<Cell*>(bytes_.data());
  }
  template <typename Cell>
  static constexpr Cell kBlockedCell = static_cast<Cell>(~Cell{0});
  template <typename Cell>
  static constexpr Cell kLostCell = static_cast<Cell>(~Cell{0} - 1);

  // Twice the bytes for each cell. Requires: cell_bytes() < 4.
  void widen();

 private:
  template <typename Cell>
  const Cell* as() const {
    return reinterpret_cast<const Cell*>(bytes_.data());
  }
  template <typename Cell>
  static std::uint32_t widened(Cell cell) {
    return cell >= kLostCell<Cell> ? kBlocked - static_cast<Cell>(kBlockedCell<Cell> - cell) : cell;
  }
  template <typename From, typename To>
  void widen_cells();

  std::size_t quests_;
  std::uint64_t cells_;
  unsigned cell_bytes_ = 1;
  LargeArray<std::uint8_t> bytes_;
};

// Breadth-first search backwards from the done states of all quests at once: in round d every
// state carries the set of quests whose distance it has just learned to be d, as a bit mask, to
// its predecessors. 64 quests at a time. Nothing when a limit was hit.
template <unsigned W>
std::optional<DistanceTable> compute_distances(const StateSpace& space, const StateStore<W>& store,
                                               const std::vector<PredecessorLists>& lists,
                                               const SearchOptions& options,
                                               const Parallel& parallel, RunWatch& watch);

}  // namespace questproof
