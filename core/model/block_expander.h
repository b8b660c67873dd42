// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/bytecode.h"
#include "core/model/packed_rule.h"
#include "core/model/scalar_evaluator.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"

namespace questproof {

// Expands blocks with the rules of a compiled model, and with bytecode for the events without rules.
// Successors come grouped: by value of the index variable, then by rule; those of bytecode last.
class BlockExpander final : public Expander {
 public:
  // Borrowed from the compiled model, which outlives the expander.
  struct Parts {
    std::size_t word_count = 1;
    std::span<const std::vector<PackedRule>> rules;  // one list per stored value of the index field
    std::optional<StateLayout::Field> index;         // without: one list for all states
    const ScalarEvaluator* bytecode = nullptr;       // may be missing
    Sources sources = Sources::kKeep;
  };

  explicit BlockExpander(const Parts& parts) : parts_(parts) {}

  void expand(const StateBlock& block, SuccessorBlock& out,
              std::span<std::uint64_t> enabled) override;

 private:
  void expand_by_value(const StateBlock& block, SuccessorBlock& out,
                       std::span<std::uint64_t> enabled);
  void group(const StateBlock& block);
  void expand_bytecode(const StateBlock& block, SuccessorBlock& out,
                       std::span<std::uint64_t> enabled);
  void sort_found(std::size_t label_count);
  void append_found(SuccessorBlock& out);

  Parts parts_;

  // The block sorted by value: group v lies at begins_[v] .. begins_[v + 1].
  std::vector<Word> grouped_;
  std::array<std::uint16_t, kMaximumBlock + kBlockPadding> positions_{};
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> cursors_;

  // What bytecode has found in the block.
  struct Found {
    std::uint32_t label = 0;
    std::uint32_t source = 0;
    std::size_t row = 0;
  };
  std::vector<Found> found_;
  std::vector<Found> unsorted_;
  std::vector<std::uint32_t> label_begins_;
  std::vector<Word> found_words_;
  std::vector<Word> state_;
  std::vector<Word> scratch_;
  std::vector<std::uint32_t> covered_;
  SuccessorRows rows_;
};

}  // namespace questproof
