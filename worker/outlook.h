// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "worker/belief.h"
#include "worker/errand.h"
#include "worker/known_zones.h"
#include "worker/press_planner.h"
#include "worker/routes.h"

namespace questproof {

// What an agent makes of its belief at one moment, from where it stands: ways, zones, and what the learned
// model says of doors and buttons. Made anew for each decision; the belief must not change meanwhile.
class Outlook {
 public:
  // `reach`: how far away a button can be pressed.
  Outlook(const Belief& belief, const GivenUp& given_up, const Point& at, double reach,
          std::uint64_t update);

  const Belief& belief() const { return belief_; }
  const Routes& routes() const { return routes_; }
  const KnownZones& zones() const { return zones_; }
  const PressPlanner& planner() const { return planner_; }
  const Point& at() const { return at_; }
  double reach() const { return reach_; }

  // The place where the agent stands; nothing is known of the terrain when there is none.
  bool is_somewhere() const { return place_ != KnownZones::kNone; }
  std::size_t place() const { return place_; }
  PressPlanner::Start start() const { return {place_, at_}; }
  // By place: whether one can walk there as doors seem to stand.
  const std::vector<bool>& reached() const { return reached_; }

  bool is_given_up(Errand::Kind kind, std::size_t what) const {
    return given_up_.contains(kind, what, update_);
  }

  // The nodes that are cheapest to walk to: from where a button can be pressed, a door seen.
  // Terrain::kNowhere when there is none.
  std::size_t button_node(std::size_t button) const;
  std::size_t view_node(std::size_t door) const;
  // Where an errand leads.
  std::size_t target_of(const Errand& errand) const;

  // Whether a door leads to a place that is not reached.
  bool has_new_side(std::size_t door) const;
  // Whether there is something to do at a place once one gets there.
  bool is_work(std::size_t place) const;

 private:
  const Belief& belief_;
  const GivenUp& given_up_;
  Point at_;
  double reach_;
  std::uint64_t update_;
  Routes routes_;
  KnownZones zones_;
  PressPlanner planner_;
  std::size_t place_ = KnownZones::kNone;
  std::vector<bool> reached_;
};

// Whether a step from a node leads to one that was not seen.
bool is_frontier(const Terrain& terrain, std::size_t node);

}  // namespace questproof
