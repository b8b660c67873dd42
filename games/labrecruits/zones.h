// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "games/labrecruits/level.h"

namespace questproof::labrecruits {

// Which sheets an agent can walk on. On all of them, ramps lead from sheet to sheet and there must be
// room for a head; the lowest alone is taken as a plane, its ramps as floor.
enum class Sheets { kAll, kLowest };

// Cells that an agent can walk between without passing a door, in reading order.
struct Zone {
  std::vector<Position> cells;
};

// A cell with doors. Where all of them are open, an agent can stand in it, if there is floor and
// nothing else in the way.
struct Doorway {
  Position position;
  std::vector<std::size_t> doors;  // indexes into Level::objects
  bool passable = false;
  std::vector<std::size_t> zones;     // that it borders on, ascending, each once
  std::vector<std::size_t> doorways;  // that it borders on, ascending
};

// How a level falls into zones when all its doors are closed.
//
// An agent walks from a cell to the four beside it. A cell carries it when there is floor or a ramp,
// and no wall, furniture or colour screen; with Sheets::kAll also on top of a wall of the sheet
// below, and floor needs the cell above it to be free. Two cells side by side are connected where their ground meets at one height: floor has the
// height of its sheet on all four sides; a ramp has that of its sheet at the foot and one more at
// the top, and cannot be entered from its sides.
class ZoneMap {
 public:
  ZoneMap(const Level& level, Sheets sheets);

  const std::vector<Zone>& zones() const { return zones_; }
  const std::vector<Doorway>& doorways() const { return doorways_; }

  // Nothing where nobody can stand, and in doorways.
  std::optional<std::size_t> zone_at(const Position& position) const;
  std::optional<std::size_t> doorway_at(const Position& position) const;

  // The cells to which one step leads, whether or not the doors in them are open.
  std::vector<Position> neighbours(const Position& position) const;

 private:
  enum class Ground : unsigned char { kNone, kFloor, kRamp, kDoorway, kBlockedDoorway };

  std::size_t cell_count() const;
  std::size_t index_of(const Position& position) const;
  Position position_of(std::size_t index) const;
  bool is_inside(const Position& position) const;
  Ground ground_of(const Level& level, const Position& position, Sheets sheets) const;
  std::optional<std::uint32_t> height(std::size_t cell, Direction side) const;
  std::vector<std::size_t> neighbours(std::size_t cell) const;
  void fill_zone(std::size_t first);
  void connect(Doorway& doorway);

  std::uint32_t sheets_ = 0;
  std::uint32_t depth_ = 0;
  std::uint32_t width_ = 0;
  std::vector<Ground> ground_;       // by cell
  std::vector<Direction> climb_;     // by cell, for ramps
  std::vector<std::uint32_t> zone_;  // by cell: zone or doorway, or kNone
  std::vector<Zone> zones_;
  std::vector<Doorway> doorways_;
};

}  // namespace questproof::labrecruits
