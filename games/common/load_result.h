// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/diagnostic.h"

namespace questproof {

// A file of a game that lies in memory. The path names it in messages and in includes.
struct SourceText {
  std::string path;
  std::string text;
};

// What became of a game: a model, unless one of the diagnostics is an error.
struct LoadResult {
  std::optional<GameModel> model;
  std::vector<Diagnostic> diagnostics;  // in the order of files, lines, columns
};

}  // namespace questproof
