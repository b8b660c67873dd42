// SPDX-License-Identifier: MIT
#include "storage/packed_column.h"

#include <algorithm>
#include <bit>

#include "core/base/error.h"

namespace questproof {
namespace {

constexpr unsigned kListKind = 128;
constexpr std::size_t kLongestList = 256;

[[noreturn]] void refuse() { throw Error(Error::Kind::kInput, "stored numbers are damaged"); }

std::size_t varint_bytes(std::uint64_t value) {
  return (static_cast<std::size_t>(std::bit_width(value | 1)) + 6) / 7;
}

template <typename ValueAt>
void append_bits(std::string& out, std::size_t count, unsigned width, const ValueAt& value_at) {
  const std::size_t first = out.size();
  out.resize(first + (count * width + 7) / 8);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t value = value_at(i);
    std::size_t bit = i * width;
    for (unsigned left = width; left > 0;) {
      const unsigned shift = bit % 8;
      const unsigned taken = std::min(left, 8 - shift);
      char& byte = out[first + bit / 8];
      byte = static_cast<char>(static_cast<unsigned char>(byte) |
                               static_cast<unsigned char>(value << shift));
      value >>= taken;
      bit += taken;
      left -= taken;
    }
  }
}

}  // namespace

void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 128; value >>= 7) out.push_back(static_cast<char>(value | 128));
  out.push_back(static_cast<char>(value));
}

std::uint64_t PackedReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint8_t next = byte();
    value |= std::uint64_t{next & 127u} << shift;
    if (next < 128) return value;
  }
  refuse();
}

std::uint8_t PackedReader::byte() {
  if (position_ >= bytes_.size()) refuse();
  return static_cast<std::uint8_t>(bytes_[position_++]);
}

std::string_view PackedReader::take(std::size_t count) {
  if (count > bytes_.size() - position_) refuse();
  const std::string_view taken = bytes_.substr(position_, count);
  position_ += count;
  return taken;
}

void append_packed(std::string& out, std::span<const std::uint64_t> values) {
  std::uint64_t low = values.empty() ? 0 : values[0];
  std::uint64_t high = low;
  for (const std::uint64_t value : values) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const auto width = static_cast<unsigned>(std::bit_width(high - low));
  // A list pays only where it saves some bits a number.
  if (width >= 2) {
    std::vector<std::uint64_t> listed;
    for (const std::uint64_t value : values) {
      const auto at = std::lower_bound(listed.begin(), listed.end(), value);
      if (at != listed.end() && *at == value) continue;
      listed.insert(at, value);
      if (listed.size() > kLongestList || listed.size() > values.size() / 4 + 1) break;
    }
    const auto list_width = std::max(1u, static_cast<unsigned>(std::bit_width(listed.size() - 1)));
    std::size_t list_bytes = 1 + varint_bytes(listed.size()) + (values.size() * list_width + 7) / 8;
    for (const std::uint64_t value : listed) list_bytes += varint_bytes(value);
    const bool complete = listed.size() <= kLongestList && listed.size() <= values.size() / 4 + 1;
    if (complete && list_bytes < 1 + varint_bytes(low) + (values.size() * width + 7) / 8) {
      out.push_back(static_cast<char>(kListKind + list_width));
      append_varint(out, listed.size());
      for (const std::uint64_t value : listed) append_varint(out, value);
      append_bits(out, values.size(), list_width, [&](std::size_t i) {
        return static_cast<std::uint64_t>(
            std::lower_bound(listed.begin(), listed.end(), values[i]) - listed.begin());
      });
      return;
    }
  }
  out.push_back(static_cast<char>(width));
  append_varint(out, low);
  append_bits(out, values.size(), width, [&](std::size_t i) { return values[i] - low; });
}

PackedColumn::PackedColumn(PackedReader& reader, std::size_t count) {
  const unsigned kind = reader.byte();
  if (kind > 64 && (kind <= kListKind || kind > kListKind + 8)) refuse();
  if (kind > 64) {
    width_ = kind - kListKind;
    const std::uint64_t size = reader.varint();
    if (size == 0 || size > kLongestList) refuse();
    for (std::uint64_t i = 0; i < size; ++i) listed_.push_back(reader.varint());
  } else {
    width_ = kind;
    base_ = reader.varint();
  }
  bits_ = reader.take((count * width_ + 7) / 8).data();
}

std::uint64_t PackedColumn::list_value(std::uint64_t position) const {
  if (position >= listed_.size()) refuse();
  return listed_[position];
}

}  // namespace questproof
