// SPDX-License-Identifier: MIT
#include "worker/offers.h"

#include <algorithm>

namespace questproof {
namespace {

constexpr double kExperiment = 1.3;  // against looks

}  // namespace

std::size_t door_of(const std::optional<AgentTask>& task, const Belief& belief) {
  if (!task) return KnownZones::kNone;
  return belief.door(task->object).value_or(KnownZones::kNone);
}

Fellows::Plan plan_of(const Errand& errand, const Belief& belief) {
  using Kind = Fellows::Plan::Kind;
  switch (errand.kind) {
    case Errand::Kind::kExplore: return {Kind::kExplore, "", belief.terrain().node(errand.what).at};
    case Errand::Kind::kPress:
      return errand.then ? Fellows::Plan{Kind::kTest, belief.doors()[*errand.then].id, {}}
                         : Fellows::Plan{Kind::kPress, belief.buttons()[errand.what].id, {}};
    case Errand::Kind::kLook: return {Kind::kLook, belief.doors()[errand.what].id, {}};
    case Errand::Kind::kVisit:
    case Errand::Kind::kRestart: break;
  }
  return {};
}

void Offers::add(const Errand& errand) {
  if (errand.cost >= Routes::kUnreachable || (best_ && errand.cost >= best_->cost)) return;
  if (outlook_.is_given_up(errand.kind, errand.what)) return;
  Errand offered = errand;
  if (fellows_ != nullptr) offered.cost += fellows_->burden(plan_of(errand, outlook_.belief()));
  if (offered.cost < Routes::kUnreachable && (!best_ || offered.cost < best_->cost)) {
    best_ = offered;
  }
}

void Offers::add_exploring() {
  for (const KnownZones::Place& place : outlook_.zones().places) {
    for (const std::size_t node : place.edge) {
      add({Errand::Kind::kExplore, node, outlook_.routes().cost(node)});
    }
  }
}

void Offers::add_presses() {
  const Belief& belief = outlook_.belief();
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    if (!belief.is_untried(button)) continue;
    const std::size_t node = outlook_.button_node(button);
    if (node == Terrain::kNowhere) continue;
    add({Errand::Kind::kPress, button, outlook_.routes().cost(node) + 1});
  }
}

void Offers::add_task(const AgentTask& task) {
  const Belief& belief = outlook_.belief();
  const Routes& routes = outlook_.routes();
  if (const auto door = belief.door(task.object)) {
    if (belief.is_certain(*door) && belief.is_open(*door) != task.wanted_truth()) return;
    const std::size_t node = outlook_.view_node(*door);
    if (node != Terrain::kNowhere) add({Errand::Kind::kLook, *door, routes.cost(node) / 2});
  } else if (const auto button = belief.button(task.object)) {
    const std::size_t node = outlook_.button_node(*button);
    if (node != Terrain::kNowhere) add({Errand::Kind::kPress, *button, routes.cost(node)});
  } else if (const SeenObject* object = belief.object(task.object)) {
    const std::size_t node = belief.terrain().at(object->at);
    if (node != Terrain::kNowhere) add({Errand::Kind::kVisit, node, routes.cost(node)});
  }
}

bool Offers::is_useful(std::size_t door, const std::set<std::size_t>& goals, bool all_doors) const {
  return all_doors || goals.contains(door) || outlook_.has_new_side(door);
}

void Offers::add_looks(const std::set<std::size_t>& goals, bool all_doors) {
  const Belief& belief = outlook_.belief();
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    if (belief.is_certain(door) || !is_useful(door, goals, all_doors)) continue;
    const std::size_t node = outlook_.view_node(door);
    if (node == Terrain::kNowhere) continue;
    add({Errand::Kind::kLook, door,
         (outlook_.routes().cost(node) + 1) * outlook_.change_weight(door, belief.presses())});
  }
}

void Offers::add_experiments(const std::set<std::size_t>& goals, bool all_doors) {
  const Belief& belief = outlook_.belief();
  const PressPlanner& planner = outlook_.planner();
  std::vector<std::size_t> doors;
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    if (!outlook_.is_given_up(Errand::Kind::kLook, door) && is_useful(door, goals, all_doors)) {
      doors.push_back(door);
    }
  }
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    if (outlook_.is_given_up(Errand::Kind::kPress, button)) continue;
    const std::size_t node = outlook_.button_node(button);
    if (node == Terrain::kNowhere) continue;
    const double way = outlook_.routes().cost(node);
    if (best_ && way >= best_->cost) continue;
    Presses after = belief.presses();
    after.flip(bit_of_button(button));
    std::vector<bool> reached;
    for (const std::size_t door : doors) {
      const KnownDoor& known = belief.doors()[door];
      const double back = distance(belief.buttons()[button].last.at, known.last.at);
      const double weight = goals.contains(door) ? 1 : kExperiment;
      Errand errand = {Errand::Kind::kPress, button, (way + back + 2) * weight / 2, door};
      if ((best_ && errand.cost >= best_->cost) || known.wires.state(after)) continue;
      errand.cost *= 2 * outlook_.change_weight(door, after);
      if (best_ && errand.cost >= best_->cost) continue;
      if (reached.empty()) {
        reached = planner.reachable(outlook_.zones().place_of[node], planner.doors_after(after));
      }
      const std::vector<std::size_t>& sides = outlook_.zones().sides[door];
      if (std::any_of(sides.begin(), sides.end(),
                      [&](std::size_t side) { return reached[side]; })) {
        add(errand);
      }
    }
  }
}

}  // namespace questproof
