// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/word.h"
#include "core/model/game_model.h"

namespace questproof {

// Says where each variable lies in a packed state. Nothing else shifts or masks bits of a state.
//
// Invariant: a variable never crosses a word, a value is stored as value - low, and unused bits
// are zero, so that two states are equal exactly when their words are. A variable with one value
// takes no bits. The fields of a word lie without gaps from bit 0 up, so that a word of a packed
// state is less than 2^word_bits().
class StateLayout {
 public:
  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint32_t bits = 0;  // 0: the variable is constant
    Value low = 0;
    Word mask() const { return ((Word{1} << bits) - 1) << shift; }  // in place; requires bits < 64
  };

  StateLayout() = default;

  // First-fit over the variables in decreasing size; stable, so equal lists give equal layouts.
  explicit StateLayout(const std::vector<Variable>& variables);

  const Field& field(VariableId variable) const { return fields_[variable.index]; }
  std::size_t variable_count() const { return fields_.size(); }
  std::size_t word_count() const { return word_bits_.size(); }  // at least 1
  std::size_t word_bits(std::size_t word) const { return word_bits_[word]; }
  std::size_t bit_count() const { return bit_count_; }  // of the whole state; gaps not counted

  Value get(StateView state, VariableId variable) const {
    const Field& f = fields_[variable.index];
    const auto stored = static_cast<std::uint32_t>((state[f.word] & f.mask()) >> f.shift);
    return static_cast<Value>(stored + static_cast<std::uint32_t>(f.low));  // may wrap on the way
  }
  void set(StateSpan state, VariableId variable, Value value) const;

  void pack(const Valuation& values, StateSpan state) const;  // requires: inside the domains
  Valuation unpack(StateView state) const;

 private:
  std::vector<Field> fields_;
  std::vector<std::size_t> word_bits_ = {0};
  std::size_t bit_count_ = 0;
};

}  // namespace questproof
