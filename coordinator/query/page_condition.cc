// SPDX-License-Identifier: MIT
#include "coordinator/query/page_condition.h"

#include <algorithm>

#include "core/model/comparison.h"

namespace questproof {
bool PageCondition::holds(const Condition& condition, const StateBlock& states,
                          std::size_t state) const {
  const auto part_holds = [&](const Condition& part) { return holds(part, states, state); };
  switch (condition.kind) {
    case Condition::Kind::kTrue: return true;
    case Condition::Kind::kFalse: return false;
    case Condition::Kind::kCompare:
      return compares(value(condition.left, states, state), condition.comparison,
                      value(condition.right, states, state));
    case Condition::Kind::kAll:
      return std::all_of(condition.parts.begin(), condition.parts.end(), part_holds);
    case Condition::Kind::kAny:
      return std::any_of(condition.parts.begin(), condition.parts.end(), part_holds);
    case Condition::Kind::kNot: return !part_holds(condition.parts.front());
  }
  return false;
}

Value PageCondition::value(const Term& term, const StateBlock& states, std::size_t state) const {
  if (!term.is_variable) return term.constant;
  const StateLayout::Field& field = schema_.variables[term.variable.index].field;
  if (field.bits == 0) return field.low;
  const Word word = states.words[field.word * states.stride + state];
  const auto stored = static_cast<std::uint32_t>((word & field.mask()) >> field.shift);
  return static_cast<Value>(stored + static_cast<std::uint32_t>(field.low));
}

}  // namespace questproof
