// SPDX-License-Identifier: MIT
#include "games/labrecruits/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace questproof::labrecruits {
namespace {

constexpr std::size_t kNoPlace = static_cast<std::size_t>(-1);

void sort_and_unique(std::vector<std::size_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

bool has_floor(const Level& level, const Position& position) {
  const std::span<const Object> objects = objects_at(level, position);
  return std::any_of(objects.begin(), objects.end(),
                     [](const Object& object) { return object.thing == Thing::kFloor; });
}

}  // namespace

Places::Places(const Level& level, Sheets sheets, Reach reach)
    : map_(level, sheets),
      of_object_(level.objects.size()),
      used_(map_.zones().size() + map_.doorways().size(), false) {
  const std::size_t zones = map_.zones().size();
  for (std::size_t i = 0; i < map_.doorways().size(); ++i) {
    const Doorway& doorway = map_.doorways()[i];
    for (const std::size_t zone : doorway.zones) used_[zone] = true;
    used_[zones + i] = is_special(i);
  }
  for (std::size_t i = 0; i < level.objects.size(); ++i) {
    if (!level.objects[i].counts()) continue;
    of_object_[i] = spots_of(level, level.objects[i], reach);
    if (level.objects[i].is_door()) continue;
    for (const std::size_t spot : of_object_[i]) used_[spot] = true;
  }
  number_places();
  for (std::size_t i = 0; i < level.objects.size(); ++i) {
    std::vector<std::size_t> places;
    for (const std::size_t spot : of_object_[i]) {
      if (used_[spot]) places.push_back(place_of_[spot]);
    }
    of_object_[i] = std::move(places);
  }
  add_ways();
}

std::vector<std::size_t> Places::spots_of(const Level& level, const Object& object,
                                          Reach reach) const {
  if (object.is_door()) {
    const std::optional<std::size_t> doorway = map_.doorway_at(object.position);
    if (!doorway) return {};  // on a sheet that nobody walks on
    return spots_beside(map_.doorways()[*doorway], map_.zones().size() + *doorway);
  }
  std::optional<std::size_t> spot = spot_at(object.position);
  if (object.is_button() && (reach == Reach::kNear || !has_floor(level, object.position))) {
    return spots_near(object.position);
  }
  // An agent is taller than a cell: it touches a flag that hangs above its floor.
  if (object.thing == Thing::kFlag && !spot && object.position.sheet > 0) {
    spot = spot_at({object.position.sheet - 1, object.position.z, object.position.x});
  }
  return spot ? std::vector{*spot} : std::vector<std::size_t>{};
}

std::optional<std::size_t> Places::spot_at(const Position& position) const {
  if (const auto zone = map_.zone_at(position)) return *zone;
  const std::optional<std::size_t> doorway = map_.doorway_at(position);
  if (!doorway || !map_.doorways()[*doorway].passable) return std::nullopt;
  return map_.zones().size() + *doorway;
}

// All that has a cell with its middle within 1.5.
std::vector<std::size_t> Places::spots_near(const Position& position) const {
  std::vector<std::size_t> result;
  for (int sheet = -1; sheet <= 1; ++sheet) {
    for (int z = -1; z <= 1; ++z) {
      for (int x = -1; x <= 1; ++x) {
        if (sheet * sheet + z * z + x * x > 2) continue;  // the square of 1.5, rounded down
        const Position there = {position.sheet + static_cast<std::uint32_t>(sheet),
                                position.z + static_cast<std::uint32_t>(z),
                                position.x + static_cast<std::uint32_t>(x)};
        if (const auto spot = spot_at(there)) result.push_back(*spot);
      }
    }
  }
  sort_and_unique(result);
  return result;
}

std::vector<std::size_t> Places::spots_beside(const Doorway& doorway, std::size_t itself) const {
  std::vector<std::size_t> result = doorway.zones;
  for (const std::size_t other : doorway.doorways) {
    if (map_.doorways()[other].passable) result.push_back(map_.zones().size() + other);
  }
  if (doorway.passable) result.push_back(itself);
  sort_and_unique(result);
  return result;
}

// One that leads into another doorway.
bool Places::is_special(std::size_t doorway) const {
  const Doorway& here = map_.doorways()[doorway];
  return here.passable &&
         std::any_of(here.doorways.begin(), here.doorways.end(),
                     [&](std::size_t other) { return map_.doorways()[other].passable; });
}

void Places::number_places() {
  const std::size_t zones = map_.zones().size();
  place_of_.assign(used_.size(), kNoPlace);
  std::size_t doorways = 0;
  for (std::size_t spot = 0; spot < used_.size(); ++spot) {
    if (!used_[spot]) continue;
    place_of_[spot] = names_.size();
    names_.push_back(spot < zones ? fmt::format("zone{}", names_.size() + 1)
                                  : fmt::format("doorway{}", ++doorways));
  }
}

void Places::add_ways() {
  const std::size_t zones = map_.zones().size();
  for (std::size_t i = 0; i < map_.doorways().size(); ++i) {
    const Doorway& doorway = map_.doorways()[i];
    if (!doorway.passable) continue;
    if (!used_[zones + i]) {
      for (std::size_t a = 0; a < doorway.zones.size(); ++a) {
        for (std::size_t b = a + 1; b < doorway.zones.size(); ++b) {
          ways_.push_back(
              {place_of_[doorway.zones[a]], place_of_[doorway.zones[b]], doorway.doors});
        }
      }
      continue;
    }
    for (const std::size_t zone : doorway.zones) {
      ways_.push_back({place_of_[zone], place_of_[zones + i], doorway.doors});
    }
    for (const std::size_t other : doorway.doorways) {
      if (other <= i || !map_.doorways()[other].passable) continue;
      std::vector<std::size_t> doors = doorway.doors;
      const std::vector<std::size_t>& more = map_.doorways()[other].doors;
      doors.insert(doors.end(), more.begin(), more.end());
      ways_.push_back({place_of_[zones + i], place_of_[zones + other], std::move(doors)});
    }
  }
}

}  // namespace questproof::labrecruits
