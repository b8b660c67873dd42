// SPDX-License-Identifier: MIT
#include "worker/routes.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace questproof {
namespace {

constexpr double kBody = 0.33;

}  // namespace

Routes::Routes(const Belief& belief, const Point& from, std::uint64_t update, bool all_doors_open) {
  const Terrain& terrain = belief.terrain();
  cost_.assign(terrain.size(), kUnreachable);
  before_.assign(terrain.size(), Terrain::kNowhere);
  const std::size_t start = belief.standing_at(from);
  if (start == Terrain::kNowhere) return;
  std::vector<char> can_enter;  // by node
  for (std::size_t node = 0; node < terrain.size(); ++node) {
    can_enter.push_back(belief.is_passable(node) || (all_doors_open && terrain.node(node).seen));
  }
  using Entry = std::pair<double, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  cost_[start] = 0;
  queue.emplace(0, start);
  std::vector<double> danger(terrain.size(), -1);
  while (!queue.empty()) {
    const auto [cost, node] = queue.top();
    queue.pop();
    if (cost > cost_[node]) continue;
    const auto danger_of = [&](std::size_t other) {
      if (danger[other] < 0) danger[other] = belief.danger(other, update);
      return danger[other];
    };
    // `beside`: what harms at the corners that are passed.
    const auto step = [&](std::size_t other, double beside) {
      const double total = cost + distance(terrain.node(node).at, terrain.node(other).at) +
                           danger_of(other) + beside;
      if (total >= cost_[other]) return;
      cost_[other] = total;
      before_[other] = node;
      queue.emplace(total, other);
    };
    for (const std::size_t other : terrain.node(node).to) {
      if (can_enter[other] != 0) step(other, 0);
    }
    for (const Terrain::Diagonal& diagonal : terrain.diagonals(node)) {
      if (can_enter[diagonal.to] != 0 && can_enter[diagonal.corners[0]] != 0 &&
          can_enter[diagonal.corners[1]] != 0) {
        step(diagonal.to, danger_of(diagonal.corners[0]) + danger_of(diagonal.corners[1]));
      }
    }
  }
}

std::vector<std::size_t> Routes::path(std::size_t node) const {
  std::vector<std::size_t> result;
  for (std::size_t at = node; at != Terrain::kNowhere; at = before_[at]) result.push_back(at);
  std::reverse(result.begin(), result.end());
  return result;
}

namespace {

// Whether one step leads from a node to another, or across a corner.
bool is_beside(const Terrain& terrain, std::size_t from, std::size_t to) {
  if (from == to) return true;
  const std::vector<std::size_t>& besides = terrain.node(from).to;
  if (std::find(besides.begin(), besides.end(), to) != besides.end()) return true;
  const std::vector<Terrain::Diagonal>& diagonals = terrain.diagonals(from);
  return std::any_of(diagonals.begin(), diagonals.end(),
                     [&](const Terrain::Diagonal& each) { return each.to == to; });
}

}  // namespace

bool is_clear(const Belief& belief, const Point& from, const Point& to,
              const std::function<bool(std::size_t)>& harmless) {
  const Terrain& terrain = belief.terrain();
  const double length = floor_distance(from, to);
  const int samples = std::max(1, static_cast<int>(std::ceil(length / 0.15)));
  std::size_t middle = Terrain::kNowhere;  // the node under the middle of the body
  for (int i = 0; i <= samples; ++i) {
    const double part = static_cast<double>(i) / samples;
    const Point at = {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part,
                      from.z + (to.z - from.z) * part};
    const std::size_t here = terrain.at(at);
    if (here == Terrain::kNowhere) return false;
    // What lies side by side need not be linked: a ramp cannot be stepped on from its side.
    if (middle != Terrain::kNowhere && !is_beside(terrain, middle, here)) return false;
    middle = here;
    for (const double x : {-kBody, 0.0, kBody}) {
      for (const double z : {-kBody, 0.0, kBody}) {
        // The middle counts everywhere, the rim only on the way.
        if (x != 0 && z != 0 && (i == 0 || i == samples)) continue;
        const std::size_t node = terrain.at({at.x + x * 0.95, at.y, at.z + z * 0.95});
        if (node == Terrain::kNowhere || !belief.is_passable(node) || !harmless(node)) return false;
        if (!is_beside(terrain, here, node)) return false;
      }
    }
  }
  return true;
}

}  // namespace questproof
