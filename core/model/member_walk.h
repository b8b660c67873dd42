// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/column_condition.h"
#include "core/model/free_moves.h"
#include "core/model/game_model.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"

namespace questproof {

// One bit a state of a block: bit i % 64 of word i / 64; bits beyond the block are zero.
using StateBits = std::vector<std::uint64_t>;

// Where one walker can go from the states of a block, found by walking there: a move carries the states
// that are where it starts, and in which its guard holds, to where it ends, and moves are
// repeated until nothing new comes. The guards stand as they do in the model, and each move goes
// in its own direction: nothing is known of ways back. Shares no code with WalkerRegions.
// Immutable; shared by threads.
class MemberWalk {
 public:
  // The model is the one with its moves.
  MemberWalk(const GameModel& model, const StateLayout& layout, const FreeMoves& moves,
             VariableId walker);

  const StateLayout::Field& field() const { return field_; }
  std::size_t position_count() const { return position_count_; }
  std::size_t gate_count() const { return gates_.size(); }

  // The moves whose guards read one of these variables.
  std::vector<std::uint32_t> gates_reading(const std::vector<bool>& variables) const;
  std::vector<std::uint32_t> all_gates() const;

  // Replaces open[g], for some of the moves, by the states in which the guard holds when the walker is where
  // the move starts. Their bits are those of their positions in the block or, where these are given, at
  // `bits` below `size`. Changes the block's columns for the time of the call.
  void open_gates(std::span<Word> columns, std::size_t stride, std::size_t states,
                  std::span<const std::uint32_t> gates, std::vector<StateBits>& open) const;
  void open_gates(std::span<Word> columns, std::size_t stride, const Selection& bits,
                  std::size_t size, std::span<const std::uint32_t> gates,
                  std::vector<StateBits>& open) const;

  // reached[p]: the states whose walker is at p; for some of the states only. Afterwards: those whose
  // walker can get there.
  void walk(const std::vector<StateBits>& open, std::vector<StateBits>& reached) const;

 private:
  struct Gate {
    std::uint32_t from = 0;  // positions as they are stored
    std::uint32_t to = 0;
    ColumnCondition guard;
    std::vector<bool> reads;  // by variable
  };

  template <typename Take>
  void mark_gates(std::span<Word> columns, std::size_t stride, std::size_t states,
                  std::span<const std::uint32_t> gates, const Take& take) const;

  StateLayout::Field field_;
  std::size_t position_count_ = 1;
  std::vector<Gate> gates_;  // by `from`
};

// The condition where a variable is known to have a value: comparisons of it with constants are decided,
// and what they decide. Comparisons with other variables stay.
Condition with_value(const Condition& condition, VariableId variable, Value value);

void mark_reads(const Condition& condition, std::vector<bool>& reads);

}  // namespace questproof
