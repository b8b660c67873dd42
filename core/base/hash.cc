// SPDX-License-Identifier: MIT
#include "core/base/hash.h"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace questproof {

std::string Hash128::to_hex() const { return fmt::format("{:016x}{:016x}", high, low); }

Hash128 hash_128(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {.high = hash.high64, .low = hash.low64};
}

Hash128 hash_128(std::string_view text) { return hash_128(std::as_bytes(std::span(text))); }

Hash128 hash_128(std::span<const std::uint64_t> words) { return hash_128(std::as_bytes(words)); }

std::uint64_t hash_64(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint64_t hash_64(std::string_view text) { return hash_64(std::as_bytes(std::span(text))); }

std::uint64_t hash_64(std::span<const std::uint64_t> words) {
  return hash_64(std::as_bytes(words));
}

}  // namespace questproof
