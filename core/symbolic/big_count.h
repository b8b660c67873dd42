// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace questproof {

// A number of states, however large: a game of some hundred variables has more than 2^64. It can be
// added, compared and printed, and that is all that counting in a diagram needs.
class BigCount {
 public:
  BigCount() = default;
  BigCount(std::uint64_t number) {  // NOLINT: a number is a count
    if (number != 0) limbs_.push_back(number);
  }

  BigCount& operator+=(const BigCount& other);

  bool fits() const { return limbs_.size() <= 1; }                              // into 64 bits
  std::uint64_t number() const { return limbs_.empty() ? 0 : limbs_.front(); }  // requires: it fits
  std::string to_string() const;                                                // decimal

  bool operator==(const BigCount&) const = default;
  std::strong_ordering operator<=>(const BigCount& other) const;

 private:
  std::vector<std::uint64_t> limbs_;  // least significant first; the last one is not 0
};

}  // namespace questproof
