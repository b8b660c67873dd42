// SPDX-License-Identifier: MIT
#include "games/labrecruits/zones.h"

#include <algorithm>
#include <array>

namespace questproof::labrecruits {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFU;
constexpr std::array kSides = {Direction::kNorth, Direction::kEast, Direction::kSouth,
                               Direction::kWest};

Direction opposite(Direction side) {
  switch (side) {
    case Direction::kNorth: return Direction::kSouth;
    case Direction::kEast: return Direction::kWest;
    case Direction::kSouth: return Direction::kNorth;
    case Direction::kWest: break;
  }
  return Direction::kEast;
}

// The cell on that side in the same sheet; outside of the level it wraps around, and is not inside.
Position beside(Position position, Direction side) {
  switch (side) {
    case Direction::kNorth: --position.z; break;
    case Direction::kEast: ++position.x; break;
    case Direction::kSouth: ++position.z; break;
    case Direction::kWest: --position.x; break;
  }
  return position;
}

bool is_in_the_way(Thing thing) {
  switch (thing) {
    case Thing::kWall:
    case Thing::kWallWithExtinguisher:
    case Thing::kTable:
    case Thing::kChair:
    case Thing::kBookcase:
    case Thing::kDesk:
    case Thing::kFuseBox:
    case Thing::kColorScreen: return true;
    default: return false;
  }
}

bool is_overhead(Thing thing) {
  return is_in_the_way(thing) || thing == Thing::kFloor || thing == Thing::kRamp;
}

bool holds(std::span<const Object> objects, Thing thing) {
  return std::any_of(objects.begin(), objects.end(),
                     [&](const Object& object) { return object.thing == thing; });
}

void sort_and_unique(std::vector<std::size_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

ZoneMap::ZoneMap(const Level& level, Sheets sheets)
    : sheets_(sheets == Sheets::kAll ? level.sheets : std::min(level.sheets, 1U)),
      depth_(level.depth),
      width_(level.width),
      ground_(cell_count(), Ground::kNone),
      climb_(cell_count(), Direction::kWest),
      zone_(cell_count(), kNone) {
  for (std::size_t cell = 0; cell < cell_count(); ++cell) {
    ground_[cell] = ground_of(level, position_of(cell), sheets);
  }
  for (std::size_t i = 0; i < level.objects.size(); ++i) {
    const Object& object = level.objects[i];
    if (!is_inside(object.position)) continue;
    const std::size_t cell = index_of(object.position);
    if (object.thing == Thing::kRamp) climb_[cell] = object.direction();
    if (!object.is_door()) continue;
    if (zone_[cell] == kNone) {
      zone_[cell] = static_cast<std::uint32_t>(doorways_.size());
      doorways_.push_back({object.position, {}, ground_[cell] == Ground::kDoorway, {}, {}});
    }
    doorways_[zone_[cell]].doors.push_back(i);
  }
  for (std::size_t cell = 0; cell < cell_count(); ++cell) {
    const bool free = ground_[cell] == Ground::kFloor || ground_[cell] == Ground::kRamp;
    if (free && zone_[cell] == kNone) fill_zone(cell);
  }
  for (Doorway& doorway : doorways_) connect(doorway);
}

std::size_t ZoneMap::cell_count() const { return std::size_t{sheets_} * depth_ * width_; }

std::size_t ZoneMap::index_of(const Position& position) const {
  return (std::size_t{position.sheet} * depth_ + position.z) * width_ + position.x;
}

Position ZoneMap::position_of(std::size_t index) const {
  return {static_cast<std::uint32_t>(index / width_ / depth_),
          static_cast<std::uint32_t>(index / width_ % depth_),
          static_cast<std::uint32_t>(index % width_)};
}

bool ZoneMap::is_inside(const Position& position) const {
  return position.sheet < sheets_ && position.z < depth_ && position.x < width_;
}

ZoneMap::Ground ZoneMap::ground_of(const Level& level, const Position& position,
                                   Sheets sheets) const {
  const std::span<const Object> objects = objects_at(level, position);
  const auto blocks = [](const Object& object) { return is_in_the_way(object.thing); };
  const auto overhead = [](const Object& object) { return is_overhead(object.thing); };
  const bool door = holds(objects, Thing::kDoor) || holds(objects, Thing::kOpenDoor);
  const bool ramp = sheets == Sheets::kAll && holds(objects, Thing::kRamp);
  bool ground = holds(objects, Thing::kFloor) || ramp;
  if (sheets == Sheets::kAll && position.sheet > 0) {
    const auto below = objects_at(level, {position.sheet - 1, position.z, position.x});
    ground = ground || holds(below, Thing::kWall) || holds(below, Thing::kWallWithExtinguisher);
  }
  bool free = ground && std::none_of(objects.begin(), objects.end(), blocks);
  if (free && !ramp && sheets == Sheets::kAll) {
    const auto above = objects_at(level, {position.sheet + 1, position.z, position.x});
    free = std::none_of(above.begin(), above.end(), overhead);
  }
  if (door) return free && !ramp ? Ground::kDoorway : Ground::kBlockedDoorway;
  if (!free) return Ground::kNone;
  return ramp ? Ground::kRamp : Ground::kFloor;
}

// The height of a cell's ground on one of its sides; nothing where one cannot leave it.
std::optional<std::uint32_t> ZoneMap::height(std::size_t cell, Direction side) const {
  const std::uint32_t sheet = position_of(cell).sheet;
  switch (ground_[cell]) {
    case Ground::kNone: return std::nullopt;
    case Ground::kFloor:
    case Ground::kDoorway:
    case Ground::kBlockedDoorway: return sheet;
    case Ground::kRamp: break;
  }
  if (side == climb_[cell]) return sheet + 1;
  if (side == opposite(climb_[cell])) return sheet;
  return std::nullopt;
}

std::vector<std::size_t> ZoneMap::neighbours(std::size_t cell) const {
  std::vector<std::size_t> result;
  const Position here = position_of(cell);
  for (const Direction side : kSides) {
    const std::optional<std::uint32_t> mine = height(cell, side);
    if (!mine) continue;
    Position there = beside(here, side);
    // What meets this height begins at it, or is a ramp from the sheet below.
    for (there.sheet = *mine; there.sheet + 1 >= *mine && is_inside({0, there.z, there.x});
         --there.sheet) {
      if (is_inside(there) && height(index_of(there), opposite(side)) == mine) {
        result.push_back(index_of(there));
      }
      if (there.sheet == 0) break;
    }
  }
  return result;
}

std::vector<Position> ZoneMap::neighbours(const Position& position) const {
  std::vector<Position> result;
  if (!is_inside(position)) return result;
  for (const std::size_t cell : neighbours(index_of(position))) result.push_back(position_of(cell));
  return result;
}

void ZoneMap::fill_zone(std::size_t first) {
  const auto number = static_cast<std::uint32_t>(zones_.size());
  std::vector<std::size_t> cells = {first};
  zone_[first] = number;
  for (std::size_t next = 0; next < cells.size(); ++next) {
    for (const std::size_t other : neighbours(cells[next])) {
      const bool free = ground_[other] == Ground::kFloor || ground_[other] == Ground::kRamp;
      if (!free || zone_[other] != kNone) continue;
      zone_[other] = number;
      cells.push_back(other);
    }
  }
  std::sort(cells.begin(), cells.end());
  Zone zone;
  for (const std::size_t cell : cells) zone.cells.push_back(position_of(cell));
  zones_.push_back(std::move(zone));
}

void ZoneMap::connect(Doorway& doorway) {
  for (const std::size_t cell : neighbours(index_of(doorway.position))) {
    const bool door = ground_[cell] == Ground::kDoorway || ground_[cell] == Ground::kBlockedDoorway;
    (door ? doorway.doorways : doorway.zones).push_back(zone_[cell]);
  }
  sort_and_unique(doorway.zones);
  sort_and_unique(doorway.doorways);
}

std::optional<std::size_t> ZoneMap::zone_at(const Position& position) const {
  if (!is_inside(position)) return std::nullopt;
  const Ground ground = ground_[index_of(position)];
  if (ground != Ground::kFloor && ground != Ground::kRamp) return std::nullopt;
  return zone_[index_of(position)];
}

std::optional<std::size_t> ZoneMap::doorway_at(const Position& position) const {
  if (!is_inside(position)) return std::nullopt;
  const Ground ground = ground_[index_of(position)];
  if (ground != Ground::kDoorway && ground != Ground::kBlockedDoorway) return std::nullopt;
  return zone_[index_of(position)];
}

}  // namespace questproof::labrecruits
