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

// Where one walker can go from a state, found by walking there: from position to position through the
// moves whose guards hold, each in its own direction, state after state. Has nothing in common with
// WalkerRegions: the guards stand as they do in the model, and nothing is known of ways back.
// Immutable; shared by threads.
class MemberWalk {
 public:
  // The model is the one with its moves.
  MemberWalk(const GameModel& model, const StateLayout& layout, const FreeMoves& moves,
             VariableId walker);

  const StateLayout::Field& field() const { return field_; }
  std::size_t position_count() const { return first_.size() - 1; }
  std::size_t gate_words() const { return (gates_.size() + 63) / 64; }       // a state
  std::size_t member_words() const { return (position_count() + 63) / 64; }  // a state

  // The moves whose guards read one of these variables.
  std::vector<std::uint32_t> gates_reading(const std::vector<bool>& variables) const;
  std::vector<std::uint32_t> all_gates() const;

  // Evaluates the guards of some moves in every state of the block, with the walker where the move starts;
  // `open` has gate_words() words a state, of which the other bits stay. Changes the block's columns
  // for the time of the call.
  void open_gates(std::span<Word> columns, std::size_t stride, std::size_t states,
                  std::span<const std::uint32_t> gates, std::span<std::uint64_t> open) const;

  // Everything that can be walked to from `start` through the open gates; `members` has
  // member_words() words and is replaced.
  void walk(std::size_t start, const std::uint64_t* open, std::uint64_t* members) const;

 private:
  struct Gate {
    std::uint32_t from = 0;  // positions as they are stored
    std::uint32_t to = 0;
    ColumnCondition guard;
    std::vector<bool> reads;  // by variable
  };

  StateLayout::Field field_;
  std::vector<Gate> gates_;           // by `from`
  std::vector<std::uint32_t> first_;  // by position: its gates lie at first_[p] .. first_[p + 1]
};

// The condition where a variable is known to have a value: comparisons of it with constants are decided,
// and what they decide. Comparisons with other variables stay.
Condition with_value(const Condition& condition, VariableId variable, Value value);

void mark_reads(const Condition& condition, std::vector<bool>& reads);

}  // namespace questproof
