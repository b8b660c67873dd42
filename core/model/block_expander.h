// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "core/model/bytecode.h"
#include "core/model/rule_tree.h"
#include "core/model/scalar_evaluator.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"

namespace questproof {

// Expands blocks with the rules of a compiled model, and with bytecode for the events without rules.
// Successors come grouped: by leaf of the decision tree, then by rule; those of bytecode last.
class BlockExpander final : public Expander {
 public:
  // Borrowed from the compiled model, which outlives the expander.
  struct Parts {
    std::size_t word_count = 1;
    const RuleTree* rules = nullptr;            // may be missing
    const ScalarEvaluator* bytecode = nullptr;  // may be missing
    Sources sources = Sources::kKeep;
  };

  explicit BlockExpander(const Parts& parts) : parts_(parts) {}

  // From the next call on.
  void use(const RuleTree& rules) { parts_.rules = &rules; }

  void expand(const StateBlock& block, SuccessorBlock& out,
              std::span<std::uint64_t> enabled) override;

 private:
  // States of one node of the tree, and where they stood in the caller's block (empty: as they are).
  struct Part {
    StateBlock block;
    std::span<const std::uint16_t> positions;
  };
  // A block sorted by the value of a field: group v lies at begins[v] .. begins[v + 1].
  struct Sorted {
    std::vector<Word> words;
    std::vector<std::uint16_t> positions;
    std::vector<std::uint32_t> begins;
    std::vector<std::uint32_t> cursors;
    std::vector<std::uint16_t> order;  // of the sorted states in the block
  };

  void expand_node(std::uint32_t node, const Part& part, std::size_t depth, SuccessorBlock& out,
                   std::span<std::uint64_t> enabled);
  bool sort(const Part& part, const StateLayout::Field& field, std::size_t values, Sorted& sorted);
  void expand_bytecode(const StateBlock& block, SuccessorBlock& out,
                       std::span<std::uint64_t> enabled);
  void sort_found(std::size_t label_count);
  void append_found(SuccessorBlock& out);

  Parts parts_;

  std::deque<Sorted> sorted_;  // by depth in the tree; a deque, since parts refer to its elements

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
