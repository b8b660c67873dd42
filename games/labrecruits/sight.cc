// SPDX-License-Identifier: MIT
#include "games/labrecruits/sight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace questproof::labrecruits {
namespace {

// One axis of a walk from cell to cell.
struct Axis {
  int cell = 0;
  int last = 0;
  int step = 0;
  double next = std::numeric_limits<double>::infinity();  // where the next border is, 0 to 1
  double width = 0;                                       // from border to border
};

// `shift`: where cell 0 begins. Cells are one unit wide.
Axis axis_of(double from, double to, double shift) {
  Axis axis;
  axis.cell = static_cast<int>(std::floor(from - shift));
  axis.last = static_cast<int>(std::floor(to - shift));
  const double way = to - from;
  if (way == 0) return axis;
  axis.step = way > 0 ? 1 : -1;
  const double border = axis.cell + shift + (way > 0 ? 1 : 0);
  axis.next = (border - from) / way;
  axis.width = 1 / std::abs(way);
  return axis;
}

}  // namespace

bool crosses(const Box& box, const Point& from, const Point& to) {
  double enters = 0;
  double leaves = 1;
  const auto clip = [&](double start, double end, double middle, double size) {
    const double way = end - start;
    const double low = middle - size / 2 - start;
    const double high = middle + size / 2 - start;
    if (std::abs(way) < 1e-12) return low <= 0 && high >= 0;
    const double a = low / way;
    const double b = high / way;
    enters = std::max(enters, std::min(a, b));
    leaves = std::min(leaves, std::max(a, b));
    return true;
  };
  return clip(from.x, to.x, box.middle.x, box.size.x) &&
         clip(from.y, to.y, box.middle.y, box.size.y) &&
         clip(from.z, to.z, box.middle.z, box.size.z) && enters <= leaves;
}

Box door_box(const Object& door) {
  const bool along_x =
      door.direction() == Direction::kNorth || door.direction() == Direction::kSouth;
  return {{static_cast<double>(door.position.x), door.position.sheet + 1.0,
           static_cast<double>(door.position.z)},
          {along_x ? 1.5 : 0.3, 2.0, along_x ? 0.3 : 1.5}};
}

Sight::Sight(const Level& level)
    : width_(static_cast<int>(level.width)),
      sheets_(static_cast<int>(level.sheets)),
      depth_(static_cast<int>(level.depth)) {
  const std::size_t cells = std::size_t{level.sheets} * level.depth * level.width;
  solid_.assign(cells, 0);
  floor_.assign(cells, 0);
  for (const Object& object : level.objects) {
    const std::size_t cell =
        index(static_cast<int>(object.position.x), static_cast<int>(object.position.sheet),
              static_cast<int>(object.position.z));
    if (object.thing == Thing::kWall || object.thing == Thing::kWallWithExtinguisher ||
        object.thing == Thing::kColorScreen) {
      solid_[cell] = 1;
    }
    if (object.thing == Thing::kFloor) floor_[cell] = 1;
  }
}

std::size_t Sight::index(int x, int y, int z) const {
  return (static_cast<std::size_t>(y) * static_cast<std::size_t>(depth_) +
          static_cast<std::size_t>(z)) *
             static_cast<std::size_t>(width_) +
         static_cast<std::size_t>(x);
}

bool Sight::is_inside(int x, int y, int z) const {
  return x >= 0 && y >= 0 && z >= 0 && x < width_ && y < sheets_ && z < depth_;
}

bool Sight::is_solid(int x, int y, int z) const {
  return is_inside(x, y, z) && solid_[index(x, y, z)] != 0;
}

bool Sight::has_floor(int x, int y, int z) const {
  return is_inside(x, y, z) && floor_[index(x, y, z)] != 0;
}

bool Sight::is_free(const Point& from, const Point& to) const {
  // Cells lie around whole numbers along the floor and above them in height.
  Axis x = axis_of(from.x, to.x, -0.5);
  Axis y = axis_of(from.y, to.y, 0);
  Axis z = axis_of(from.z, to.z, -0.5);
  while (x.cell != x.last || y.cell != y.last || z.cell != z.last) {
    Axis* nearest = &x;
    if (y.next < nearest->next) nearest = &y;
    if (z.next < nearest->next) nearest = &z;
    if (nearest->next > 1) return true;
    if (nearest == &y && has_floor(x.cell, std::max(y.cell, y.cell + y.step), z.cell)) return false;
    nearest->cell += nearest->step;
    nearest->next += nearest->width;
    const bool at_end = x.cell == x.last && y.cell == y.last && z.cell == z.last;
    if (!at_end && is_solid(x.cell, y.cell, z.cell)) return false;
  }
  return true;
}

}  // namespace questproof::labrecruits
