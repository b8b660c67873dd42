// SPDX-License-Identifier: MIT
#include "core/base/hash.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace questproof {
namespace {

// The published hash of the empty input, as xxh128sum and xxh3sum print it.
TEST(HashTest, EmptyInputHasThePublishedValue) {
  EXPECT_EQ(hash_128(std::string_view()).to_hex(), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(hash_64(std::string_view()), 0x2d06800538d394c2u);
}

TEST(HashTest, TextBytesAndWordsOfTheSameContentAgree) {
  const std::array<std::uint64_t, 2> words = {0x1122334455667788u, 42};
  const auto bytes = std::as_bytes(std::span(words));
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_EQ(hash_128(std::span<const std::uint64_t>(words)), hash_128(bytes));
  EXPECT_EQ(hash_128(text), hash_128(bytes));
  EXPECT_EQ(hash_64(std::span<const std::uint64_t>(words)), hash_64(bytes));
  EXPECT_EQ(hash_64(text), hash_64(bytes));
}

TEST(HashTest, InputsOfAllLengthsDiffer) {
  std::set<Hash128> seen;
  std::string text;
  for (int length = 0; length <= 600; ++length) {
    EXPECT_TRUE(seen.insert(hash_128(text)).second) << length;
    text.push_back('a');
  }
}

TEST(HashTest, HexShowsTheHighHalfFirstWithLeadingZeros) {
  EXPECT_EQ((Hash128{.high = 0xab, .low = 1}).to_hex(), "00000000000000ab0000000000000001");
}

}  // namespace
}  // namespace questproof
