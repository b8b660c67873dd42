// SPDX-License-Identifier: MIT
#include "games/labrecruits/object_names.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace questproof::labrecruits {
namespace {

std::string base_name(const Object& object) {
  if (!object.id.empty()) return object.id;
  if (object.is_door()) return "door";
  return object.is_button() ? "button" : std::string(name_of(object.thing));
}

std::string place_name(const Object& object) {
  const Position& at = object.position;
  return at.sheet == 0 ? fmt::format("x{}_z{}", at.x, at.z)
                       : fmt::format("x{}_y{}_z{}", at.x, at.sheet, at.z);
}

}  // namespace

std::vector<std::string> object_names(const Level& level) {
  std::map<std::string, int> uses;
  for (const Object& object : level.objects) {
    if (object.counts()) ++uses[base_name(object)];
  }
  std::vector<std::string> names(level.objects.size());
  std::set<std::string> taken;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Object& object = level.objects[i];
    if (!object.counts()) continue;
    std::string name = base_name(object);
    if (object.id.empty() || uses[name] > 1) name += "_" + place_name(object);
    while (!taken.insert(name).second) name += "_";
    names[i] = std::move(name);
  }
  return names;
}

}  // namespace questproof::labrecruits
