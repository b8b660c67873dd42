// SPDX-License-Identifier: MIT
#include "games/labrecruits/level.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace questproof::labrecruits {
namespace {

constexpr std::array kThings = {
    ThingInfo{"f", Thing::kFloor, "floor", false},
    ThingInfo{"w", Thing::kWall, "wall", false},
    ThingInfo{"wf", Thing::kWallWithExtinguisher, "wall with extinguisher", false},
    ThingInfo{"r", Thing::kRamp, "ramp", false},
    ThingInfo{"ce", Thing::kCeilingSign, "ceiling sign", false},
    ThingInfo{"cl", Thing::kCeilingLamp, "ceiling lamp", false},
    ThingInfo{"t", Thing::kTable, "table", false},
    ThingInfo{"c", Thing::kChair, "chair", false},
    ThingInfo{"bc", Thing::kBookcase, "bookcase", false},
    ThingInfo{"p2", Thing::kDesk, "desk", false},
    ThingInfo{"p3", Thing::kFuseBox, "fuse box", false},
    ThingInfo{"a", Thing::kAgent, "agent", true},
    ThingInfo{"d", Thing::kDoor, "door", true},
    ThingInfo{"od", Thing::kOpenDoor, "open door", true},
    ThingInfo{"b", Thing::kButton, "button", true},
    ThingInfo{"cb", Thing::kColorButton, "colour button", true},
    ThingInfo{"cs", Thing::kColorScreen, "colour screen", true},
    ThingInfo{"g", Thing::kFlag, "flag", true},
    ThingInfo{"m", Thing::kMonster, "monster", true},
    ThingInfo{"npc", Thing::kPerson, "person", true},
    ThingInfo{"npc3", Thing::kPerson, "person", true},
    ThingInfo{"npc5", Thing::kPerson, "person", true},
    ThingInfo{"ng", Thing::kWayPoint, "way point", true},
    ThingInfo{"dhf", Thing::kFire, "fire", false},
    ThingInfo{"dhn", Thing::kMovingHazard, "moving hazard", false},
};

}  // namespace

std::span<const ThingInfo> things() { return kThings; }

const ThingInfo* find_thing(std::string_view text) {
  const auto* found = std::find_if(kThings.begin(), kThings.end(),
                                   [&](const ThingInfo& info) { return info.text == text; });
  return found == kThings.end() ? nullptr : found;
}

std::string_view name_of(Thing thing) {
  return std::find_if(kThings.begin(), kThings.end(),
                      [&](const ThingInfo& info) { return info.thing == thing; })
      ->name;
}

std::span<const Object> objects_at(const Level& level, const Position& position) {
  const auto before = [](const Object& object, const Position& p) { return object.position < p; };
  const auto after = [](const Position& p, const Object& object) { return p < object.position; };
  const auto first = std::lower_bound(level.objects.begin(), level.objects.end(), position, before);
  const auto last = std::upper_bound(first, level.objects.end(), position, after);
  return {first, last};
}

std::vector<ButtonWiring> button_wirings(const Level& level) {
  struct Entry {
    std::set<std::uint32_t> rows;  // lines of the wiring table
    std::map<std::size_t, std::size_t> listed;
  };
  std::map<std::size_t, Entry> entries;
  for (const Wire& wire : level.wires) {
    if (!level.objects[wire.source].is_button()) continue;
    Entry& entry = entries[wire.source];
    entry.rows.insert(wire.where.line);
    if (level.objects[wire.target].is_door()) ++entry.listed[wire.target];
  }
  std::vector<ButtonWiring> result;
  for (const auto& [button, entry] : entries) {
    if (entry.listed.empty()) continue;
    ButtonWiring wiring{button, {}};
    for (const auto& [door, times] : entry.listed) {
      if (times * entry.rows.size() % 2 == 1) wiring.doors.push_back(door);
    }
    result.push_back(std::move(wiring));
  }
  return result;
}

}  // namespace questproof::labrecruits
