// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace questproof {

// A set of integers as disjoint intervals. Used to say which initial values of a variable a path
// through an event allows. A plain value.
//
// Invariant: intervals are not empty, ascend, and do not touch (so equal sets compare equal).
class ValueSet {
 public:
  struct Interval {
    std::int64_t low = 0;
    std::int64_t high = 0;  // included
    bool operator==(const Interval&) const = default;
  };

  ValueSet() = default;                                        // the empty set
  static ValueSet range(std::int64_t low, std::int64_t high);  // empty when low > high
  static ValueSet single(std::int64_t value) { return range(value, value); }

  bool empty() const { return intervals_.empty(); }
  bool is_single() const { return intervals_.size() == 1 && size() == 1; }
  std::int64_t lowest() const { return intervals_.front().low; }   // requires: not empty
  std::int64_t highest() const { return intervals_.back().high; }  // requires: not empty
  std::uint64_t size() const;
  bool contains(std::int64_t value) const;
  const std::vector<Interval>& intervals() const { return intervals_; }

  ValueSet intersection(const ValueSet& other) const;
  ValueSet without(const ValueSet& other) const;
  ValueSet united(const ValueSet& other) const;
  ValueSet shifted(std::int64_t offset) const;

  bool operator==(const ValueSet&) const = default;

 private:
  std::vector<Interval> intervals_;
};

}  // namespace questproof
