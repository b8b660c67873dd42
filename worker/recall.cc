// SPDX-License-Identifier: MIT
#include "worker/recall.h"

#include <fmt/format.h>

#include <optional>

#include "core/base/error.h"

namespace questproof {
namespace {

void expect(bool known, const SightingEdge& sighting, const std::string& thing) {
  if (known) return;
  throw Error(Error::Kind::kInput,
              fmt::format("what was learned is not whole: run {} saw {}, of which nothing else is "
                          "known; begin with a new --memory",
                          sighting.run, thing));
}

DoorSighting as_believed(const SightingEdge& sighting, std::uint64_t run, const Belief& belief) {
  const std::optional<std::size_t> door = belief.door(sighting.door);
  expect(door.has_value(), sighting, sighting.door);
  DoorSighting result = {sighting.update, *door, sighting.open, no_presses(),
                         sighting.run == run ? 0 : sighting.run};
  for (const std::string& id : sighting.presses) {
    const std::optional<std::size_t> button = belief.button(id);
    expect(button && *button < belief.buttons().size(), sighting, id);
    result.presses.flip(bit_of_button(*button));
  }
  return result;
}

}  // namespace

bool recall_door(const DoorEvidence& evidence, const std::vector<SightingEdge>& news,
                 std::uint64_t run, Belief& belief) {
  bool told = false;
  if (evidence.disputes().empty()) {
    for (const SightingEdge& sighting : news) {
      if (run != 0 && sighting.run == run) continue;
      told = belief.recall_sighting(as_believed(sighting, run, belief)).wires || told;
    }
    return told;
  }
  std::vector<DoorSighting> counted;
  for (std::size_t i = evidence.counted_from(); i < evidence.sightings().size(); ++i) {
    counted.push_back(as_believed(evidence.sightings()[i], run, belief));
  }
  if (!counted.empty()) belief.relearn(counted.front().door, counted);
  return true;
}

void recall(const EdgeBook& book, std::uint64_t run, Belief& belief) {
  std::vector<TerrainNode> places;
  std::vector<SeenObject> things;
  for (const auto& [key, edge] : book.edges()) {
    if (const auto* place = std::get_if<PlaceEdge>(&edge.body)) places.push_back(place->node);
    if (const auto* thing = std::get_if<ThingEdge>(&edge.body)) things.push_back(thing->thing);
  }
  belief.recall(places, things);
  for (const auto& [key, edge] : book.edges()) {
    if (const auto* press = std::get_if<PressEdge>(&edge.body)) belief.recall_press(press->button);
  }
  for (const auto& [door, evidence] : book.doors()) {
    recall_door(evidence, evidence.sightings(), run, belief);
  }
}

}  // namespace questproof
