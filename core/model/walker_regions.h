// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/block_kernels.h"
#include "core/model/free_moves.h"
#include "core/model/game_model.h"
#include "core/model/packed_rule.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"

namespace questproof {

// For each position of one walker, the states of a block whose region holds it.
using PositionMasks = std::vector<BlockMask>;

// A condition on blocks of states: any of these conjunctions, or, where they would be too many, the
// condition itself, evaluated state by state.
class BlockCondition {
 public:
  BlockCondition() = default;  // never holds
  BlockCondition(const GameModel& model, const StateLayout& layout, const Condition& condition);

  // The states for which it holds; the words of the mask that the block needs.
  void evaluate(const StateBlock& block, BlockMask& mask) const;

 private:
  const GameModel* model_ = nullptr;  // both outlive the condition; needed without conjunctions
  const StateLayout* layout_ = nullptr;
  std::vector<std::vector<PackedTest>> any_;
  Condition plain_;
  bool is_plain_ = false;
};

// Where one walker can go, for 64 states at a time: the states are the bits of a word, a position is one
// word, a passage carries the bits of either side over to the other where it is open, and sweeps
// over all passages go on until nothing changes. Immutable; shared by threads.
class WalkerRegions {
 public:
  // The model and layout must outlive it.
  WalkerRegions(const GameModel& model, const StateLayout& layout, const FreeMoves::Walker& walker);

  VariableId variable() const { return variable_; }
  const StateLayout::Field& field() const { return field_; }
  std::size_t position_count() const { return position_count_; }  // of the domain

  struct Passage {
    std::uint32_t from = 0;  // positions as they are stored: value - low
    std::uint32_t to = 0;
    BlockCondition open;
    std::vector<EventId> events;
    std::vector<VariableId> reads;
  };
  const std::vector<Passage>& passages() const { return passages_; }

  // Whether some passage reads one of these variables (ascending).
  bool depends_on(std::span<const VariableId> variables) const;

  // Where passages are open, by passage.
  void find_open(const StateBlock& block, std::vector<BlockMask>& open) const;

  // The position that each state holds, and nothing else.
  void find_positions(const StateBlock& block, PositionMasks& members) const;

  // Adds all positions that can be reached from those that are there.
  void flood(std::span<const BlockMask> open, std::size_t states, PositionMasks& members) const;

  // Of every state the smallest position, which is its region's name; 0 for a state with no position.
  void find_smallest(const PositionMasks& members, std::size_t states,
                     std::span<std::uint16_t> smallest) const;

 private:
  void order_passages();

  VariableId variable_;
  StateLayout::Field field_;
  std::size_t position_count_ = 1;
  std::vector<Passage> passages_;
};

}  // namespace questproof
