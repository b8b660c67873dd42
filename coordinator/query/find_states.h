// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/parallel.h"
#include "storage/state_database.h"

namespace questproof {

// A stored state and what stands beside it.
struct FoundState {
  std::uint32_t depth = 0;
  std::vector<Word> state;
  std::vector<std::uint32_t> distances;  // per quest, as in StateRecord
  bool operator==(const FoundState&) const = default;
};

struct FoundStates {
  std::uint64_t count = 0;  // of all that are wanted
  std::vector<FoundState>
      states;  // the first ones: on the lowest levels, there the smallest by value
};

// Looks at every state once; keeps at most `limit`. `wanted` is called by several threads at once.
using StateFilter = std::function<bool(const StatePage& page, std::size_t state)>;
FoundStates find_states(const StateDatabase& database, std::size_t limit, const Parallel& parallel,
                        const StateFilter& wanted);

}  // namespace questproof
