// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace questproof {

// Numbers as all files of a store hold them: lowest byte first, whatever the machine.
template <typename Number>
void append_number(std::vector<std::uint8_t>& bytes, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
}

// Requires: offset + sizeof(Number) <= bytes.size().
template <typename Number>
Number number_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
  Number value = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    value = static_cast<Number>(value | static_cast<Number>(bytes[offset + i]) << (8 * i));
  }
  return value;
}

}  // namespace questproof
