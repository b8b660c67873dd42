// SPDX-License-Identifier: MIT
#include "storage/packed_column.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

std::vector<std::uint64_t> round_trip(const std::vector<std::uint64_t>& values,
                                      std::size_t* bytes = nullptr) {
  std::string packed = "before";
  append_packed(packed, values);
  if (bytes != nullptr) *bytes = packed.size() - 6;
  const std::size_t size = packed.size();
  packed.append(kPackedPadding, '\xff');
  PackedReader reader(packed);
  reader.take(6);
  const PackedColumn column(reader, values.size());
  EXPECT_EQ(reader.position(), size);
  std::vector<std::uint64_t> read;
  for (std::size_t i = 0; i < values.size(); ++i) read.push_back(column.get(i));
  return read;
}

TEST(PackedColumnTest, VarintsComeBack) {
  std::string bytes;
  std::vector<std::uint64_t> values = {0, 1, 127, 128, 16383, 16384, ~std::uint64_t{0}};
  for (unsigned bit = 0; bit < 64; ++bit) values.push_back(std::uint64_t{1} << bit);
  for (const std::uint64_t value : values) append_varint(bytes, value);
  PackedReader reader(bytes);
  for (const std::uint64_t value : values) EXPECT_EQ(reader.varint(), value);
  EXPECT_EQ(reader.position(), bytes.size());
  EXPECT_THROW(reader.varint(), Error);
}

TEST(PackedColumnTest, NumbersOfEveryWidthComeBack) {
  Random random(1);
  for (unsigned width = 0; width <= 64; ++width) {
    for (int round = 0; round < 8; ++round) {
      std::vector<std::uint64_t> values(random.next() % 300 + 1);
      const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
      const std::uint64_t base = random.next() & ~mask;
      for (std::uint64_t& value : values) value = base + (random.next() & mask);
      ASSERT_EQ(round_trip(values), values) << "width " << width;
    }
  }
}

TEST(PackedColumnTest, FewDifferentNumbersAreListed) {
  Random random(2);
  for (const std::size_t different : {1u, 2u, 3u, 16u, 17u, 64u, 200u, 256u, 300u}) {
    std::vector<std::uint64_t> list(different);
    for (std::uint64_t& value : list) value = random.next();
    std::vector<std::uint64_t> values(2048);
    for (std::uint64_t& value : values) value = list[random.next() % different];
    std::size_t bytes = 0;
    ASSERT_EQ(round_trip(values, &bytes), values);
    if (different <= 16) {
      EXPECT_LT(bytes, 2048 / 2 + 16 * 10 + 10);
    }
    if (different <= 256) {
      EXPECT_LT(bytes, 2048u + 256 * 10 + 10);
    }
  }
}

TEST(PackedColumnTest, NoNumbersTakeTwoBytes) {
  std::size_t bytes = 0;
  EXPECT_EQ(round_trip({}, &bytes), std::vector<std::uint64_t>());
  EXPECT_EQ(bytes, 2u);
}

TEST(PackedColumnTest, WhatEndsTooEarlyIsRefused) {
  std::string packed;
  append_packed(packed, std::vector<std::uint64_t>{1, 900, 3, 70000, 5});
  for (std::size_t size = 0; size < packed.size(); ++size) {
    PackedReader reader(std::string_view(packed).substr(0, size));
    EXPECT_THROW(PackedColumn(reader, 5), Error) << size;
  }
}

TEST(PackedColumnTest, UnknownKindsAndPositionsOutsideTheListAreRefused) {
  for (const int kind : {65, 100, 127, 128, 137, 255}) {
    std::string packed(1, static_cast<char>(kind));
    packed.append(32, '\1');
    PackedReader reader(packed);
    EXPECT_THROW(PackedColumn(reader, 5), Error) << kind;
  }
  std::string packed = {static_cast<char>(128 + 2), 3, 10, 20, 30, static_cast<char>(0xe4)};
  packed.append(kPackedPadding, '\0');
  PackedReader reader(packed);
  const PackedColumn column(reader, 4);
  EXPECT_EQ(column.get(2), 30u);
  EXPECT_THROW(column.get(3), Error);
}

}  // namespace
}  // namespace questproof
