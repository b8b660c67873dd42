// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace questproof {

// 128 bits of XXH3 (Yann Collet, xxHash 0.8). Not cryptographic: it guards against accidents, not
// against somebody who wants two inputs to collide.
struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  auto operator<=>(const Hash128&) const = default;

  // 32 digits, high half first: the form in which xxh128sum prints it.
  std::string to_hex() const;
};

// The same bytes give the same hash on every machine; so do the same words on machines of one byte
// order.
Hash128 hash_128(std::span<const std::byte> bytes);
Hash128 hash_128(std::string_view text);
Hash128 hash_128(std::span<const std::uint64_t> words);

std::uint64_t hash_64(std::span<const std::byte> bytes);
std::uint64_t hash_64(std::string_view text);
std::uint64_t hash_64(std::span<const std::uint64_t> words);

}  // namespace questproof
