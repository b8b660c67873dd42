// SPDX-License-Identifier: MIT
#include "core/search/byte_column.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

TEST(ByteColumnTest, GetReturnsWhatAppendStoredForEveryStride) {
  Random random(1);
  for (unsigned stride = 0; stride <= 8; ++stride) {
    const Word mask = stride == 8 ? ~Word{0} : (Word{1} << (8 * stride)) - 1;
    for (const std::size_t size : {1u, 2u, 7u, 1000u}) {
      std::vector<std::uint8_t> bytes(ByteColumn::bytes_for(size, stride));
      EXPECT_GE(bytes.size(), size * stride);
      EXPECT_LE(bytes.size(), size * stride + 64);
      ByteColumn column(bytes.data(), stride);
      EXPECT_EQ(column.stride(), stride);
      std::vector<Word> expected;
      for (std::size_t i = 0; i < size; ++i) {
        expected.push_back((i % 3 == 0 ? ~Word{0} : random.next()) & mask);
        column.append_at(i, expected.back());
      }
      for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(column.get(i), expected[i]) << stride;
    }
  }
}

// Entries of several widths in one column of bytes, as the tails of keys lie.
TEST(ByteColumnTest, BytesLieWithoutGapsInAscendingSignificance) {
  std::vector<std::uint8_t> bytes(ByteColumn::bytes_for(6, 1));
  ByteColumn column(bytes.data(), 1);
  column.append_at(0, 0x0201);
  column.append_at(2, 0x06050403);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(column.data()[i], i + 1);
}

TEST(ByteColumnTest, AColumnWithoutBytesHasNoStride) {
  const ByteColumn column;
  EXPECT_EQ(column.stride(), 0u);
  EXPECT_EQ(column.data(), nullptr);
}

}  // namespace
}  // namespace questproof
