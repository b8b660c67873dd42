// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "games/labrecruits/level.h"
#include "games/labrecruits/zones.h"

namespace questproof::labrecruits {

// From where a button can be pressed. The game asks only that the agent is no further than 1.5 from
// it, walls or not: kNear. Published tasks and counts take it that an agent walks up to the button,
// and that means the zone in which it stands: kZone. A button that stands on no floor is pressed from near it anyway.
enum class Reach { kZone, kNear };

// A way between two places, in both directions, where all the doors are open.
struct Way {
  std::size_t from = 0;
  std::size_t to = 0;
  std::vector<std::size_t> doors;  // indexes into Level::objects
  bool operator==(const Way&) const = default;
};

// The places of a level between which it matters where an agent is: zones in which something is, and
// doorways in which something is or that lead into another doorway. They are numbered in reading order
// of zones, then of doorways.
class Places {
 public:
  Places(const Level& level, Sheets sheets, Reach reach);

  std::size_t count() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }  // "zone1", "doorway1"
  const std::vector<Way>& ways() const { return ways_; }
  const ZoneMap& map() const { return map_; }

  // Where an agent stands, where a flag is touched, from where a button can be pressed, and from
  // where a door can be looked at (the places on its sides). Empty where there is none, and for other
  // things.
  const std::vector<std::size_t>& of(std::size_t object) const { return of_object_[object]; }

 private:
  // Zones of the map, and behind them its doorways.
  std::vector<std::size_t> spots_of(const Level& level, const Object& object, Reach reach) const;
  std::optional<std::size_t> spot_at(const Position& position) const;
  std::vector<std::size_t> spots_near(const Position& position) const;
  std::vector<std::size_t> spots_beside(const Doorway& doorway, std::size_t itself) const;
  bool is_special(std::size_t doorway) const;
  void number_places();
  void add_ways();

  ZoneMap map_;
  std::vector<std::vector<std::size_t>> of_object_;
  std::vector<bool> used_;             // by spot
  std::vector<std::size_t> place_of_;  // by spot
  std::vector<std::string> names_;
  std::vector<Way> ways_;
};

}  // namespace questproof::labrecruits
