// SPDX-License-Identifier: MIT
#include "storage/column_format.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "storage/frame.h"
#include "storage/little_endian.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/scripted_run.h"

namespace questproof {
namespace {

using testing_support::FaultyFileSystem;
using testing_support::noise;
using Bytes = std::vector<std::uint8_t>;

struct MadeColumn {
  Bytes bytes;
  ColumnIndex index;
};

MadeColumn make_column(const std::vector<std::pair<std::uint32_t, Bytes>>& blocks) {
  MadeColumn column;
  append_prefix(column.bytes, FileKind::kColumn);
  for (const auto& [partition, bytes] : blocks) {
    EncodedBlock encoded = encode_block(partition, bytes);
    encoded.block.offset = column.bytes.size();
    column.index.blocks.push_back(encoded.block);
    column.bytes.insert(column.bytes.end(), encoded.bytes.begin(), encoded.bytes.end());
  }
  const Bytes end = finish_column(column.index);
  column.bytes.insert(column.bytes.end(), end.begin(), end.end());
  return column;
}

std::unique_ptr<FileSystem::ReadableFile> file_with(FaultyFileSystem& disk, Bytes bytes) {
  disk.set_contents("/file", std::move(bytes));
  return disk.open("/file");
}

TEST(ColumnFormatTest, BlocksComeBackFromTheMiddleOfAFile) {
  const Bytes even(100'000, 3);
  const MadeColumn column = make_column({{5, noise(300, 1)}, {0, even}, {9, {42}}});
  Bytes file_bytes = noise(77, 2);
  file_bytes.insert(file_bytes.end(), column.bytes.begin(), column.bytes.end());
  file_bytes.push_back(1);

  FaultyFileSystem disk;
  const auto file = file_with(disk, file_bytes);
  const ColumnIndex index =
      read_column_index(*file, 77, column.index.length, column.index.checksum);
  EXPECT_EQ(index, column.index);
  EXPECT_EQ(index.find(1), nullptr);
  EXPECT_EQ(read_block(*file, 77, *index.find(5)), noise(300, 1));
  EXPECT_EQ(read_block(*file, 77, *index.find(0)), even);
  EXPECT_EQ(read_block(*file, 77, *index.find(9)), Bytes{42});
  EXPECT_EQ(index.find(5)->encoding, BlockEncoding::kRaw);
  EXPECT_EQ(index.find(0)->encoding, BlockEncoding::kZstd);
  EXPECT_LT(index.find(0)->stored_size, 100u);
}

TEST(ColumnFormatTest, AColumnMayBeEmpty) {
  const MadeColumn column = make_column({});
  FaultyFileSystem disk;
  const auto file = file_with(disk, column.bytes);
  EXPECT_TRUE(
      read_column_index(*file, 0, column.index.length, column.index.checksum).blocks.empty());
}

TEST(ColumnFormatTest, EveryBitCounts) {
  const MadeColumn column = make_column({{1, Bytes(200, 1)}, {0, noise(30, 1)}});
  for (std::size_t bit = 0; bit < 8 * column.bytes.size(); ++bit) {
    Bytes damaged = column.bytes;
    damaged[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    FaultyFileSystem disk;
    const auto file = file_with(disk, damaged);
    const auto read_all = [&] {
      const ColumnIndex index =
          read_column_index(*file, 0, column.index.length, column.index.checksum);
      for (const ColumnBlock& block : index.blocks) read_block(*file, 0, block);
    };
    ASSERT_THROW(read_all(), FormatProblem) << bit;
  }
}

// An index may say what it likes, with a checksum that fits: nothing outside the column is read.
TEST(ColumnFormatTest, AnIndexThatDoesNotAddUpIsRefused) {
  const MadeColumn column = make_column({{1, noise(40, 1)}, {2, noise(30, 1)}});
  const std::size_t end = column.bytes.size() - 40;
  const std::size_t entries = end - 2 * 40;
  for (std::size_t field = entries; field < end; field += 4) {
    for (const std::uint32_t value : {0u, 1u, 39u, 1000u, ~0u}) {
      Bytes forged = column.bytes;
      for (std::size_t i = 0; i < 4; ++i) {
        forged[field + i] = static_cast<std::uint8_t>(value >> (8 * i));
      }
      Bytes covered(forged.begin(), forged.begin() + kPrefixSize);
      covered.insert(covered.end(), forged.begin() + static_cast<std::ptrdiff_t>(entries),
                     forged.begin() + static_cast<std::ptrdiff_t>(end + 16));
      const Hash128 checksum = hash_128(std::as_bytes(std::span<const std::uint8_t>(covered)));
      Bytes sum;
      append_checksum(sum, checksum);
      std::copy(sum.begin(), sum.end(), forged.begin() + static_cast<std::ptrdiff_t>(end + 16));
      FaultyFileSystem disk;
      const auto file = file_with(disk, forged);
      try {
        ColumnIndex index = read_column_index(*file, 0, forged.size(), checksum);
        ASSERT_EQ(index.blocks.size(), 2u);
        for (ColumnBlock& block : index.blocks) {
          read_block(*file, 0, block);
          block.partition = block.stored_size == 40 ? 1 : 2;  // this, nothing else can tell
        }
        EXPECT_EQ(index.blocks, column.index.blocks);
      } catch (const FormatProblem&) {
      }
    }
  }
}

}  // namespace
}  // namespace questproof
