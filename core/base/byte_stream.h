// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace questproof {

// Numbers as bytes. A varint holds 7 bits of a number in each byte, the lowest first; the top bit says
// that more follow (LEB128). Everything else is little-endian.
class ByteWriter {
 public:
  std::vector<std::uint8_t> bytes;

  void byte(std::uint8_t value) { bytes.push_back(value); }
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(value));
  }
  void word(std::uint64_t value) { append(&value, sizeof(value)); }
  void real(double value) { word(std::bit_cast<std::uint64_t>(value)); }
  void flag(bool value) { byte(value ? 1 : 0); }
  void text(const std::string& value) {
    varint(value.size());
    append(value.data(), value.size());
  }
  template <typename Items, typename Write>
  void list(const Items& items, const Write& write) {
    varint(items.size());
    for (const auto& item : items) write(item);
  }
  template <typename Value, typename Write>
  void optional(const std::optional<Value>& value, const Write& write) {
    flag(value.has_value());
    if (value) write(*value);
  }
  void append(const void* data, std::size_t size) {
    const auto* const begin = static_cast<const std::uint8_t*>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
};

// Reads what a ByteWriter wrote. Throws Error(kInput) where the bytes end too early or say what no
// writer says.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool done() const { return rest_.empty(); }
  std::uint8_t byte() { return take(1)[0]; }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
      if ((next & 0x80) == 0) return value;
    }
    fail();
  }
  // A varint that counts items of at least `item_bytes` bytes each, which follow.
  std::size_t count(std::size_t item_bytes = 1) {
    const std::uint64_t number = varint();
    if (number > rest_.size() / item_bytes) fail();
    return static_cast<std::size_t>(number);
  }
  std::uint32_t number32() {
    const std::uint64_t number = varint();
    if (number > ~std::uint32_t{0}) fail();
    return static_cast<std::uint32_t>(number);
  }
  std::uint64_t word() {
    std::uint64_t value;
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }
  double real() { return std::bit_cast<double>(word()); }
  bool flag() { return byte() != 0; }
  std::string text() {
    const auto characters = take(count());
    return {characters.begin(), characters.end()};
  }
  template <typename Items, typename Read>
  void list(Items& items, const Read& read) {
    items.resize(count());
    for (auto& item : items) item = read();
  }
  template <typename Read>
  auto optional(const Read& read) -> std::optional<decltype(read())> {
    if (!flag()) return std::nullopt;
    return read();
  }
  std::span<const std::uint8_t> take(std::size_t size) {
    if (size > rest_.size()) fail();
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  [[noreturn]] static void fail() {
    throw Error(Error::Kind::kInput,
                "the run's stored data is damaged: a column cannot be decoded");
  }

 private:
  std::span<const std::uint8_t> rest_;
};

}  // namespace questproof
