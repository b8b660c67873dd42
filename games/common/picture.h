// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/diagnostic.h"

namespace questproof {

// What a picture of a game should show besides the game: a walkthrough, if any.
struct PictureRequest {
  struct Step {
    std::string event;     // its name
    SourceLocation where;  // of the event
  };
  std::vector<Step> steps;
  std::optional<SourceLocation> goal;  // of the quest that the walkthrough is for
  std::string goal_text;               // "see door6 open"
  std::string caption;                 // one line
};

// An SVG picture, unless one of the diagnostics is an error.
struct Picture {
  std::optional<std::string> svg;
  std::vector<Diagnostic> diagnostics;
};

}  // namespace questproof
