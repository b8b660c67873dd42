// SPDX-License-Identifier: MIT
#include "worker/offers.h"

#include <algorithm>

#include "worker/survey.h"

namespace questproof {
namespace {

constexpr double kNoGoal = 4;            // looks at other doors, against those at the goal
constexpr double kUsualSurprise = 0.25;  // a look with this chance is worth its way
constexpr double kMostPriceOfLook = 60;
constexpr double kTriedElsewhere = 25;  // as a way: another one sees to what it does
constexpr std::size_t kLongestTour = 10;

}  // namespace

bool is_useful(const Outlook& outlook, std::size_t door, const Wanted& wanted) {
  if (wanted.left_alone.contains(door)) return false;
  return wanted.all_doors || wanted.goals.contains(door) || outlook.has_new_side(door);
}

bool is_worth_a_test(const Outlook& outlook, std::size_t door, const Wanted& wanted) {
  if (outlook.is_given_up(Errand::Kind::kLook, door)) return false;
  // What is open lets one through already.
  const bool open = outlook.belief().is_open(door);
  return is_useful(outlook, door, wanted) &&
         (!open || wanted.all_wires || wanted.goals.contains(door));
}

double price_of_look(double surprise, std::size_t door, const Wanted& wanted) {
  const double weight =
      std::clamp(kUsualSurprise / std::max(surprise, 1e-9), kLeastPriceOfLook, kMostPriceOfLook);
  return wanted.goals.empty() || wanted.goals.contains(door) ? weight : weight * kNoGoal;
}

double value_of_look(const KnownDoor& known, const Presses& open, std::size_t door,
                     const Wanted& wanted) {
  const double surprise = known.wires.surprise_of(open);
  const double told = wanted.all_wires ? known.wires.wires_told_by(open) : 0;
  return 1 / price_of_look(std::max(surprise, told), door, wanted);
}

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
    case Errand::Kind::kSee:
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
    const double told = belief.buttons()[button].tried_elsewhere ? kTriedElsewhere : 0;
    add({Errand::Kind::kPress, button, outlook_.routes().cost(node) + 1 + told});
  }
}

void Offers::add_task(const AgentTask& task) {
  const Belief& belief = outlook_.belief();
  const Routes& routes = outlook_.routes();
  if (const auto door = belief.door(task.object)) {
    if (belief.is_certain(*door) && belief.is_open(*door) != task.wanted_truth()) return;
    const std::size_t node = outlook_.view_node(*door);
    if (node == Terrain::kNowhere) return;
    // Where it is taken to be as it shall be, it only has to be seen; else it is a look like others.
    if (belief.is_open(*door) != task.wanted_truth()) return;
    add({Errand::Kind::kLook, *door, (routes.cost(node) + 1) * kLeastPriceOfLook});
  } else if (const auto button = belief.button(task.object)) {
    const std::size_t node = outlook_.button_node(*button);
    if (node != Terrain::kNowhere) add({Errand::Kind::kPress, *button, routes.cost(node)});
  } else if (const SeenObject* object = belief.object(task.object)) {
    const std::size_t node = belief.terrain().at(object->at);
    if (node != Terrain::kNowhere) add({Errand::Kind::kVisit, node, routes.cost(node)});
  }
}

// Doors of which it is open how they are after some presses.
std::vector<LookStop> Offers::open_doors(const Presses& presses, const Wanted& wanted) const {
  const Belief& belief = outlook_.belief();
  std::vector<LookStop> stops;
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    if (!is_useful(outlook_, door, wanted)) continue;
    if (outlook_.is_given_up(Errand::Kind::kLook, door)) continue;
    const KnownDoor& known = belief.doors()[door];
    const Presses open = known.wires.open_part(presses);
    if (open.any())
      stops.push_back({door, known.last.at, value_of_look(known, open, door, wanted)});
  }
  return stops;
}

void Offers::add_looks(const Wanted& wanted) {
  for (const LookStop& stop : open_doors(outlook_.belief().presses(), wanted)) {
    const std::size_t node = outlook_.view_node(stop.door);
    if (node == Terrain::kNowhere) continue;
    add({Errand::Kind::kLook, stop.door, (outlook_.routes().cost(node) + 1) / stop.value});
  }
}

// Where all wires count, a test costs less when other doors are looked at as well, after its own. (With a task it does not
// pay to count these: they are seldom what leads on.)
double Offers::price_of_test(const PressTour& tour, std::size_t door, const Wanted& wanted) const {
  if (!wanted.all_wires) return tour.length * price_of_look(tour.surprise, door, wanted);
  const Belief& belief = outlook_.belief();
  Presses presses = belief.presses();
  for (const std::size_t button : tour.buttons) presses.flip(bit_of_button(button));
  const PressPlanner& planner = outlook_.planner();
  const std::size_t place = outlook_.zones().place_of[outlook_.button_node(tour.buttons.back())];
  const std::vector<bool> reached = planner.reachable(place, planner.doors_after(presses));
  std::vector<LookStop> stops = open_doors(presses, wanted);
  std::erase_if(stops, [&](const LookStop& stop) {
    const std::vector<std::size_t>& sides = outlook_.zones().sides[stop.door];
    return stop.door == door || std::none_of(sides.begin(), sides.end(),
                                             [&](std::size_t side) { return reached[side]; });
  });
  const KnownDoor& known = belief.doors()[door];
  const double value = value_of_look(known, known.wires.open_part(presses), door, wanted);
  return find_look_round(std::move(stops), known.last.at, tour.length, value).price();
}

void Offers::add_experiments(const Wanted& wanted) {
  const Belief& belief = outlook_.belief();
  const TourFinder tours(outlook_);
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    if (!is_worth_a_test(outlook_, door, wanted)) continue;
    const double least = distance(outlook_.at(), belief.doors()[door].last.at) * kLeastPriceOfLook;
    if (best_ && least >= best_->cost) continue;
    const auto tour = tours.find(door, kLongestTour);
    if (!tour) continue;
    Errand errand = {Errand::Kind::kPress, tour->buttons.front(),
                     price_of_test(*tour, door, wanted)};
    errand.also.assign(tour->buttons.begin() + 1, tour->buttons.end());
    errand.then = door;
    add(errand);
  }
}

void Offers::add_survey(const Wanted& wanted) {
  for (const Survey& survey : find_surveys(outlook_, wanted)) add(survey.errand());
}

}  // namespace questproof
