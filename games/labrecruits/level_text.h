// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "games/common/diagnostics.h"

namespace questproof::labrecruits {

// Level files come in two dialects: the one that the game reads today cuts sheets at `|`; the one
// before it cut them at blank lines.
enum class Dialect { kCurrent, kOlder };

struct CellText {
  std::string_view text;
  SourceLocation where;
};

struct RowText {
  std::vector<CellText> cells;
  SourceLocation where;
};

using SheetText = std::vector<RowText>;

// A level file cut into cells, which are views into its text.
struct LevelText {
  std::vector<RowText> wiring;    // empty when there is no wiring table
  std::vector<SheetText> sheets;  // lowest first
};

// Cuts as the game's loader does: at each `|`, at line ends, at commas; blank lines do not count. The
// first part is the wiring table when there are several and it begins with something that is neither
// empty nor exactly a letter for a thing. Reports what shows that the author meant something else.
LevelText cut_level(std::string_view text, Dialect dialect, Diagnostics& diagnostics);

}  // namespace questproof::labrecruits
