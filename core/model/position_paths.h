// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/event_paths.h"
#include "core/model/free_moves.h"
#include "core/model/game_model.h"

namespace questproof {

// What a path asks of the walkers, taken apart from what it asks of all other variables: `path` runs in
// the states of a region that fulfil its sets and relations (which speak of no walker any more),
// provided that for each walker the region holds a position of `start`; and it starts from any of
// these positions.
struct PositionPath {
  // Positions as they are stored (value - low), ascending. `any`: all of the domain.
  struct Start {
    bool any = true;
    std::vector<std::uint32_t> positions;
    bool operator==(const Start&) const = default;
    auto operator<=>(const Start&) const = default;
  };

  EventPath path;
  std::vector<Start> starts;  // by walker
  std::vector<bool> written;  // by walker: the path has a result for it
};

// Takes a path apart. Where it does more with a position than to ask whether it is in a set (compares
// it with another variable, copies it, counts it up), it falls into one path for each position.
// Nothing when these are more than `limit`. Requires: an exact path.
std::optional<std::vector<PositionPath>> position_paths(const GameModel& model,
                                                        const FreeMoves& moves,
                                                        const EventPath& path, std::size_t limit);

}  // namespace questproof
