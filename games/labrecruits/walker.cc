// SPDX-License-Identifier: MIT
#include "games/labrecruits/walker.h"

#include <algorithm>
#include <cmath>

namespace questproof::labrecruits {
namespace {

constexpr double kEdge = 0.5 - kBodyRadius;  // as far from the middle as beside a wall

Direction side_of(int x, int z) {
  if (x != 0) return x > 0 ? Direction::kEast : Direction::kWest;
  return z > 0 ? Direction::kSouth : Direction::kNorth;
}

class Step {
 public:
  Step(Walker& walker, const LevelGround& ground, const std::vector<bool>& open)
      : walker_(walker), ground_(ground), open_(open) {}

  void run(double x, double z) {
    x = held(x, walker_.x, true);
    z = held(z, walker_.z, false);
    walker_.x = x;
    walker_.z = z;
    keep_off_corners();
    enter_cell();
  }

 private:
  bool is_free(std::size_t cell) const {
    if (cell == LevelGround::kNowhere) return false;
    const std::vector<std::size_t>& doors = ground_.doors(cell);
    return std::all_of(doors.begin(), doors.end(), [&](std::size_t door) { return open_[door]; });
  }

  std::size_t beside(std::size_t cell, Direction side) const {
    const std::size_t other = ground_.beside(cell, side);
    return is_free(other) ? other : LevelGround::kNowhere;
  }

  // A coordinate that stays off the sides that cannot be crossed.
  double held(double to, double from, bool along_x) const {
    const Position position = ground_.position_of(walker_.cell);
    const double middle = along_x ? position.x : position.z;
    const auto closed = [&](int sign) {
      const Direction side = along_x ? side_of(sign, 0) : side_of(0, sign);
      return beside(walker_.cell, side) == LevelGround::kNowhere;
    };
    // Who already stands nearer than that (a door closed) is not pushed, only stopped.
    if (to > middle + kEdge && closed(1)) return std::min(to, std::max(from, middle + kEdge));
    if (to < middle - kEdge && closed(-1)) return std::max(to, std::min(from, middle - kEdge));
    return to;
  }

  void keep_off_corners() {
    const Position position = ground_.position_of(walker_.cell);
    for (const int x : {-1, 1}) {
      for (const int z : {-1, 1}) {
        const std::size_t by_x = beside(walker_.cell, side_of(x, 0));
        const std::size_t by_z = beside(walker_.cell, side_of(0, z));
        if (by_x == LevelGround::kNowhere || by_z == LevelGround::kNowhere) continue;
        const bool diagonal = beside(by_x, side_of(0, z)) != LevelGround::kNowhere &&
                              beside(by_z, side_of(x, 0)) != LevelGround::kNowhere;
        if (!diagonal) keep_off(position.x + x * 0.5, position.z + z * 0.5);
      }
    }
  }

  void keep_off(double x, double z) {
    const double apart = std::hypot(walker_.x - x, walker_.z - z);
    if (apart >= kBodyRadius || apart < 1e-9) return;
    walker_.x = x + (walker_.x - x) * kBodyRadius / apart;
    walker_.z = z + (walker_.z - z) * kBodyRadius / apart;
  }

  // Crosses borders of cells; back to the border where there is nothing to stand on beyond it.
  void enter_cell() {
    for (int turn = 0; turn < 2; ++turn) {
      const Position position = ground_.position_of(walker_.cell);
      const double east = walker_.x - position.x;
      const double south = walker_.z - position.z;
      if (std::abs(east) <= 0.5 && std::abs(south) <= 0.5) return;
      const bool by_x = std::abs(east) > std::abs(south);
      const Direction side = by_x ? side_of(east > 0 ? 1 : -1, 0) : side_of(0, south > 0 ? 1 : -1);
      const std::size_t next = beside(walker_.cell, side);
      if (next != LevelGround::kNowhere) {
        walker_.cell = next;
      } else if (by_x) {
        walker_.x = position.x + std::clamp(east, -0.5, 0.5);
      } else {
        walker_.z = position.z + std::clamp(south, -0.5, 0.5);
      }
    }
  }

  Walker& walker_;
  const LevelGround& ground_;
  const std::vector<bool>& open_;
};

}  // namespace

LevelGround::LevelGround(const Level& level) : width_(level.width), depth_(level.depth) {
  const std::size_t cells = std::size_t{level.sheets} * level.depth * level.width;
  besides_.assign(cells, {kNowhere, kNowhere, kNowhere, kNowhere});
  is_ground_.assign(cells, false);
  climb_.resize(cells);
  doors_.resize(cells);
  const ZoneMap map(level, Sheets::kAll);
  const auto is_passable = [&](const Position& position) {
    if (map.zone_at(position)) return true;
    const auto doorway = map.doorway_at(position);
    return doorway && map.doorways()[*doorway].passable;
  };
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const Position here = position_of(cell);
    if (!is_passable(here)) continue;
    is_ground_[cell] = true;
    for (const Position& there : map.neighbours(here)) {
      if (!is_passable(there)) continue;
      const int x = static_cast<int>(there.x) - static_cast<int>(here.x);
      const int z = static_cast<int>(there.z) - static_cast<int>(here.z);
      besides_[cell][static_cast<std::size_t>(side_of(x, z))] = cell_of(there);
    }
  }
  for (std::size_t i = 0; i < level.objects.size(); ++i) {
    const Object& object = level.objects[i];
    if (object.thing == Thing::kRamp) climb_[cell_of(object.position)] = object.direction();
    if (object.is_door()) doors_[cell_of(object.position)].push_back(i);
  }
}

std::size_t LevelGround::cell_of(const Position& position) const {
  return (std::size_t{position.sheet} * depth_ + position.z) * width_ + position.x;
}

Position LevelGround::position_of(std::size_t cell) const {
  return {static_cast<std::uint32_t>(cell / width_ / depth_),
          static_cast<std::uint32_t>(cell / width_ % depth_),
          static_cast<std::uint32_t>(cell % width_)};
}

std::vector<std::size_t> LevelGround::neighbours(std::size_t cell) const {
  std::vector<std::size_t> result;
  for (const std::size_t other : besides_[cell]) {
    if (other != kNowhere) result.push_back(other);
  }
  std::sort(result.begin(), result.end());
  return result;
}

double LevelGround::height(std::size_t cell, double x, double z) const {
  const Position position = position_of(cell);
  double height = position.sheet;
  if (!climb_[cell]) return height;
  double up = 0;
  switch (*climb_[cell]) {
    case Direction::kEast: up = x - position.x; break;
    case Direction::kWest: up = position.x - x; break;
    case Direction::kSouth: up = z - position.z; break;
    case Direction::kNorth: up = position.z - z; break;
  }
  return height + std::clamp(up + 0.5, 0.0, 1.0);
}

Point LevelGround::middle(std::size_t cell) const {
  const Position position = position_of(cell);
  const double x = position.x;
  const double z = position.z;
  return {x, height(cell, x, z), z};
}

void step_towards(Walker& walker, const Point& target, double length, const LevelGround& ground,
                  const std::vector<bool>& open) {
  const double x = target.x - walker.x;
  const double z = target.z - walker.z;
  const double way = std::hypot(x, z);
  if (way < 1e-9) return;
  const double part = std::min(1.0, length / way);
  Step(walker, ground, open).run(walker.x + x * part, walker.z + z * part);
}

}  // namespace questproof::labrecruits
