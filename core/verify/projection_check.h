// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// Whether a model is a projection of another, as core/model/projection.h says: "" when for all
// values whatever happens in the model happens in the projection too. Each part of an event is tried
// on all values of its variables with the naive evaluator, and so is the condition of the quest.
// Otherwise what is wrong; nothing where there are more cases than may be tried, and those that were tried
// leave the question open.
std::optional<std::string> fault_of_projection(const GameModel& model, std::size_t quest,
                                               const GameModel& projection,
                                               const std::vector<bool>& kept,
                                               std::uint64_t most_cases = std::uint64_t{1} << 22);

}  // namespace questproof
