// SPDX-License-Identifier: MIT
#include "worker/press_planner.h"

#include <algorithm>
#include <queue>
#include <unordered_set>
#include <utility>

namespace questproof {
namespace {

constexpr double kPressCost = 4;
constexpr double kDetour = 1.4;  // how much longer ways are than straight lines

struct Step {
  Presses presses;
  std::size_t place = 0;
  std::size_t button = 0;  // pressed last
  std::size_t before = 0;  // index of a step
  double cost = 0;
};

struct Seen {
  Presses presses;
  std::size_t component = 0;
  bool operator==(const Seen&) const = default;
};

struct SeenHash {
  std::size_t operator()(const Seen& seen) const {
    return std::hash<Presses>{}(seen.presses) * 31 + seen.component;
  }
};

}  // namespace

PressPlanner::PressPlanner(const Belief& belief, const KnownZones& zones,
                           std::vector<bool> may_press)
    : belief_(belief), zones_(zones), may_press_(std::move(may_press)) {
  for (const KnownButton& button : belief.buttons()) {
    std::vector<std::size_t>& places = button_places_.emplace_back();
    if (button.node != Terrain::kNowhere && button.node < zones.place_of.size()) {
      places.push_back(zones.place_of[button.node]);
    }
  }
}

std::vector<bool> PressPlanner::doors_after(const Presses& presses) const {
  std::vector<bool> open;
  for (const KnownDoor& door : belief_.doors()) open.push_back(door.wires.guessed_state(presses));
  return open;
}

std::vector<bool> PressPlanner::reachable(std::size_t place, const std::vector<bool>& open) const {
  std::vector<bool> reached(zones_.places.size(), false);
  std::vector<std::size_t> queue = {place};
  reached[place] = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const std::size_t other : zones_.places[queue[next]].beside) {
      const std::vector<std::size_t>& doors = zones_.places[other].doors;
      if (reached[other] ||
          !std::all_of(doors.begin(), doors.end(), [&](std::size_t door) { return open[door]; })) {
        continue;
      }
      reached[other] = true;
      queue.push_back(other);
    }
  }
  return reached;
}

PressPlanner::Plan PressPlanner::find(std::size_t start_place, const Point& start, bool open_wires,
                                      std::size_t most, const Wish& wish) const {
  const std::size_t button_count = belief_.buttons().size();
  std::vector<bool> counts(button_count, false);
  std::vector<std::vector<std::size_t>> toggles(button_count);
  for (std::size_t button = 0; button < button_count; ++button) {
    for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
      const ParitySystem& wires = belief_.doors()[door].wires;
      if (wires.guess()[bit_of_button(button)]) toggles[button].push_back(door);
      if (open_wires && !wires.wire(button)) counts[button] = true;
    }
    counts[button] = (counts[button] || !toggles[button].empty()) && may_press_[button] &&
                     !button_places_[button].empty();
  }
  using Entry = std::pair<double, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<Step> steps = {{belief_.presses(), start_place, button_count, 0, 0}};
  queue.emplace(0, 0);
  std::unordered_set<Seen, SeenHash> seen;
  Plan plan;
  while (!queue.empty()) {
    const std::size_t at = queue.top().second;
    queue.pop();
    const Step step = steps[at];
    const std::vector<bool> open = doors_after(step.presses);
    const std::vector<bool> reached = reachable(step.place, open);
    const auto component =
        static_cast<std::size_t>(std::find(reached.begin(), reached.end(), true) - reached.begin());
    if (!seen.insert({step.presses, component}).second) continue;
    if (wish({reached, step.presses, open})) {
      plan.found = true;
      plan.cost = step.cost;
      for (std::size_t i = at; steps[i].button != button_count; i = steps[i].before) {
        plan.buttons.push_back(steps[i].button);
      }
      std::reverse(plan.buttons.begin(), plan.buttons.end());
      return plan;
    }
    if (seen.size() >= most) return plan;
    const Point from = step.button == button_count ? start : belief_.buttons()[step.button].last.at;
    for (std::size_t button = 0; button < button_count; ++button) {
      if (!counts[button]) continue;
      const auto place = std::find_if(button_places_[button].begin(), button_places_[button].end(),
                                      [&](std::size_t each) { return reached[each]; });
      if (place == button_places_[button].end()) continue;
      Step next = {step.presses, *place, button, at, 0};
      next.presses.flip(bit_of_button(button));
      next.cost =
          step.cost + kPressCost + kDetour * distance(from, belief_.buttons()[button].last.at);
      queue.emplace(next.cost, steps.size());
      steps.push_back(std::move(next));
    }
  }
  plan.exhausted = true;
  return plan;
}

}  // namespace questproof
