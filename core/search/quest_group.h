// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace questproof {

// Quests first .. first + count - 1, which are decided together: one bit each in a mask of 64 bits.
// Invariant: 1 <= count <= 64, and all of them lie in one of the space's groups of 64 quests, so
// that one call of StateSpace::evaluate_quests speaks of them all.
struct QuestGroup {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool operator==(const QuestGroup&) const = default;

  std::uint32_t end() const { return first + count; }
  std::size_t space_group() const { return first / 64; }
  // Of a mask over the space's group, the bits of these quests, the first one lowest.
  std::uint64_t own_bits(std::uint64_t space_mask) const {
    const std::uint64_t shifted = space_mask >> (first % 64);
    return count == 64 ? shifted : shifted & ((std::uint64_t{1} << count) - 1);
  }

  // The group that begins with `first`, of `most` of the `quests` quests at most (at least one).
  static QuestGroup beginning_at(std::uint32_t first, std::size_t quests, std::uint64_t most) {
    const std::uint64_t rest = std::min<std::uint64_t>(quests - first, 64 - first % 64);
    return {first, static_cast<std::uint32_t>(std::clamp<std::uint64_t>(most, 1, rest))};
  }
};

}  // namespace questproof
