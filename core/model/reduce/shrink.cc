// SPDX-License-Identifier: MIT
#include "core/model/reduce/shrink.h"

#include "core/base/check.h"

namespace questproof {

void shrink_domain(Variable& variable, Value low, Value high) {
  QUEST_CHECK(variable.low <= low && low <= high && high <= variable.high);
  if (!variable.value_names.empty()) {
    const auto first = variable.value_names.begin() + (std::ptrdiff_t{low} - variable.low);
    variable.value_names = {first, first + (std::ptrdiff_t{high} - low + 1)};
  }
  variable.low = low;
  variable.high = high;
}

void make_constant(GameModel& model, VariableId variable) {
  const Value value = model.variants.front().values[variable.index];
  for (Variant& variant : model.variants) variant.values[variable.index] = value;
  shrink_domain(model.variables[variable.index], value, value);
}

}  // namespace questproof
