// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "games/live/observation.h"
#include "worker/outlook.h"

namespace questproof {

// Doors that are looked at one after the other. A press makes looks at many doors worth while, so what counts is how far
// one walks for what they tell together, not how near the nearest is.
struct LookRound {
  std::vector<std::size_t> doors;  // in turn
  double length = 0;               // of all that is done, as a way
  double value = 0;                // of all looks
  double price() const { return length / value; }
};

// A door that can be looked at, and what that is worth: above 0.
struct LookStop {
  std::size_t door = 0;
  Point at;
  double value = 1;
};

// A round with a low price, of as many doors as make it lowest: to what has been done before, up to a point, the stop
// that makes the price lowest is added again and again. Ways are straight lines, somewhat lengthened. Without doors where
// there are no stops, and where what was done before has a lower price without.
LookRound find_look_round(std::vector<LookStop> stops, const Point& from, double length,
                          double value);

// From where the agent stands: for each stop that can be reached, the round that begins there.
std::vector<LookRound> find_look_rounds(const Outlook& outlook, const std::vector<LookStop>& stops);

}  // namespace questproof
