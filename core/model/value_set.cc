// SPDX-License-Identifier: MIT
#include "core/model/value_set.h"

#include <algorithm>

namespace questproof {

ValueSet ValueSet::range(std::int64_t low, std::int64_t high) {
  ValueSet set;
  if (low <= high) set.intervals_.push_back({low, high});
  return set;
}

std::uint64_t ValueSet::size() const {
  std::uint64_t size = 0;
  for (const Interval& interval : intervals_) {
    size += static_cast<std::uint64_t>(interval.high - interval.low) + 1;
  }
  return size;
}

bool ValueSet::contains(std::int64_t value) const {
  return std::any_of(intervals_.begin(), intervals_.end(), [value](const Interval& interval) {
    return interval.low <= value && value <= interval.high;
  });
}

ValueSet ValueSet::intersection(const ValueSet& other) const {
  ValueSet result;
  for (const Interval& a : intervals_) {
    for (const Interval& b : other.intervals_) {
      const std::int64_t low = std::max(a.low, b.low);
      const std::int64_t high = std::min(a.high, b.high);
      if (low <= high) result.intervals_.push_back({low, high});
    }
  }
  return result;
}

ValueSet ValueSet::without(const ValueSet& other) const {
  ValueSet result;
  for (Interval rest : intervals_) {
    for (const Interval& hole : other.intervals_) {
      if (hole.high < rest.low || hole.low > rest.high) continue;
      if (hole.low > rest.low) result.intervals_.push_back({rest.low, hole.low - 1});
      rest.low = hole.high + 1;
      if (rest.low > rest.high) break;
    }
    if (rest.low <= rest.high) result.intervals_.push_back(rest);
  }
  return result;
}

ValueSet ValueSet::united(const ValueSet& other) const {
  std::vector<Interval> all = intervals_;
  all.insert(all.end(), other.intervals_.begin(), other.intervals_.end());
  std::sort(all.begin(), all.end(),
            [](const Interval& a, const Interval& b) { return a.low < b.low; });
  ValueSet result;
  for (const Interval& interval : all) {
    if (!result.empty() && interval.low <= result.intervals_.back().high + 1) {
      result.intervals_.back().high = std::max(result.intervals_.back().high, interval.high);
    } else {
      result.intervals_.push_back(interval);
    }
  }
  return result;
}

ValueSet ValueSet::shifted(std::int64_t offset) const {
  ValueSet result = *this;
  for (Interval& interval : result.intervals_) {
    interval.low += offset;
    interval.high += offset;
  }
  return result;
}

}  // namespace questproof
