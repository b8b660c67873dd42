// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/packed_rule.h"
#include "core/model/state_space.h"

namespace questproof {

// The loops over blocks of states, several states at a time, with the instructions that the
// processor at hand has (chosen at run time by Highway). Nothing else in the project is written
// for vectors of states.

// One bit per state of a block: bit i % 64 of word i / 64. Bits beyond the block are zero.
inline constexpr std::size_t kBlockMaskWords = kMaximumBlock / 64;
struct BlockMask {
  std::uint64_t words[kBlockMaskWords];
};

// The states of a block for which all tests hold. Writes the words of the mask that the block needs.
void filter_block(std::span<const PackedTest> tests, const StateBlock& block, BlockMask& mask);

// out[i] |= bits for every state i in the mask.
void mark_states(const BlockMask& mask, std::size_t count, std::uint64_t bits,
                 std::span<std::uint64_t> out);

// States that are expanded with the same rules.
struct RuleInput {
  StateBlock block;
  std::size_t word_count = 1;
  // Where the states stood in the block that the caller gave; empty: as they are. Readable up to
  // the next multiple of kBlockPadding.
  std::span<const std::uint16_t> positions;
  bool keep_sources = true;
};

// Appends the successors of all states through all rules to `out`, which has word_count columns.
void expand_rules(std::span<const PackedRule> rules, const RuleInput& input, SuccessorBlock& out,
                  std::span<std::uint64_t> enabled);

// Makes room in `out` for `more` successors and for vectors that are written past the last one.
void reserve_successors(SuccessorBlock& out, std::size_t word_count, std::size_t more,
                        bool keep_sources);

}  // namespace questproof
