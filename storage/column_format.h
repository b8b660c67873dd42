// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/hash.h"
#include "storage/file_system.h"

namespace questproof {

// A column as bytes: prefix, the blocks without gaps in the order in which they came, an index of
// them by partition, and an end of fixed size. Positions count from the beginning of the column, so
// that it may lie anywhere in a file. storage/README.md shows every byte.
//
// Every byte is covered: those of a block by its checksum in the index, all others by the checksum
// in the end, which the manifest repeats.

enum class BlockEncoding : std::uint32_t { kRaw = 0, kZstd = 1 };

// Where the bytes of one partition lie.
struct ColumnBlock {
  std::uint32_t partition = 0;
  BlockEncoding encoding = BlockEncoding::kRaw;
  std::uint64_t offset = 0;
  std::uint64_t stored_size = 0;
  std::uint64_t size = 0;      // of the bytes that were put
  std::uint64_t checksum = 0;  // 64 bits of XXH3 of the stored bytes
  bool operator==(const ColumnBlock&) const = default;
};

struct ColumnIndex {
  std::vector<ColumnBlock> blocks;  // ascending by partition, none empty
  std::uint64_t length = 0;         // of the whole column
  Hash128 checksum;
  bool operator==(const ColumnIndex&) const = default;

  const ColumnBlock* find(std::uint32_t partition) const;  // null: the partition holds nothing
};

// The bytes of one partition as they are stored: compressed with zstd at level 1 where that helps.
// `block` lacks its offset. Thread-safe.
struct EncodedBlock {
  ColumnBlock block;
  std::vector<std::uint8_t> bytes;
};
EncodedBlock encode_block(std::uint32_t partition, std::span<const std::uint8_t> bytes);

// The bytes that were put. Throws FormatProblem when the stored ones are not what they were.
std::vector<std::uint8_t> decode_block(const ColumnBlock& block, std::vector<std::uint8_t> stored);

// Index and end of a column whose blocks are written. Sorts the blocks, and fills in `length` and
// `checksum`.
std::vector<std::uint8_t> finish_column(ColumnIndex& index);

// The index of the column at `offset` in a file. Throws FormatProblem when the column does not lie
// there as it was written.
ColumnIndex read_column_index(const FileSystem::ReadableFile& file, std::uint64_t offset,
                              std::uint64_t length, const Hash128& checksum);

// Of the column at `offset`. Throws FormatProblem.
std::vector<std::uint8_t> read_block(const FileSystem::ReadableFile& file, std::uint64_t offset,
                                     const ColumnBlock& block);

}  // namespace questproof
