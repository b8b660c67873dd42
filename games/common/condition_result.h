// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/diagnostic.h"

namespace questproof {

// What diagnostics about a condition name as its file: it was typed, and lies in none.
inline constexpr const char* kConditionFile = "condition";

// What became of the text of a condition: a condition over the variables of a model, unless one of
// the diagnostics is an error. Their lines and columns count in the text.
struct ConditionResult {
  std::optional<Condition> condition;
  std::vector<Diagnostic> diagnostics;
};

}  // namespace questproof
