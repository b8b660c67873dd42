// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/value_set.h"

namespace questproof {

// Checks of what a verdict without exploration rests on. They share no code with what found it
// (core/argue): values are tried one after the other with the naive evaluator. Nothing comes back where there
// are more cases than may be tried, and those that were tried leave the question open.

inline constexpr std::uint64_t kMostCases = std::uint64_t{1}
                                            << 22;  // tried for one event or condition

// "" when the bounds (a set of values for each variable) hold every state that can be reached: all
// starts lie inside, no event leads outside, and none is a fault inside. Otherwise what is wrong.
std::optional<std::string> fault_of_bounds(const GameModel& model,
                                           const std::vector<ValueSet>& bounds,
                                           std::uint64_t most_cases = kMostCases);

// "" when the condition holds for no values inside the bounds.
std::optional<std::string> fault_of_exclusion(const GameModel& model,
                                              const std::vector<ValueSet>& bounds,
                                              const Condition& condition,
                                              std::uint64_t most_cases = kMostCases);

}  // namespace questproof
