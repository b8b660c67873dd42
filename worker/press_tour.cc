// SPDX-License-Identifier: MIT
#include "worker/press_tour.h"

#include <algorithm>

namespace questproof {
namespace {

constexpr double kDetour = 1.4;  // how much longer ways are than straight lines
constexpr double kPress = 2;     // as long as this way
constexpr double kLeastSurprise = 1e-6;

}  // namespace

TourFinder::TourFinder(const Outlook& outlook) : outlook_(outlook) {
  const std::vector<KnownButton>& buttons = outlook.belief().buttons();
  for (std::size_t button = 0; button < buttons.size(); ++button) {
    if (outlook.is_given_up(Errand::Kind::kPress, button)) continue;
    const std::size_t node = outlook.button_node(button);
    if (node == Terrain::kNowhere) continue;
    stops_.push_back({button, outlook.zones().place_of[node], buttons[button].last.at,
                      outlook.routes().cost(node)});
  }
}

double TourFinder::length_of(const std::vector<std::size_t>& stops, const Point& door) const {
  double length = stops_[stops.front()].way + kPress * static_cast<double>(stops.size());
  for (std::size_t i = 1; i < stops.size(); ++i) {
    length += kDetour * distance(stops_[stops[i - 1]].at, stops_[stops[i]].at);
  }
  return length + kDetour * distance(stops_[stops.back()].at, door);
}

// As the guesses have the doors after each press.
bool TourFinder::can_walk(const std::vector<std::size_t>& stops, std::size_t door) const {
  const PressPlanner& planner = outlook_.planner();
  Presses presses = outlook_.belief().presses();
  std::size_t place = outlook_.place();
  for (const std::size_t stop : stops) {
    if (!planner.reachable(place, planner.doors_after(presses))[stops_[stop].place]) return false;
    place = stops_[stop].place;
    presses.flip(bit_of_button(stops_[stop].button));
  }
  const std::vector<bool> reached = planner.reachable(place, planner.doors_after(presses));
  const std::vector<std::size_t>& sides = outlook_.zones().sides[door];
  return std::any_of(sides.begin(), sides.end(), [&](std::size_t side) { return reached[side]; });
}

std::optional<PressTour> TourFinder::find(std::size_t door, std::size_t most) const {
  const KnownDoor& known = outlook_.belief().doors()[door];
  std::vector<Presses> open_of;  // what a press of each stop's button leaves open
  for (const Stop& stop : stops_) {
    Presses press;
    press.set(bit_of_button(stop.button));
    open_of.push_back(known.wires.open_part(press));
  }
  std::vector<std::size_t> tour;
  Presses open = known.wires.open_part(outlook_.belief().presses());
  PressTour best;
  while (tour.size() < most) {
    std::vector<std::size_t> better;
    PressTour found = best;
    for (std::size_t stop = 0; stop < stops_.size(); ++stop) {
      if (open_of[stop].none() || std::find(tour.begin(), tour.end(), stop) != tour.end()) continue;
      const double surprise = known.wires.surprise_of(open ^ open_of[stop]);
      if (surprise < kLeastSurprise) continue;
      for (std::size_t at = 0; at <= tour.size(); ++at) {
        std::vector<std::size_t> longer = tour;
        longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(at), stop);
        const double length = length_of(longer, known.last.at);
        if (found.surprise > 0 && length / surprise >= found.price()) continue;
        if (!can_walk(longer, door)) continue;
        found = {{}, length, surprise};
        better = std::move(longer);
      }
    }
    if (better.empty()) break;
    open ^= open_of[*std::find_if(better.begin(), better.end(), [&](std::size_t stop) {
      return std::find(tour.begin(), tour.end(), stop) == tour.end();
    })];
    tour = std::move(better);
    best = found;
  }
  if (tour.empty()) return std::nullopt;
  for (const std::size_t stop : tour) best.buttons.push_back(stops_[stop].button);
  return best;
}

}  // namespace questproof
