// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "games/labrecruits/level.h"
#include "games/labrecruits/zones.h"
#include "games/live/observation.h"

namespace questproof::labrecruits {

// The ground of a level for bodies that walk over it: cells, and their neighbours on the four sides.
class LevelGround {
 public:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  explicit LevelGround(const Level& level);

  std::size_t cell_count() const { return besides_.size(); }
  std::size_t cell_of(const Position& position) const;
  Position position_of(std::size_t cell) const;
  bool is_ground(std::size_t cell) const { return is_ground_[cell]; }
  std::vector<std::size_t> neighbours(std::size_t cell) const;  // whether or not doors are open

  // kNowhere where there is no ground at the same height.
  std::size_t beside(std::size_t cell, Direction side) const {
    return besides_[cell][static_cast<std::size_t>(side)];
  }
  // Doors in the cell.
  const std::vector<std::size_t>& doors(std::size_t cell) const { return doors_[cell]; }

  // The height of the ground at a point of a cell.
  double height(std::size_t cell, double x, double z) const;
  Point middle(std::size_t cell) const;

 private:
  std::uint32_t width_ = 0;
  std::uint32_t depth_ = 0;
  std::vector<std::array<std::size_t, 4>> besides_;
  std::vector<bool> is_ground_;
  std::vector<std::optional<Direction>> climb_;  // of ramps
  std::vector<std::vector<std::size_t>> doors_;
};

// Something with a body that stands on the ground.
struct Walker {
  std::size_t cell = 0;
  double x = 0;
  double z = 0;

  Point at(const LevelGround& ground) const { return {x, ground.height(cell, x, z), z}; }
};

inline constexpr double kBodyRadius = 0.32;

// One straight step of at most `length` towards a point. The body slides along what it meets: cells
// without ground at its height, closed doors, and the corners of those. `open`: by index of a door.
void step_towards(Walker& walker, const Point& target, double length, const LevelGround& ground,
                  const std::vector<bool>& open);

}  // namespace questproof::labrecruits
