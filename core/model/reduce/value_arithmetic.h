// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/game_model.h"
#include "core/model/value_set.h"

namespace questproof {

// Sets that over-approximate the values of a variable. Results have at most kMaximumIntervals
// intervals: beyond that the smallest gaps are filled, which only adds values.
inline constexpr std::size_t kMaximumIntervals = 32;

ValueSet bounded(const ValueSet& values);
ValueSet domain_of(const Variable& variable);
ValueSet negated(const ValueSet& values);
ValueSet sum(const ValueSet& left, const ValueSet& right);  // { v + w }

// What a result becomes in the domain of its target.
struct Landing {
  ValueSet values;  // that the target may have afterwards; empty: always a fault
  bool may_leave_domain = false;
};
Landing land(const ValueSet& result, const Variable& target, Overflow overflow);

}  // namespace questproof
