// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "worker/outlook.h"

namespace questproof {

// Buttons to press in turn, and then to look at a door: a test of many wires at once. When each is unlikely, it
// is found out sooner by groups that any of them opens or closes the door (group testing, Dorfman 1943).
struct PressTour {
  std::vector<std::size_t> buttons;
  double length = 0;    // of the way, with something for each press
  double surprise = 0;  // the chance that the door is not as guessed then
  double price() const { return length / surprise; }
};

// Finds tours from where the agent stands.
class TourFinder {
 public:
  // The outlook outlives it.
  explicit TourFinder(const Outlook& outlook);

  // A tour with a low price, among those with up to `most` buttons that the learned model lets an agent walk: buttons
  // are put in greedily, each where it makes the price lowest (cheapest insertion). Nothing when no reachable button
  // would tell anything.
  std::optional<PressTour> find(std::size_t door, std::size_t most) const;

 private:
  struct Stop {
    std::size_t button = 0;
    std::size_t place = 0;
    Point at;
    double way = 0;  // from the agent
  };

  double length_of(const std::vector<std::size_t>& stops, const Point& door) const;
  bool can_walk(const std::vector<std::size_t>& stops, std::size_t door) const;

  const Outlook& outlook_;
  std::vector<Stop> stops_;  // all that can be reached now
};

}  // namespace questproof
