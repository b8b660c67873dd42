// SPDX-License-Identifier: MIT
#include "core/model/reduce/variable_set.h"

namespace questproof {

bool may_be_fault(const GameModel& model, const Statement& statement) {
  if (!is_write(statement) || statement.overflow != Overflow::kError) return false;
  const auto bound = [&model](const Term& term, bool high) -> std::int64_t {
    if (!term.is_variable) return term.constant;
    const Variable& variable = model.variables[term.variable.index];
    return high ? variable.high : variable.low;
  };
  const Variable& target = model.variables[statement.target.index];
  std::int64_t low = bound(statement.value, statement.subtract);
  std::int64_t high = bound(statement.value, !statement.subtract);
  if (statement.kind == Statement::Kind::kAdd) {
    low = target.low + (statement.subtract ? -low : low);
    high = target.high + (statement.subtract ? -high : high);
  }
  return low < target.low || high > target.high;
}

}  // namespace questproof
