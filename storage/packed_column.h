// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace questproof {

// Seven bits a byte, the lowest first; the top bit says that more follow.
void append_varint(std::string& out, std::uint64_t value);

// Reads bytes one thing after the other. Throws Error(kInput) where they end too early.
class PackedReader {
 public:
  explicit PackedReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t varint();
  std::uint8_t byte();
  std::string_view take(std::size_t count);
  std::size_t position() const { return position_; }

 private:
  std::string_view bytes_;
  std::size_t position_ = 0;
};

// A list of numbers that are small or alike, in a fixed number of bits each, so that any of them
// can be read without the others. Bytes:
//   kind      1 byte. 0 .. 64: each number is base + an offset of `kind` bits.
//             128 + k, k in 1 .. 8: each number is one of a list, given by a position of k bits.
//   base      varint (kind <= 64); or: how many are in the list, and those, varints
//   bits      ceil(count * width / 8) bytes; value i begins at bit i * width, the lowest bit first
// How many numbers there are is for others to know. Readers look up to kPackedPadding bytes beyond
// the last one, so that many bytes must follow the column in memory.
inline constexpr std::size_t kPackedPadding = 16;

void append_packed(std::string& out, std::span<const std::uint64_t> values);

class PackedColumn {
 public:
  PackedColumn() = default;
  PackedColumn(PackedReader& reader, std::size_t count);

  // Requires: index < count.
  std::uint64_t get(std::size_t index) const {
    const std::uint64_t bits = packed(index);
    return listed_.empty() ? base_ + bits : list_value(bits);
  }

 private:
  std::uint64_t packed(std::size_t index) const {
    if (width_ == 0) return 0;
    const std::size_t bit = index * width_;
    std::uint64_t low;
    std::memcpy(&low, bits_ + bit / 8, sizeof(low));
    const std::size_t shift = bit % 8;
    low >>= shift;
    if (shift + width_ > 64) {
      low |= std::uint64_t{static_cast<unsigned char>(bits_[bit / 8 + 8])} << (64 - shift);
    }
    return width_ == 64 ? low : low & ((std::uint64_t{1} << width_) - 1);
  }
  std::uint64_t list_value(std::uint64_t position) const;

  const char* bits_ = nullptr;
  unsigned width_ = 0;
  std::uint64_t base_ = 0;
  std::vector<std::uint64_t> listed_;
};

}  // namespace questproof
