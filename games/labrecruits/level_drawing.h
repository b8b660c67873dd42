// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "games/labrecruits/level.h"

namespace questproof::labrecruits {

// A walk over the floor, leg by leg, for the picture.
struct DrawnLeg {
  std::string text;             // what is done at its end: "press button3: opens door1"
  std::vector<Position> cells;  // from where the leg before ended
  bool operator==(const DrawnLeg&) const = default;
};

// What a picture shows besides the level itself. A plain value.
struct DrawingOptions {
  // For each cell (sheet, row, column in reading order) the zone it belongs to, or kNoZone.
  std::vector<std::uint32_t> zones;
  std::vector<DrawnLeg> walk;
  std::string caption;  // below the title: what the walk shows
};
inline constexpr std::uint32_t kNoZone = ~std::uint32_t{0};

// The level as an SVG picture seen from above: each sheet that has a floor, with its zones in
// colours, everything that stands in it, the wires from buttons to what they switch, and the walk
// with numbered steps and a list of them. A legend names what is in the picture.
std::string draw_level(const Level& level, const DrawingOptions& options);

}  // namespace questproof::labrecruits
