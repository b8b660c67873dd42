// SPDX-License-Identifier: MIT
#include "core/symbolic/big_count.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/random_model.h"

namespace questproof {
namespace {

// The same by digits, as at school.
std::string added(std::string a, std::string b) {
  if (a.size() < b.size()) std::swap(a, b);
  std::reverse(a.begin(), a.end());
  std::reverse(b.begin(), b.end());
  int carry = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int sum = (a[i] - '0') + (i < b.size() ? b[i] - '0' : 0) + carry;
    a[i] = static_cast<char>('0' + sum % 10);
    carry = sum / 10;
  }
  if (carry != 0) a.push_back('1');
  std::reverse(a.begin(), a.end());
  return a;
}

TEST(BigCountTest, SmallCountsAreNumbers) {
  EXPECT_EQ(BigCount().to_string(), "0");
  EXPECT_EQ(BigCount(0), BigCount());
  EXPECT_EQ(BigCount(1449636400).to_string(), "1449636400");
  EXPECT_TRUE(BigCount(~std::uint64_t{0}).fits());
  BigCount sum = ~std::uint64_t{0};
  sum += 1;
  EXPECT_FALSE(sum.fits());
  EXPECT_EQ(sum.to_string(), "18446744073709551616");
  EXPECT_LT(BigCount(~std::uint64_t{0}), sum);
}

TEST(BigCountTest, DoublingGivesPowersOfTwo) {
  BigCount count = 1;
  std::string digits = "1";
  for (int i = 0; i < 400; ++i) {
    count += BigCount(count);
    digits = added(digits, digits);
    ASSERT_EQ(count.to_string(), digits) << i;
  }
}

TEST(BigCountTest, SumsAreThoseOfTheDigits) {
  testing_support::Random random(7);
  for (int round = 0; round < 300; ++round) {
    BigCount a = random.next(), b = random.next();
    for (std::int64_t i = random.between(0, 200); i > 0; --i) a += BigCount(a);
    for (std::int64_t i = random.between(0, 200); i > 0; --i) b += BigCount(b);
    BigCount sum = a;
    sum += b;
    EXPECT_EQ(sum.to_string(), added(a.to_string(), b.to_string()));
    EXPECT_GE(sum, a);
    BigCount other = b;
    other += a;
    EXPECT_EQ(sum, other);
  }
}

}  // namespace
}  // namespace questproof
