// SPDX-License-Identifier: MIT
#include "worker/outlook.h"

#include <algorithm>

namespace questproof {
namespace {

std::vector<bool> pressable(const Belief& belief, const GivenUp& given_up, std::uint64_t update) {
  std::vector<bool> may;
  for (std::size_t i = 0; i < belief.buttons().size(); ++i) {
    may.push_back(!given_up.contains(Errand::Kind::kPress, i, update));
  }
  return may;
}

bool contains(const std::vector<std::size_t>& list, std::size_t what) {
  return std::find(list.begin(), list.end(), what) != list.end();
}

}  // namespace

bool is_frontier(const Terrain& terrain, std::size_t node) {
  const std::vector<std::size_t>& to = terrain.node(node).to;
  return std::any_of(to.begin(), to.end(),
                     [&](std::size_t other) { return !terrain.node(other).seen; });
}

Outlook::Outlook(const Belief& belief, const GivenUp& given_up, const Point& at, double reach,
                 std::uint64_t update)
    : belief_(belief),
      given_up_(given_up),
      at_(at),
      reach_(reach),
      update_(update),
      routes_(belief, at, update),
      zones_(belief),
      planner_(belief, zones_, pressable(belief, given_up, update)) {
  const std::size_t node = belief.standing_at(at);
  if (node != Terrain::kNowhere) place_ = zones_.place_of[node];
  if (is_somewhere()) {
    reached_ = planner_.reachable(place_, planner_.doors_after(belief.presses()));
  }
}

bool Outlook::has_new_side(std::size_t door) const {
  for (const std::size_t side : zones_.sides[door]) {
    const KnownZones::Place& place = zones_.places[side];
    if (place.is_doorway() ? !place.edge.empty() : !reached_[side]) return true;
  }
  return false;
}

bool Outlook::is_work(std::size_t place) const {
  const KnownZones::Place& known = zones_.places[place];
  if (std::any_of(known.edge.begin(), known.edge.end(),
                  [&](std::size_t node) { return !is_given_up(Errand::Kind::kExplore, node); })) {
    return true;
  }
  for (std::size_t button = 0; button < belief_.buttons().size(); ++button) {
    if (belief_.is_untried(button) && !is_given_up(Errand::Kind::kPress, button) &&
        contains(planner_.places_of_button(button), place)) {
      return true;
    }
  }
  return false;
}

std::size_t Outlook::button_node(std::size_t button) const {
  const Point& at = belief_.buttons()[button].last.at;
  const std::vector<std::size_t>& places = planner_.places_of_button(button);
  std::size_t best = Terrain::kNowhere;
  for (const std::size_t node : belief_.terrain().around(at, reach_ - 0.15)) {
    if (!routes_.is_reachable(node)) continue;
    if (!places.empty() && !contains(places, zones_.place_of[node])) continue;
    if (best == Terrain::kNowhere || routes_.cost(node) < routes_.cost(best)) best = node;
  }
  return best;
}

std::size_t Outlook::view_node(std::size_t door) const {
  std::size_t best = Terrain::kNowhere;
  const auto offer = [&](std::size_t node) {
    if (!routes_.is_reachable(node)) return;
    if (best == Terrain::kNowhere || routes_.cost(node) < routes_.cost(best)) best = node;
  };
  for (const std::size_t node : belief_.doors()[door].nodes) {
    offer(node);
    for (const std::size_t other : belief_.terrain().node(node).to) offer(other);
  }
  return best;
}

std::size_t Outlook::target_of(const Errand& errand) const {
  switch (errand.kind) {
    case Errand::Kind::kLook: return view_node(errand.what);
    case Errand::Kind::kPress: return button_node(errand.what);
    case Errand::Kind::kExplore:
    case Errand::Kind::kVisit:
    case Errand::Kind::kSee: return errand.what;
    case Errand::Kind::kRestart: return Terrain::kNowhere;
  }
  return Terrain::kNowhere;
}

}  // namespace questproof
