// SPDX-License-Identifier: MIT
#include "tests/support/random_edges.h"

#include <map>
#include <random>
#include <string>

namespace questproof::testing_support {
namespace {

constexpr std::uint32_t kButtons = 4;
constexpr std::uint32_t kDoors = 3;

std::string button_name(std::uint32_t i) { return "b" + std::to_string(i) + (i == 2 ? "/2" : ""); }
std::string door_name(std::uint32_t i) { return "door " + std::to_string(i); }

SeenObject thing(const std::string& id, bool is_door) {
  SeenObject thing;
  thing.id = id;
  thing.type = is_door ? "door" : "button";
  thing.at = {static_cast<double>(id.size()), 0, 0.1};
  thing.usable = !is_door;
  if (is_door) thing.blocks = true;
  return thing;
}

}  // namespace

std::vector<Edge> random_edges(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Edge> edges;
  const std::uint32_t wires = static_cast<std::uint32_t>(random());
  for (std::uint64_t run = 1; run <= 3; ++run) {
    const std::uint64_t session = run < 3 ? 1 : 3;
    std::uint64_t update = 0;
    std::uint64_t number = 0;
    const auto note = [&](EdgeBody body) { edges.push_back({std::move(body), {run, update}}); };
    note(RunBegin{run, session, static_cast<std::uint32_t>(run - session), "maze", 1, {0.1, 0, 2}});
    for (std::uint32_t i = 0; i < kButtons; ++i) note(ThingEdge{thing(button_name(i), false)});
    for (std::uint32_t i = 0; i < kDoors; ++i) note(ThingEdge{thing(door_name(i), true)});
    std::map<std::string, bool> noted;
    for (int step = 0; step < 25; ++step) {
      update += random() % 4;
      const std::uint32_t place = static_cast<std::uint32_t>(random() % 20);
      const auto fresh = [&](const EdgeBody& body) {
        if (!noted.emplace(key_of(body), true).second) return;
        note(body);
      };
      fresh(PlaceEdge{{place, {place * 1.5, 0, 0.3}, {place + 1}}});
      const std::uint32_t button = static_cast<std::uint32_t>(random() % kButtons);
      const std::uint32_t door = static_cast<std::uint32_t>(random() % kDoors);
      fresh(PressEdge{button_name(button)});
      fresh(StateEdge{door_name(door), "isOpen", random() % 2 == 0 ? "true" : "false"});
      fresh(TransitionEdge{button_name(button), door_name(door), "isOpen", "true", "false"});
      if (random() % 9 == 0) fresh(TroubleEdge{button_name(button), "crash"});
      SightingEdge sighting = {run, ++number, session, update, door_name(door), false, {}};
      for (std::uint32_t i = 0; i < kButtons; ++i) {
        if (random() % 2 == 0) continue;
        sighting.presses.push_back(button_name(i));
        sighting.open = sighting.open != ((wires >> (door * kButtons + i) & 1U) != 0);
      }
      if (random() % 20 == 0) sighting.open = !sighting.open;
      note(std::move(sighting));
    }
    note(TaskEdge{run, session, "door 1.isOpen", update, static_cast<double>(update) * 0.1, 3.25});
    note(RunEnd{run, update, static_cast<double>(update) * 0.1, 12, true, false, "done"});
  }
  return edges;
}

}  // namespace questproof::testing_support
