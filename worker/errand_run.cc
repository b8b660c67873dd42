// SPDX-License-Identifier: MIT
#include "worker/errand_run.h"

#include <algorithm>
#include <array>

namespace questproof {
namespace {

constexpr double kNear = 0.25;          // a node is reached
constexpr std::size_t kLookAhead = 14;  // nodes of a path that a short cut may skip
constexpr double kProgress = 0.05;
constexpr unsigned kPatience = 3;  // updates without progress
constexpr unsigned kHeldUp = 16;
constexpr unsigned kCarefulNodes = 8;
constexpr unsigned kPressAttempts = 8;  // a button may have to rest
constexpr unsigned kStepsOverEdge = 6;  // in each direction, there and back
constexpr unsigned kSidesOfNode = 4;

}  // namespace

ErrandRun::ErrandRun(const Errand& errand, const Outlook& outlook)
    : belief_(outlook.belief()), errand_(errand), reach_(outlook.reach()) {
  const std::size_t target = outlook.target_of(errand);
  if (target == Terrain::kNowhere || !outlook.routes().is_reachable(target)) {
    end(true);
  } else {
    path_ = outlook.routes().path(target);
    // Out of a doorway that has closed one gets on either side, but not to its middle.
    if (path_.size() > 1 && !belief_.is_passable(path_[0])) next_ = 1;
  }
}

bool ErrandRun::is_over(std::uint64_t update) const {
  switch (errand_.kind) {
    case Errand::Kind::kExplore: return !is_frontier(belief_.terrain(), errand_.what);
    case Errand::Kind::kLook: return belief_.doors()[errand_.what].seen_at == update;
    case Errand::Kind::kPress: return pressed_;
    case Errand::Kind::kSee: return !belief_.remembered_nodes().contains(errand_.what);
    case Errand::Kind::kVisit:
    case Errand::Kind::kRestart: return false;
  }
  return false;
}

std::optional<Action> ErrandRun::end(bool failed) {
  over_ = true;
  failed_ = failed;
  return std::nullopt;
}

void ErrandRun::take(const View& view, std::uint64_t update) {
  if (last_ && last_->kind == Action::Kind::kUse) {
    pressed_ = view.refused.empty();
    if (!pressed_ && ++attempts_ >= kPressAttempts) end(true);
  } else if (edge_step_ == 0 && !path_.empty()) {
    watch_progress(view.at);
  }
  if (is_over(update)) over_ = true;
}

// Who comes no nearer is held up by something that the short cut missed: back to the path, node by node.
void ErrandRun::watch_progress(const Point& at) {
  const Terrain& terrain = belief_.terrain();
  const double left = distance(at, terrain.node(path_[next_]).at);
  if (next_ != toward_ || left < nearest_ - kProgress) {
    toward_ = next_;
    nearest_ = left;
    stalled_ = 0;
    return;
  }
  if (++stalled_ <= kPatience || careful_ > 0) return;
  careful_ = kCarefulNodes;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    if (distance(at, terrain.node(path_[i]).at) < distance(at, terrain.node(path_[next_]).at)) {
      next_ = i;
    }
  }
}

std::optional<Action> ErrandRun::next(const View& view, std::uint64_t update) {
  last_.reset();
  if (over_) return std::nullopt;
  if (++steps_ > path_.size() * 30 + 60 || stalled_ > kHeldUp) return end(true);
  const Point& at = view.at;
  const Terrain& terrain = belief_.terrain();
  if (edge_step_ > 0) return last_ = step_over_edge();
  if (errand_.kind == Errand::Kind::kPress) {
    const KnownButton& button = belief_.buttons()[errand_.what];
    if (distance(at, button.last.at) <= reach_ - 0.05) return last_ = Action::use(button.id);
  }
  while (next_ + 1 < path_.size() && floor_distance(at, terrain.node(path_[next_]).at) < kNear) {
    ++next_;
    if (careful_ > 0) --careful_;
  }
  if (next_ + 1 >= path_.size() && floor_distance(at, terrain.node(path_.back()).at) < kNear) {
    return last_ = at_the_end(update);
  }
  if (careful_ == 0) take_short_cut(at, update);
  if (next_ > 0 && !belief_.is_passable(path_[next_])) return end(false);
  if (stalled_ > 6 && stalled_ % 2 == 0) {
    const std::size_t here = terrain.at(at);
    if (here != Terrain::kNowhere) return last_ = Action::move(terrain.node(here).at);
  }
  return last_ = Action::move(terrain.node(path_[next_]).at);
}

void ErrandRun::take_short_cut(const Point& at, std::uint64_t update) {
  const auto is_harmless = [&](std::size_t node) { return belief_.danger(node, update) <= 0; };
  // Up to where the path is harmless.
  std::size_t last = next_;
  while (last + 1 < path_.size() && last < next_ + kLookAhead && is_harmless(path_[last])) ++last;
  if (!is_harmless(path_[last])) --last;
  for (std::size_t ahead = last; ahead > next_ && ahead < path_.size(); --ahead) {
    if (!is_clear(belief_, at, belief_.terrain().node(path_[ahead]).at, is_harmless)) continue;
    next_ = ahead;
    return;
  }
}

std::optional<Action> ErrandRun::at_the_end(std::uint64_t update) {
  if (errand_.kind == Errand::Kind::kExplore) return step_over_edge();
  // A door is not seen from where it should be, or a button is out of reach.
  return end(!is_over(update));
}

// What lies beyond the edge may be hidden until one is nearly there, as the top of a ramp is: a step in
// each direction shows it.
std::optional<Action> ErrandRun::step_over_edge() {
  constexpr std::array<std::pair<double, double>, kSidesOfNode> kSides = {
      {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  const Terrain& terrain = belief_.terrain();
  const Point& middle = terrain.node(errand_.what).at;
  while (is_frontier(terrain, errand_.what) && edge_step_ < kSidesOfNode * kStepsOverEdge) {
    const auto& [x, z] = kSides[edge_step_ / kStepsOverEdge];
    const unsigned part = edge_step_ % kStepsOverEdge;
    const Point beyond = {middle.x + x * terrain.spacing(), middle.y,
                          middle.z + z * terrain.spacing()};
    if (part == 0 && terrain.at(beyond) != Terrain::kNowhere) {
      edge_step_ += kStepsOverEdge;
      continue;
    }
    ++edge_step_;
    return Action::move(part < kStepsOverEdge / 2 ? beyond : middle);
  }
  return end(is_frontier(terrain, errand_.what));
}

}  // namespace questproof
