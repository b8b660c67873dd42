// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/query/find_states.h"
#include "coordinator/query/stored_game.h"

namespace questproof {

// Pieces that several answers share.

// The first level on which something was seen, as a number of steps; "-" and null where it was not.
std::string steps_or_dash(const std::optional<Sighting>& sighting);
nlohmann::ordered_json steps_json(const std::optional<Sighting>& sighting);

// "done", "possible", "blocked", "lost": how a quest stands at a distance.
const char* standing_name(std::uint32_t distance);

// What a state has otherwise than the start of the first variant, as `--state` reads it:
// "ITEM_ROPE=1,Scene=SCENE_PIER"; "" where nothing is. Variables that the store does not hold as the
// game has them are left out.
std::string state_text(const StoredGame& stored, StateView state);

// {"depth", "values": {VARIABLE: value}, "quests": [{"quest", "standing", "distance"}]}
nlohmann::ordered_json found_state_json(const StoredGame& stored, const FoundState& state);

// How many of the first ones are shown: --limit, or what the question shows if nothing is said. Throws
// Error(kUsage) for less than 1.
std::size_t shown_limit(std::int64_t limit, std::size_t otherwise);

// What is to be said where decision diagrams did not find a figure, `what`, and who has it.
std::string not_known_text(const std::string& what);

// The line of the source, where the game is at hand; else "".
std::string quoted_source(const StoredGame& stored, const SourceLocation& where, std::size_t width);

}  // namespace questproof
