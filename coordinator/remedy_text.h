// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "coordinator/console.h"
#include "coordinator/remedy.h"
#include "coordinator/source_quotes.h"
#include "core/model/game_model.h"

namespace questproof {

// "The quest would stay possible if that step kept ITEM_KEY at 1 (not 0)", with the lines that wrote
// it. `complete`: the remedies are all there are. A line at `known` was shown already.
std::string remedies_text(const GameModel& model, const std::vector<Remedy>& remedies,
                          bool complete, const SourceLocation& known, SourceQuotes& quotes,
                          const Paint& paint, std::size_t width, std::size_t indent);

}  // namespace questproof
