// SPDX-License-Identifier: MIT
#include "worker/door_test.h"

#include <algorithm>
#include <limits>

namespace questproof {
namespace {

constexpr std::size_t kStates = 6000;
constexpr double kWorthwhile = 0.03;  // chance of a wire with which a button is tried

// Buttons that are taken to toggle something, or may well be wired to one of the doors.
std::vector<bool> buttons_to_try(const Belief& belief, const std::vector<std::size_t>& doors) {
  std::vector<bool> counts;
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    const std::size_t bit = bit_of_button(button);
    const bool toggles =
        std::any_of(belief.doors().begin(), belief.doors().end(),
                    [&](const KnownDoor& door) { return door.wires.guess()[bit]; });
    counts.push_back(toggles || std::any_of(doors.begin(), doors.end(), [&](std::size_t door) {
                       return !belief.doors()[door].wires.wire(button) &&
                              belief.odds().chance(button, door) >= kWorthwhile;
                     }));
  }
  return counts;
}

}  // namespace

std::optional<DoorTest> find_door_test(const Outlook& outlook, const Wanted& wanted, double limit) {
  const Belief& belief = outlook.belief();
  const KnownZones& zones = outlook.zones();
  std::vector<std::size_t> doors;
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    if (is_worth_a_test(outlook, door, wanted)) doors.push_back(door);
  }
  DoorTest best;
  double lowest = limit;
  const auto price = [&](const PressPlanner::Situation& situation) {
    double cheapest = std::numeric_limits<double>::infinity();
    for (const std::size_t door : doors) {
      const std::vector<std::size_t>& sides = zones.sides[door];
      if (std::none_of(sides.begin(), sides.end(),
                       [&](std::size_t side) { return situation.reached[side] != 0; })) {
        continue;
      }
      double way = std::numeric_limits<double>::infinity();
      for (const Point& at : situation.at) {
        way = std::min(way, distance(at, belief.doors()[door].last.at));
      }
      const double least = (situation.cost + way) * price_of_look(0.5, door, wanted);
      if (least >= cheapest || least >= lowest) continue;
      const double surprise = belief.doors()[door].wires.surprise(situation.presses);
      if (surprise <= 0) continue;
      const double here = (situation.cost + way) * price_of_look(surprise, door, wanted);
      cheapest = std::min(cheapest, here);
      if (here < lowest) lowest = here, best.door = door;
    }
    return cheapest;
  };
  const PressPlanner::Plan plan = outlook.planner().find_cheapest(
      {outlook.start()}, buttons_to_try(belief, doors), kStates, kLeastPriceOfLook, limit, price);
  if (!plan.found || plan.presses.empty()) return std::nullopt;
  for (const PressPlanner::Press& press : plan.presses) best.buttons.push_back(press.button);
  best.price = plan.cost;
  return best;
}

}  // namespace questproof
