// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/block_expander.h"
#include "core/model/block_regions.h"
#include "core/model/free_moves.h"
#include "core/model/scalar_evaluator.h"
#include "core/model/seat_rules.h"
#include "core/model/state_space.h"
#include "core/model/walker_regions.h"

namespace questproof {

// Expands blocks of regions; see CollapsedModel.
class RegionExpander final : public Expander {
 public:
  // Borrowed from the collapsed model, which outlives the expander.
  struct Parts {
    std::size_t word_count = 1;
    const std::vector<WalkerRegions>* walkers = nullptr;
    const SeatRules* rules = nullptr;
    const ScalarEvaluator* bytecode = nullptr;  // may be missing
    const FreeMoves* moves = nullptr;           // whose labels are counted; may be missing
    std::uint32_t first_move_label = 0;
    Sources sources = Sources::kKeep;
  };

  explicit RegionExpander(const Parts& parts);

  void expand(const StateBlock& block, SuccessorBlock& out,
              std::span<std::uint64_t> enabled) override;

 private:
  // Successors of one run on their way to being named, in columns.
  struct Staged {
    std::vector<std::vector<Word>> columns;
    std::vector<std::uint16_t> source;  // positions in the caller's block
    std::size_t count = 0;
    void resize(std::size_t states);
  };
  // A successor that must be compared with others.
  struct Found {
    std::uint32_t label = 0;
    std::uint16_t source = 0;
    std::size_t row = 0;
  };

  void prepare(const StateBlock& block);
  void count_moves(std::span<std::uint64_t> enabled) const;
  void count_shared(std::span<std::uint64_t> enabled) const;
  void expand_seat(const Seat& seat, SuccessorBlock& out);
  void gather(const Seat& seat, const BlockMask& mask);
  void name_run(const Seat& seat, const SuccessorBlock::Run& run, SuccessorBlock& out);
  void name_walker(std::size_t walker, const Seat& seat, bool touched);
  void keep_name(std::size_t walker);
  void name_slice(std::size_t walker, const Seat& seat, std::size_t begin, std::size_t count);
  void split_slice(std::size_t walker, const Seat& seat, std::size_t begin, std::size_t count);
  StateBlock load_slice(std::size_t begin, std::size_t count);
  void emit(std::uint32_t label, SuccessorBlock& out);
  bool is_source(std::size_t index) const;

  void expand_bytecode(SuccessorBlock& out, std::span<std::uint64_t> enabled);
  void run_members(std::size_t state, std::size_t walker, SuccessorBlock& out);
  void run_member(std::size_t state, SuccessorBlock& out);
  void emit_found(SuccessorBlock& out);

  Parts parts_;
  BlockRegions regions_;
  BlockExpander inner_;

  std::size_t states_ = 0;            // of the block
  std::size_t stride_ = 0;            // of the columns below
  std::vector<Word> named_;           // the block, each state by its region's name
  std::vector<Word> gathered_;        // states of one seat
  std::vector<std::uint16_t> where_;  // they stand in the block
  SuccessorBlock successors_;         // of one seat
  Staged staged_;
  Staged next_;
  std::vector<std::uint64_t> counted_;  // by label

  // Of a slice of successors, in columns of stride_.
  std::vector<Word> slice_;
  std::vector<BlockMask> open_;
  PositionMasks members_;
  PositionMasks left_;
  std::vector<std::uint16_t> smallest_;

  std::vector<Found> found_;
  std::vector<Word> found_words_;  // rows
  std::vector<Word> state_;
  std::vector<Word> scratch_;
  std::vector<std::uint32_t> labels_seen_;
  SuccessorRows rows_;
};

}  // namespace questproof
