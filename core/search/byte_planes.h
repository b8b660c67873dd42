// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/search/byte_stream.h"

namespace questproof {

// Numbers as byte planes: a byte that says which of the eight bytes of a number are not zero in all of
// them, the lowest first, and for each of those that byte of all numbers.

template <typename Get>  // Get(index) -> std::uint64_t, called twice
void write_planes(ByteWriter& out, std::size_t count, const Get& get) {
  std::uint64_t used = 0;
  for (std::size_t i = 0; i < count; ++i) used |= std::uint64_t{get(i)};
  std::uint8_t planes = 0;
  for (unsigned b = 0; b < 8; ++b) {
    if ((used >> (8 * b) & 0xff) != 0) planes = static_cast<std::uint8_t>(planes | 1u << b);
  }
  out.byte(planes);
  for (unsigned b = 0; b < 8; ++b) {
    if ((planes >> b & 1) == 0) continue;
    const std::size_t at = out.bytes.size();
    out.bytes.resize(at + count);
    for (std::size_t i = 0; i < count; ++i) {
      out.bytes[at + i] = static_cast<std::uint8_t>(std::uint64_t{get(i)} >> (8 * b));
    }
  }
}

template <typename Number>
void read_planes(ByteReader& in, std::size_t count, std::vector<Number>& numbers) {
  numbers.assign(count, Number{0});
  const unsigned planes = in.byte();
  for (unsigned b = 0; b < 8; ++b) {
    if ((planes >> b & 1) == 0) continue;
    if (b >= sizeof(Number)) ByteReader::fail();
    const auto plane = in.take(count);
    for (std::size_t i = 0; i < count; ++i) {
      numbers[i] = static_cast<Number>(numbers[i] | std::uint64_t{plane[i]} << (8 * b));
    }
  }
}

}  // namespace questproof
