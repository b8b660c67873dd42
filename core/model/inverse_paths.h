// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/model/event_paths.h"
#include "core/model/game_model.h"

namespace questproof {

// The ways back through a path (regression, as planners know it: Rintanen 2008 gives an overview).
//
// The result describes the same transitions from their other end: its sets and relations speak of
// the state after the event, its results are the values before it. Each pair of a state and a
// successor through `path` is a pair of a state and a result of exactly one of the paths returned,
// and the other way round; whether the state before is reachable is another matter.
//
// What an event overwrites is known only as far as the path tested it: where it tested equality
// with a constant or with a variable that survives, the old value follows; where not, there is one
// inverse path for each value it may have had. Nothing when there are more than `limit` of them.
// Requires: an exact path without a fault.
std::optional<std::vector<EventPath>> invert(const GameModel& model, const EventPath& path,
                                             std::size_t limit);

}  // namespace questproof
