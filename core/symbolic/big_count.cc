// SPDX-License-Identifier: MIT
#include "core/symbolic/big_count.h"

#include <algorithm>

namespace questproof {

BigCount& BigCount::operator+=(const BigCount& other) {
  if (limbs_.size() < other.limbs_.size()) limbs_.resize(other.limbs_.size());
  bool carry = false;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    if (!carry && i >= other.limbs_.size()) return *this;
    const std::uint64_t addend = i < other.limbs_.size() ? other.limbs_[i] : 0;
    const std::uint64_t sum = limbs_[i] + addend + (carry ? 1 : 0);
    carry = carry ? sum <= addend : sum < addend;
    limbs_[i] = sum;
  }
  if (carry) limbs_.push_back(1);
  return *this;
}

std::string BigCount::to_string() const {
  std::vector<std::uint64_t> rest = limbs_;
  std::string digits;
  do {
    std::uint64_t remainder = 0;
    for (std::size_t i = rest.size(); i-- > 0;) {
      // Division by ten of a limb in two halves keeps every step within 64 bits.
      const std::uint64_t high = (remainder << 32) | (rest[i] >> 32);
      const std::uint64_t low = ((high % 10) << 32) | (rest[i] & 0xffffffff);
      rest[i] = ((high / 10) << 32) | (low / 10);
      remainder = low % 10;
    }
    digits.push_back(static_cast<char>('0' + remainder));
    while (!rest.empty() && rest.back() == 0) rest.pop_back();
  } while (!rest.empty());
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::strong_ordering BigCount::operator<=>(const BigCount& other) const {
  if (limbs_.size() != other.limbs_.size()) return limbs_.size() <=> other.limbs_.size();
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    if (limbs_[i] != other.limbs_[i]) return limbs_[i] <=> other.limbs_[i];
  }
  return std::strong_ordering::equal;
}

}  // namespace questproof
