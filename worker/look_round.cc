// SPDX-License-Identifier: MIT
#include "worker/look_round.h"

#include <algorithm>
#include <limits>

namespace questproof {
namespace {

constexpr double kDetour = 1.4;         // how much longer ways are than straight lines
constexpr double kLook = 1;             // as long as this way
constexpr std::size_t kMostDoors = 16;  // of a round

}  // namespace

LookRound find_look_round(std::vector<LookStop> stops, const Point& from, double length,
                          double value) {
  LookRound best = {{}, length, value};
  double lowest = value > 0 ? best.price() : std::numeric_limits<double>::infinity();
  LookRound round = best;
  Point at = from;
  while (!stops.empty() && round.doors.size() < kMostDoors) {
    const auto length_with = [&](const LookStop& stop) {
      return round.length + kDetour * distance(at, stop.at) + kLook;
    };
    std::size_t next = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < stops.size(); ++i) {
      const double price = length_with(stops[i]) / (round.value + stops[i].value);
      if (price < least) least = price, next = i;
    }
    round.length = length_with(stops[next]);
    round.value += stops[next].value;
    round.doors.push_back(stops[next].door);
    at = stops[next].at;
    stops.erase(stops.begin() + static_cast<std::ptrdiff_t>(next));
    if (least >= lowest) continue;
    lowest = least;
    best = round;
  }
  return best;
}

std::vector<LookRound> find_look_rounds(const Outlook& outlook,
                                        const std::vector<LookStop>& stops) {
  std::vector<LookStop> reached;
  for (const LookStop& stop : stops) {
    if (outlook.view_node(stop.door) != Terrain::kNowhere) reached.push_back(stop);
  }
  std::vector<LookRound> rounds;
  for (std::size_t first = 0; first < reached.size(); ++first) {
    std::vector<LookStop> rest = reached;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first));
    const LookStop& start = reached[first];
    const double way = outlook.routes().cost(outlook.view_node(start.door)) + kLook;
    LookRound round = find_look_round(std::move(rest), start.at, way, start.value);
    round.doors.insert(round.doors.begin(), start.door);
    rounds.push_back(std::move(round));
  }
  return rounds;
}

}  // namespace questproof
