// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "games/common/diagnostics.h"
#include "games/labrecruits/level.h"
#include "games/labrecruits/level_text.h"

namespace questproof::labrecruits {

// Reads one thing of a cell, `symbol>rotation#colour^id` with the last three left out or not, as the
// game does. Nothing comes of a symbol that the game does not know: it reports and skips it, so that
// is a warning. What makes the game's loader fail is an error. Requires: the text is not empty.
std::optional<Object> read_object(const CellText& text, const Position& position,
                                  Diagnostics& diagnostics);

}  // namespace questproof::labrecruits
