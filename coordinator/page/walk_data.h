// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "coordinator/findings/found_game.h"
#include "coordinator/page/page_game.h"

namespace questproof {

// Walks and curves as a page's data. What is too long for a page is shortened, and says so.

// {"start", "length", "moves", "steps": [{"number", "label", "scene", "trigger", "where", "quote", "chance",
// "changes": [[variable, from, to]], "changes_more", "move"}]}; in place of steps that are left out stands
// {"gap": how many}. Null for no walk.
nlohmann::ordered_json walk_data(const std::optional<FoundWalk>& walk, PageGame& game);

// At most so many steps, the first and the last of them, are shown.
inline constexpr std::size_t kMostSteps = 400;

// States per level as points for a curve: [level, states]. Of more levels than `most`, those that have the most states
// of a stretch each, so that every peak is there.
std::vector<std::pair<std::size_t, std::uint64_t>> level_points(
    const std::vector<std::uint64_t>& states_per_level, std::size_t most);

}  // namespace questproof
