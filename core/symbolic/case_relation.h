// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/symbolic/relation.h"

namespace questproof {

// A case of an event over the positions of a tuple: what must be there before, what is there after.
struct LevelledCase {
  struct Touch {
    std::uint32_t level = 0;
    std::optional<std::uint32_t> from;  // empty: any value
    std::optional<std::uint32_t> to;    // empty: the value stays
  };
  std::vector<Touch> touches;  // ascending by level, one for each
};

// The union of cases. `domains`: how many values each position has.
RelationId relation_of(RelationStore& relations, const std::vector<LevelledCase>& cases,
                       const std::vector<std::uint32_t>& domains);

}  // namespace questproof
