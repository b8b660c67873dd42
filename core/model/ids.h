// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

namespace questproof {

// Positions in the lists of a GameModel. Small structs, so that one kind of id cannot be passed
// for another.
struct VariableId {
  std::uint32_t index = 0;
  auto operator<=>(const VariableId&) const = default;
};

struct EventId {
  std::uint32_t index = 0;
  auto operator<=>(const EventId&) const = default;
};

struct BranchId {
  std::uint32_t index = 0;
  auto operator<=>(const BranchId&) const = default;
};

struct QuestId {
  std::uint32_t index = 0;
  auto operator<=>(const QuestId&) const = default;
};

}  // namespace questproof
