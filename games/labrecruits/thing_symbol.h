// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "games/common/svg.h"
#include "games/labrecruits/level.h"

namespace questproof::labrecruits {

// How a thing looks in a picture.
struct ThingSymbol {
  Thing thing = Thing::kFloor;
  Direction direction = Direction::kNorth;
  std::string color;  // of colour buttons: "#42a5f5"
};

inline constexpr const char* kWallColor = "#4a4a52";

// Draws the symbol around a point, as large as a cell of `size` pixels.
void draw_symbol(SvgPicture& picture, const ThingSymbol& symbol, SvgPicture::Point at, double size);

ThingSymbol symbol_of(const Object& object);

}  // namespace questproof::labrecruits
