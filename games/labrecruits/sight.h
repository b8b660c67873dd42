// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/labrecruits/level.h"
#include "games/live/observation.h"

namespace questproof::labrecruits {

// A box with sides along the axes.
struct Box {
  Point middle;
  Point size;
};

bool crosses(const Box& box, const Point& from, const Point& to);

// The collider of a closed door: thin across the way, as wide as the opening, two high.
Box door_box(const Object& door);

// What blocks sight in a level whatever happens in it: walls and colour screens are blocks of one cell,
// and the floor of a sheet hides what is below it.
class Sight {
 public:
  explicit Sight(const Level& level);

  // Whether the straight line from one point to another is free. The cells in which it begins and ends
  // do not count. The walk over cells is that of Amanatides and Woo (1987).
  bool is_free(const Point& from, const Point& to) const;

 private:
  std::size_t index(int x, int y, int z) const;
  bool is_inside(int x, int y, int z) const;
  bool is_solid(int x, int y, int z) const;
  bool has_floor(int x, int y, int z) const;

  int width_ = 0;
  int sheets_ = 0;
  int depth_ = 0;
  std::vector<std::uint8_t> solid_;  // by cell
  std::vector<std::uint8_t> floor_;  // by cell
};

}  // namespace questproof::labrecruits
