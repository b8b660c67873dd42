// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "core/search/certify.h"
#include "core/search/dead_ends.h"

namespace questproof {

// What was found out about one quest of a finished group, before paths are shown.
struct QuestOutcome {
  DeadEnds dead_ends;
  std::uint64_t initial_blocked = 0;
  std::optional<RandomPlay> random_play;
};

}  // namespace questproof
