// SPDX-License-Identifier: MIT
#include "core/model/state_layout.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/base/check.h"

namespace questproof {
namespace {

constexpr std::uint32_t kWordBits = 64;

std::uint32_t bits_of(const Variable& variable) {
  const std::int64_t largest = std::int64_t{variable.high} - variable.low;
  QUEST_CHECK(largest >= 0);
  return static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(largest)));
}

}  // namespace

StateLayout::StateLayout(const std::vector<Variable>& variables) : fields_(variables.size()) {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    fields_[i].bits = bits_of(variables[i]);
    fields_[i].low = variables[i].low;
    bit_count_ += fields_[i].bits;
  }
  std::vector<std::size_t> order(variables.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    return fields_[a].bits > fields_[b].bits;
  });
  std::vector<std::uint32_t> used(1, 0);  // bits of each word
  for (const std::size_t i : order) {
    const auto fits = [&](std::uint32_t bits) { return bits + fields_[i].bits <= kWordBits; };
    auto word = std::find_if(used.begin(), used.end(), fits);
    if (word == used.end()) word = used.insert(used.end(), 0);
    fields_[i].word = static_cast<std::uint32_t>(word - used.begin());
    fields_[i].shift = fields_[i].bits == 0 ? 0 : *word;
    *word += fields_[i].bits;
  }
  word_bits_.assign(used.begin(), used.end());
}

void StateLayout::set(StateSpan state, VariableId variable, Value value) const {
  const Field& f = fields_[variable.index];
  const auto stored = static_cast<Word>(std::int64_t{value} - f.low);
  QUEST_CHECK(stored >> f.bits == 0);
  state[f.word] = (state[f.word] & ~f.mask()) | (stored << f.shift);
}

void StateLayout::pack(const Valuation& values, StateSpan state) const {
  QUEST_CHECK(values.size() == fields_.size() && state.size() == word_count());
  std::fill(state.begin(), state.end(), Word{0});
  for (std::uint32_t i = 0; i < fields_.size(); ++i) set(state, VariableId{i}, values[i]);
}

Valuation StateLayout::unpack(StateView state) const {
  Valuation values(fields_.size());
  for (std::uint32_t i = 0; i < fields_.size(); ++i) values[i] = get(state, VariableId{i});
  return values;
}

}  // namespace questproof
