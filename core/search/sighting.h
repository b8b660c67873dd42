// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/word.h"

namespace questproof {

// A state at which something happened first: on the lowest level, and there the smallest by value.
struct Sighting {
  std::uint32_t level = 0;
  std::vector<Word> state;
  bool operator==(const Sighting&) const = default;

  // Keeps the better one of the two.
  static void keep(std::optional<Sighting>& best, std::uint32_t level, std::span<const Word> state);
};

// What the exploration knows of one quest.
struct QuestSightings {
  std::uint64_t done_states = 0;
  std::uint64_t pending_states = 0;
  std::optional<Sighting> first_done;
  bool operator==(const QuestSightings&) const = default;
};

}  // namespace questproof
