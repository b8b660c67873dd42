// SPDX-License-Identifier: MIT
#include "core/model/reduce/value_arithmetic.h"

#include <cstdint>

namespace questproof {

ValueSet bounded(const ValueSet& values) {
  ValueSet result = values;
  while (result.intervals().size() > kMaximumIntervals) {
    const auto& intervals = result.intervals();
    std::size_t best = 1;
    for (std::size_t i = 2; i < intervals.size(); ++i) {
      const std::int64_t gap = intervals[i].low - intervals[i - 1].high;
      if (gap < intervals[best].low - intervals[best - 1].high) best = i;
    }
    result = result.united(ValueSet::range(intervals[best - 1].high, intervals[best].low));
  }
  return result;
}

ValueSet domain_of(const Variable& variable) {
  return ValueSet::range(variable.low, variable.high);
}

ValueSet negated(const ValueSet& values) {
  ValueSet result;
  for (const ValueSet::Interval& interval : values.intervals()) {
    result = result.united(ValueSet::range(-interval.high, -interval.low));
  }
  return result;
}

ValueSet sum(const ValueSet& left, const ValueSet& right) {
  ValueSet result;
  for (const ValueSet::Interval& a : left.intervals()) {
    for (const ValueSet::Interval& b : right.intervals()) {
      result = bounded(result.united(ValueSet::range(a.low + b.low, a.high + b.high)));
    }
  }
  return result;
}

namespace {

// The values outside the domain, brought back one by one; the whole domain when they are many.
ValueSet wrapped(const ValueSet& outside, const Variable& target) {
  constexpr std::uint64_t kMany = 64;
  if (outside.size() > kMany) return domain_of(target);
  const std::int64_t size = std::int64_t{target.high} - target.low + 1;
  ValueSet result;
  for (const ValueSet::Interval& interval : outside.intervals()) {
    for (std::int64_t value = interval.low; value <= interval.high; ++value) {
      const std::int64_t offset = ((value - target.low) % size + size) % size;
      result = result.united(ValueSet::single(target.low + offset));
    }
  }
  return result;
}

}  // namespace

Landing land(const ValueSet& result, const Variable& target, Overflow overflow) {
  Landing landing;
  landing.values = result.intersection(domain_of(target));
  if (result.empty()) return landing;
  const ValueSet outside = result.without(domain_of(target));
  landing.may_leave_domain = !outside.empty();
  if (overflow == Overflow::kSaturate) {
    const ValueSet low = ValueSet::single(target.low);
    const ValueSet high = ValueSet::single(target.high);
    if (result.lowest() < target.low) landing.values = landing.values.united(low);
    if (result.highest() > target.high) landing.values = landing.values.united(high);
  }
  if (overflow == Overflow::kWrap) landing.values = landing.values.united(wrapped(outside, target));
  landing.values = bounded(landing.values);
  return landing;
}

}  // namespace questproof
