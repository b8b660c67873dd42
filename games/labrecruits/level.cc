// SPDX-License-Identifier: MIT
#include "games/labrecruits/level.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

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

// What follows when a button changes its state once.
class Toggles {
 public:
  struct Effect {
    bool reaches_a_door = false;
    std::set<std::size_t> doors;  // that are toggled an odd number of times
  };

  explicit Toggles(const Level& level) : level_(level) {
    for (const Wire& wire : level.wires) targets_[wire.source].push_back(wire.target);
  }

  const Effect& of(std::size_t button) {
    const auto [known, fresh] = effects_.try_emplace(button);
    Effect& effect = known->second;  // empty when a circle of buttons comes back here
    if (!fresh) return effect;
    for (std::size_t target : targets_[button]) {
      const Object& object = level_.objects[target];
      if (object.is_door()) {
        effect.reaches_a_door = true;
        flip(effect, target);
      } else if (object.is_button()) {
        const Effect& further = of(target);
        effect.reaches_a_door = effect.reaches_a_door || further.reaches_a_door;
        for (std::size_t door : further.doors) flip(effect, door);
      }
    }
    return effect;
  }

 private:
  static void flip(Effect& effect, std::size_t door) {
    if (!effect.doors.insert(door).second) effect.doors.erase(door);
  }

  const Level& level_;
  std::map<std::size_t, std::vector<std::size_t>> targets_;
  std::map<std::size_t, Effect> effects_;  // nodes stay where they are
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

Level lowest_sheet(const Level& level) {
  Level result = level;
  result.sheets = std::min(level.sheets, 1U);
  std::erase_if(result.objects, [](const Object& each) { return each.position.sheet > 0; });
  // Reading order puts the lowest sheet first, so what is left keeps its places.
  std::erase_if(result.wires, [&](const Wire& wire) {
    return wire.source >= result.objects.size() || wire.target >= result.objects.size();
  });
  return result;
}

std::span<const Object> objects_at(const Level& level, const Position& position) {
  const auto before = [](const Object& object, const Position& p) { return object.position < p; };
  const auto after = [](const Position& p, const Object& object) { return p < object.position; };
  const auto first = std::lower_bound(level.objects.begin(), level.objects.end(), position, before);
  const auto last = std::upper_bound(first, level.objects.end(), position, after);
  return {first, last};
}

std::map<std::size_t, std::size_t> row_counts(const Level& level) {
  std::set<std::pair<std::size_t, std::uint32_t>> rows;
  for (const Wire& wire : level.wires) rows.insert({wire.source, wire.row});
  std::map<std::size_t, std::size_t> counts;
  for (const auto& [source, row] : rows) ++counts[source];
  return counts;
}

std::vector<ButtonWiring> button_wirings(const Level& level) {
  Toggles toggles(level);
  const std::map<std::size_t, std::size_t> rows = row_counts(level);
  std::vector<ButtonWiring> result;
  for (std::size_t button = 0; button < level.objects.size(); ++button) {
    if (!level.objects[button].is_button()) continue;
    const Toggles::Effect& effect = toggles.of(button);
    if (!effect.reaches_a_door) continue;
    ButtonWiring wiring{button, {}};
    if (rows.at(button) % 2 == 1) {
      wiring.doors.assign(effect.doors.begin(), effect.doors.end());
    }
    result.push_back(std::move(wiring));
  }
  return result;
}

}  // namespace questproof::labrecruits
