// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/word.h"
#include "core/model/game_model.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"

namespace questproof {

// Positions of states in a block, in any order, none twice.
using Selection = std::vector<std::uint16_t>;

// A condition that is evaluated on many states of a block, one part of it after the other: each
// comparison divides a selection into those for which it holds and the rest (vectorised execution:
// Peter Boncz, Marcin Zukowski, Niels Nes, 2005). Follows the condition's own tree; has nothing in
// common with the tests that rules consist of. A plain value.
class ColumnCondition {
 public:
  ColumnCondition() = default;  // always true
  ColumnCondition(const GameModel& model, const StateLayout& layout, const Condition& condition);

  // Appends each position of `from` to `yes` or to `no`; `no` may be null.
  void split(const StateBlock& block, const Selection& from, Selection& yes, Selection* no) const;

  // holds[i]: 1 where it holds in state i of the block, else 0. For conditions that are asked of all states,
  // and hold in some of them and in others not: no branch depends on a state.
  void mark(const StateBlock& block, std::span<std::uint8_t> holds) const;

 private:
  enum class Kind { kTrue, kFalse, kInside, kOutside, kFields, kAll, kAny, kNot };
  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    Word mask = 0;  // not shifted
  };

  void compile_compare(const GameModel& model, const StateLayout& layout,
                       const Condition& condition);
  void merge_equalities();
  template <typename Visit>
  void with_field_test(const StateBlock& block, const Visit& visit) const;
  void split_fields(const StateBlock& block, const Selection& from, Selection& yes,
                    Selection* no) const;

  Kind kind_ = Kind::kTrue;
  // kInside, kOutside: (word & mask) - low <= span, as unsigned words
  std::uint32_t word_ = 0;
  Word mask_ = 0;
  Word low_ = 0;
  Word span_ = 0;
  // kFields: left compares with right + offset, as they are stored
  Comparison comparison_ = Comparison::kEqual;
  Field left_, right_;
  std::int64_t offset_ = 0;
  std::vector<ColumnCondition> parts_;
};

}  // namespace questproof
