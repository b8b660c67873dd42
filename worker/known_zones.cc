// SPDX-License-Identifier: MIT
#include "worker/known_zones.h"

#include <algorithm>

namespace questproof {
namespace {

void sort_and_unique(std::vector<std::size_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

KnownZones::KnownZones(const Belief& belief) {
  const Terrain& terrain = belief.terrain();
  place_of.assign(terrain.size(), kNone);
  std::vector<std::size_t> queue;
  for (std::size_t first = 0; first < terrain.size(); ++first) {
    if (!terrain.node(first).seen || place_of[first] != kNone) continue;
    const std::size_t number = places.size();
    Place& place = places.emplace_back();
    place.node = first;
    place.doors = belief.doors_at(first);
    place_of[first] = number;
    queue.assign(1, first);
    for (std::size_t next = 0; next < queue.size(); ++next) {
      bool edge = false;
      for (const std::size_t other : terrain.node(queue[next]).to) {
        if (!terrain.node(other).seen) {
          edge = true;
        } else if (!place.is_doorway() && place_of[other] == kNone &&
                   belief.doors_at(other).empty()) {
          place_of[other] = number;
          queue.push_back(other);
        }
      }
      if (edge) place.edge.push_back(queue[next]);
    }
  }
  for (std::size_t node = 0; node < terrain.size(); ++node) {
    if (place_of[node] == kNone) continue;
    for (const std::size_t other : terrain.node(node).to) {
      if (place_of[other] == kNone || place_of[other] == place_of[node]) continue;
      places[place_of[node]].beside.push_back(place_of[other]);
      places[place_of[other]].beside.push_back(place_of[node]);
    }
  }
  for (Place& place : places) sort_and_unique(place.beside);
  sides.resize(belief.doors().size());
  for (const Place& place : places) {
    for (const std::size_t door : place.doors) {
      sides[door].push_back(place_of[place.node]);
      sides[door].insert(sides[door].end(), place.beside.begin(), place.beside.end());
    }
  }
  for (std::vector<std::size_t>& each : sides) sort_and_unique(each);
}

std::size_t KnownZones::zone_count() const {
  return static_cast<std::size_t>(std::count_if(
      places.begin(), places.end(), [](const Place& place) { return !place.is_doorway(); }));
}

}  // namespace questproof
