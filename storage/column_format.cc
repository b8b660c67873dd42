// SPDX-License-Identifier: MIT
#include "storage/column_format.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/check.h"
#include "storage/frame.h"
#include "storage/little_endian.h"

namespace questproof {
namespace {

constexpr int kCompressionLevel = 1;
constexpr std::size_t kLeastCompressed = 64;  // bytes; below, zstd's own overhead eats the gain
constexpr std::size_t kEntrySize = 40;
constexpr std::string_view kEndMagic = "QPCOLEND";
constexpr std::size_t kEndSize = 16 + kChecksumSize + kEndMagic.size();

[[noreturn]] void damaged(std::string text) {
  throw FormatProblem{FormatProblem::Kind::kDamaged, std::move(text)};
}

void append_entry(std::vector<std::uint8_t>& bytes, const ColumnBlock& block) {
  append_number(bytes, block.partition);
  append_number(bytes, static_cast<std::uint32_t>(block.encoding));
  append_number(bytes, block.offset);
  append_number(bytes, block.stored_size);
  append_number(bytes, block.size);
  append_number(bytes, block.checksum);
}

ColumnBlock entry_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
  ColumnBlock block;
  block.partition = number_at<std::uint32_t>(bytes, offset);
  block.encoding = BlockEncoding{number_at<std::uint32_t>(bytes, offset + 4)};
  block.offset = number_at<std::uint64_t>(bytes, offset + 8);
  block.stored_size = number_at<std::uint64_t>(bytes, offset + 16);
  block.size = number_at<std::uint64_t>(bytes, offset + 24);
  block.checksum = number_at<std::uint64_t>(bytes, offset + 32);
  return block;
}

Hash128 hash_of(const std::vector<std::uint8_t>& bytes) {
  return hash_128(std::as_bytes(std::span<const std::uint8_t>(bytes)));
}

// The index was written by finish_column, or its checksum would not fit; still, nothing that reads
// blocks should have to trust it.
bool blocks_lie_well(const std::vector<ColumnBlock>& blocks, std::uint64_t index_offset) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (i > 0 && blocks[i - 1].partition >= blocks[i].partition) return false;
    places.emplace_back(blocks[i].offset, blocks[i].stored_size);
  }
  std::sort(places.begin(), places.end());
  std::uint64_t end = kPrefixSize;
  for (const auto& [offset, size] : places) {
    if (offset != end || size > index_offset - end) return false;
    end += size;
  }
  return end == index_offset;
}

}  // namespace

const ColumnBlock* ColumnIndex::find(std::uint32_t partition) const {
  const auto place =
      std::lower_bound(blocks.begin(), blocks.end(), partition,
                       [](const ColumnBlock& b, std::uint32_t p) { return b.partition < p; });
  return place != blocks.end() && place->partition == partition ? &*place : nullptr;
}

EncodedBlock encode_block(std::uint32_t partition, std::span<const std::uint8_t> bytes) {
  EncodedBlock encoded;
  encoded.block.partition = partition;
  encoded.block.size = bytes.size();
  if (bytes.size() >= kLeastCompressed) {
    encoded.bytes.resize(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(encoded.bytes.data(), encoded.bytes.size(), bytes.data(),
                                           bytes.size(), kCompressionLevel);
    QUEST_CHECK_MSG(!ZSTD_isError(size), ZSTD_getErrorName(size));
    encoded.bytes.resize(size);
    encoded.block.encoding = BlockEncoding::kZstd;
  }
  if (encoded.bytes.empty() || encoded.bytes.size() >= bytes.size()) {
    encoded.bytes.assign(bytes.begin(), bytes.end());
    encoded.block.encoding = BlockEncoding::kRaw;
  }
  encoded.block.stored_size = encoded.bytes.size();
  encoded.block.checksum = hash_64(std::as_bytes(std::span<const std::uint8_t>(encoded.bytes)));
  return encoded;
}

std::vector<std::uint8_t> decode_block(const ColumnBlock& block, std::vector<std::uint8_t> stored) {
  if (stored.size() != block.stored_size ||
      hash_64(std::as_bytes(std::span<const std::uint8_t>(stored))) != block.checksum) {
    damaged(fmt::format("the block of partition {} does not match its checksum", block.partition));
  }
  if (block.encoding == BlockEncoding::kRaw && block.size == stored.size()) return stored;
  if (block.encoding != BlockEncoding::kZstd) {
    damaged(fmt::format("the block of partition {} is encoded in an unknown way", block.partition));
  }
  std::vector<std::uint8_t> bytes(block.size);
  const std::size_t size =
      ZSTD_decompress(bytes.data(), bytes.size(), stored.data(), stored.size());
  if (ZSTD_isError(size) || size != bytes.size()) {
    damaged(fmt::format("the block of partition {} cannot be decompressed", block.partition));
  }
  return bytes;
}

std::vector<std::uint8_t> finish_column(ColumnIndex& index) {
  std::uint64_t index_offset = kPrefixSize;
  for (const ColumnBlock& block : index.blocks) index_offset += block.stored_size;
  std::sort(index.blocks.begin(), index.blocks.end(),
            [](const ColumnBlock& a, const ColumnBlock& b) { return a.partition < b.partition; });
  QUEST_CHECK(blocks_lie_well(index.blocks, index_offset));

  std::vector<std::uint8_t> covered;
  append_prefix(covered, FileKind::kColumn);
  for (const ColumnBlock& block : index.blocks) append_entry(covered, block);
  append_number(covered, index_offset);
  append_number(covered, std::uint64_t{index.blocks.size()});
  index.checksum = hash_of(covered);

  std::vector<std::uint8_t> bytes(covered.begin() + kPrefixSize, covered.end());
  append_checksum(bytes, index.checksum);
  bytes.insert(bytes.end(), kEndMagic.begin(), kEndMagic.end());
  index.length = index_offset + bytes.size();
  return bytes;
}

ColumnIndex read_column_index(const FileSystem::ReadableFile& file, std::uint64_t offset,
                              std::uint64_t length, const Hash128& checksum) {
  if (length < kPrefixSize + kEndSize || offset > file.size() || length > file.size() - offset) {
    damaged("is cut short");
  }
  std::vector<std::uint8_t> end(kEndSize);
  file.read_at(offset + length - kEndSize, end);
  const auto index_offset = number_at<std::uint64_t>(end, 0);
  const auto count = number_at<std::uint64_t>(end, 8);
  const std::uint64_t space = length - kPrefixSize - kEndSize;
  if (checksum_at(end, 16) != checksum ||
      !std::equal(kEndMagic.begin(), kEndMagic.end(), end.end() - kEndMagic.size()) ||
      count > space / kEntrySize || index_offset != length - kEndSize - count * kEntrySize) {
    damaged("has a damaged end of a column");
  }

  std::vector<std::uint8_t> covered(kPrefixSize + count * kEntrySize);
  file.read_at(offset, std::span(covered).first(kPrefixSize));
  file.read_at(offset + index_offset, std::span(covered).subspan(kPrefixSize));
  covered.insert(covered.end(), end.begin(), end.begin() + 16);
  if (hash_of(covered) != checksum) damaged("has a damaged index of a column");
  check_prefix(covered, FileKind::kColumn);

  ColumnIndex index;
  index.length = length;
  index.checksum = checksum;
  index.blocks.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    index.blocks.push_back(entry_at(covered, kPrefixSize + i * kEntrySize));
  }
  if (!blocks_lie_well(index.blocks, index_offset)) damaged("has an index that does not add up");
  return index;
}

std::vector<std::uint8_t> read_block(const FileSystem::ReadableFile& file, std::uint64_t offset,
                                     const ColumnBlock& block) {
  const std::uint64_t begin = offset + block.offset;
  if (begin > file.size() || block.stored_size > file.size() - begin) damaged("is cut short");
  std::vector<std::uint8_t> stored(block.stored_size);
  file.read_at(begin, stored);
  return decode_block(block, std::move(stored));
}

}  // namespace questproof
