// SPDX-License-Identifier: MIT
#include "games/live/observation.h"

#include <fmt/format.h>

#include <cmath>

namespace questproof {

double distance(const Point& a, const Point& b) {
  return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

double floor_distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.z - b.z); }

std::string to_string(const Action& action) {
  switch (action.kind) {
    case Action::Kind::kWait: return "wait";
    case Action::Kind::kUse: return "use " + action.what;
    case Action::Kind::kChoose: return "choose " + action.what;
    case Action::Kind::kMove: break;
  }
  return fmt::format("move to ({:.2f}, {:.2f}, {:.2f})", action.to.x, action.to.y, action.to.z);
}

}  // namespace questproof
