// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "games/common/diagnostic.h"
#include "games/common/load_result.h"
#include "games/labrecruits/level.h"
#include "games/labrecruits/level_text.h"

namespace questproof::labrecruits {

// What became of a level file: a level, unless one of the diagnostics is an error.
struct LevelResult {
  std::optional<Level> level;
  std::vector<Diagnostic> diagnostics;  // in the order of lines and columns
};

// Reads a level as the game's loader does (README.md tells how that is). What the game cannot read, or
// reads as something that nobody can have meant, is an error; what it reports and then ignores, or
// tolerates, is a warning. Both functions are thread-safe; read_level throws Error(kResource) when
// the file cannot be read.
LevelResult read_level(const std::filesystem::path& path, Dialect dialect = Dialect::kCurrent);
LevelResult parse_level(const SourceText& text, std::string_view name,
                        Dialect dialect = Dialect::kCurrent);

}  // namespace questproof::labrecruits
