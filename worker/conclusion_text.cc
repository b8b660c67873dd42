// SPDX-License-Identifier: MIT
#include "worker/conclusion_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json ids_json(const std::vector<SightingId>& ids) {
  Json json = Json::array();
  for (const SightingId& id : ids) json.push_back(Json::array({id.run, id.number}));
  return json;
}

}  // namespace

std::string encode(const KnownPair& pair) {
  Json json = {{"button", pair.button}, {"door", pair.door}};
  json["wired"] = pair.wired ? Json(*pair.wired) : Json();
  if (pair.wired_if_closed) json["wired_if_closed_at_start"] = *pair.wired_if_closed;
  json["confidence"] = pair.confidence;
  json["runs_for"] = pair.witnesses.wired;
  json["runs_against"] = pair.witnesses.not_wired;
  json["disputed"] = pair.disputed;
  json["evidence"] = ids_json(pair.evidence);
  return text_of(json);
}

std::string encode(const Dispute& dispute, const std::string& door) {
  Json json = {{"door", door}};
  json["newer"] = Json::array({dispute.newer.run, dispute.newer.number});
  json["older"] = ids_json(dispute.older);
  json["buttons"] = dispute.buttons;
  json["settled_by"] = dispute.settled_by
                           ? Json::array({dispute.settled_by->run, dispute.settled_by->number})
                           : Json();
  return text_of(json);
}

std::string encode_zone(const KnownZones& zones, const Belief& belief, std::size_t place) {
  const KnownZones::Place& zone = zones.places[place];
  const Point& at = belief.terrain().node(zone.node).at;
  Json json = {{"sample", Json::array({at.x, at.y, at.z})}};
  json["places"] = std::count(zones.place_of.begin(), zones.place_of.end(), place);
  json["doorway_of"] = Json::array();
  for (const std::size_t door : zone.doors) json["doorway_of"].push_back(belief.doors()[door].id);
  json["buttons"] = Json::array();
  for (const KnownButton& button : belief.buttons()) {
    if (button.node != Terrain::kNowhere && zones.place_of[button.node] == place) {
      json["buttons"].push_back(button.id);
    }
  }
  json["beside"] = zone.beside;
  json["goes_on"] = !zone.edge.empty();
  return text_of(json);
}

}  // namespace questproof
