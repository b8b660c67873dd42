// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>

#include "core/base/large_array.h"
#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/predecessor_lists.h"
#include "core/search/quest_group.h"
#include "core/search/state_store.h"

namespace questproof {

// For every state and every quest of a group the length of the shortest path to a state where the
// quest is done, or one of two marks where there is none. All quests of a state side by side, in
// cells of 1, 2 or 4 bytes: as narrow as the distances allow, since the backward search is bound by
// memory. Quests are counted from the first one of the group. Holds states with ordinals in a row: with
// several ranks those of this one.
class DistanceTable {
 public:
  static constexpr std::uint32_t kBlocked = ~std::uint32_t{0};  // pending, no way to done
  static constexpr std::uint32_t kLost = kBlocked - 1;          // not pending, no way to done

  // All cells 0. cell_bytes is 1, 2 or 4. With `scratch` the cells lie there. The states have the
  // ordinals first .. first + states - 1.
  DistanceTable(std::uint64_t states, QuestGroup group, unsigned cell_bytes = 1,
                ScratchMemory* scratch = nullptr, Ordinal first = 0)
      : first_(first),
        group_(group),
        quests_(group.count),
        cells_(states * group.count),
        cell_bytes_(cell_bytes),
        bytes_(cells_ * cell_bytes, scratch) {}

  const QuestGroup& group() const { return group_; }
  std::size_t quests() const { return quests_; }
  unsigned cell_bytes() const { return cell_bytes_; }

  std::uint32_t at(Ordinal state, std::size_t quest) const {
    const std::size_t index = std::size_t{state - first_} * quests_ + quest;
    if (cell_bytes_ == 1) return widened(bytes_[index]);
    if (cell_bytes_ == 2) return widened(cells<std::uint16_t>()[index]);
    return cells<std::uint32_t>()[index];
  }
  // The same of a row of cells that somebody has copied.
  static std::uint32_t cell_at(const std::uint8_t* row, std::size_t quest, unsigned cell_bytes) {
    if (cell_bytes == 1) return widened(row[quest]);
    if (cell_bytes == 2) return widened(copied<std::uint16_t>(row, quest));
    return copied<std::uint32_t>(row, quest);
  }
  void prefetch(Ordinal state) const {  // at(state, ...) will follow soon
    __builtin_prefetch(bytes_.data() + std::size_t{state - first_} * quests_ * cell_bytes_);
  }
  static bool live(std::uint32_t distance) { return distance < kLost; }

  // The cells of a state and those behind it, as stored: the two largest values are the marks.
  // Requires: sizeof(Cell) == cell_bytes(), or Cell is a byte.
  template <typename Cell>
  Cell* row(Ordinal state) {
    return reinterpret_cast<Cell*>(bytes_.data() +
                                   std::size_t{state - first_} * quests_ * cell_bytes_);
  }
  template <typename Cell>
  const Cell* row(Ordinal state) const {
    return const_cast<DistanceTable*>(this)->row<Cell>(state);
  }

  // The cells of all states, by state and quest.
  template <typename Cell>
  Cell* cells() {
    return reinterpret_cast<Cell*>(bytes_.data());
  }
  template <typename Cell>
  const Cell* cells() const {
    return reinterpret_cast<const Cell*>(bytes_.data());
  }
  template <typename Cell>
  static constexpr Cell kBlockedCell = static_cast<Cell>(~Cell{0});
  template <typename Cell>
  static constexpr Cell kLostCell = static_cast<Cell>(~Cell{0} - 1);

  // Twice the bytes for each cell, in memory or in scratch. Requires: cell_bytes() < 4.
  void widen(ScratchMemory* scratch = nullptr);

 private:
  template <typename Cell>
  static std::uint32_t widened(Cell cell) {
    return cell >= kLostCell<Cell> ? kBlocked - static_cast<Cell>(kBlockedCell<Cell> - cell) : cell;
  }
  template <typename Cell>
  static Cell copied(const std::uint8_t* row, std::size_t quest) {
    Cell cell;
    std::memcpy(&cell, row + quest * sizeof(Cell), sizeof(Cell));
    return cell;
  }
  template <typename From, typename To>
  void widen_cells(ScratchMemory* scratch);

  Ordinal first_;
  QuestGroup group_;
  std::size_t quests_;
  std::uint64_t cells_;
  unsigned cell_bytes_;
  LargeArray<std::uint8_t> bytes_;
};

// What the table and the search for `quests` quests take for so many states, with cells of this size.
std::uint64_t backward_bytes(std::uint64_t states, std::uint64_t quests, unsigned cell_bytes);

enum class BackwardEnd {
  kFinished,
  kStopped,  // a limit was hit, or somebody asked to stop
  kTooLarge  // memory does not hold the search for so many quests at once; fewer may fit
};

// How a backward search is steered from outside.
struct BackwardRounds {
  // The table holds what an earlier search had found when this distance was final.
  std::optional<std::uint32_t> resume_from;
  // Called between rounds: the cells up to this distance are final, those without one are blocked.
  std::function<void(std::uint32_t)> after_round;
};

// Breadth-first search backwards from the done states of all quests of the table's group at once:
// in round d every state carries the set of quests whose distance it has just learned to be d, as a
// bit mask, to its predecessors. What a round needs of the one before are the cells that equal its
// distance, so a search can be taken up at the end of any round. Collective; each rank's table holds its
// own states.
template <unsigned W>
BackwardEnd compute_distances(const StateSpace& space, const StateStore<W>& store,
                              const std::vector<PredecessorLists>& lists, DistanceTable& table,
                              const SearchOptions& options, const Parallel& parallel,
                              RunWatch& watch, const BackwardRounds& rounds = {});

}  // namespace questproof
