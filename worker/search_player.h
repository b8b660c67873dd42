// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "worker/belief.h"
#include "worker/known_zones.h"
#include "worker/player.h"
#include "worker/press_planner.h"
#include "worker/routes.h"
#include "worker/session.h"

namespace questproof {

// The agent. After the online search of Shirzadehhajimahmood, Prasetya, Dignum and Dastani (2022):
// explore, press, look, and keep a model of what was learned. What it does otherwise:
//
// - What a button does is not charged to the last press but derived from all sightings (ParitySystem), so
//   no wire is held for certain that is not.
// - Errands are taken by cost, nearest first: unseen terrain, buttons that were never pressed, doors of
//   which it is open how they are. A button is pressed when it is come by, not when a door asks for it.
// - When none is left it solves the guessed model (PressPlanner) for the task, then for anything new, and
//   acts on that. A surprise is a new equation, so each failure makes the model better and no
//   combination is tried twice.
// - When the model has no way, it makes the experiment that tells most cheaply something that is open.
// - It ends when nothing is left that play could tell: then the task is impossible on the learned model.
class SearchPlayer {
 public:
  SearchPlayer(Session& session, const PlayerOptions& options);

  PlayResult run();

  const Belief& belief() const { return belief_; }
  // Where the agent stood at the start of the game.
  const Point& start() const { return start_; }

 private:
  struct Errand {
    enum class Kind { kExplore, kPress, kLook, kVisit };
    Kind kind = Kind::kExplore;
    std::size_t what = 0;  // node, button, door, node
    double cost = 0;
    std::optional<std::size_t> then = std::nullopt;  // kPress: the door to look at after it
  };

  // Perception.
  void perceive();
  bool act(const Action& action);  // false when the session is over
  void check_task();

  // Decisions.
  void look_around();
  std::optional<Errand> choose();
  std::optional<Errand> nearest_errand();
  std::optional<Errand> scripted_errand();
  std::optional<Errand> random_errand();
  PressPlanner::Plan plan_ahead(std::size_t most_states) const;
  std::uint64_t model_mark() const;
  void offer_experiments(std::optional<Errand>& best) const;
  std::optional<Errand> next_press_of_plan();
  std::optional<Errand> next_look();
  bool adopt(const PressPlanner::Plan& plan);
  void offer(std::optional<Errand>& best, const Errand& errand) const;
  void offer_exploring(std::optional<Errand>& best) const;
  void offer_presses(std::optional<Errand>& best) const;
  void offer_looks(std::optional<Errand>& best) const;
  void offer_goal(std::optional<Errand>& best) const;
  bool is_useful(std::size_t door) const;
  double toggle_chance(std::size_t button) const;
  double change_weight(std::size_t door, const Presses& presses) const;
  bool has_new_side(std::size_t door, const std::vector<bool>& reached) const;
  bool is_work(std::size_t place) const;
  std::size_t button_node(std::size_t button) const;  // cheapest from where it can be pressed
  std::size_t view_node(std::size_t door) const;      // cheapest from where it can be seen
  bool is_frontier(std::size_t node) const;
  std::size_t goal_door() const;
  std::vector<bool> pressable() const;

  // Acts.
  bool carry_out(const Errand& errand);
  bool is_over(const Errand& errand) const;
  std::size_t target_of(const Errand& errand) const;
  bool press(std::size_t button);
  bool walk(const std::vector<std::size_t>& path);
  bool step_over_edge(std::size_t node);
  void give_up(const Errand& errand);
  bool is_given_up(Errand::Kind kind, std::size_t what) const;
  std::uint64_t knowledge() const;

  Session& session_;
  PlayerOptions options_;
  Belief belief_;
  Belief::News news_;
  PlayResult result_;
  unsigned restarts_ = 0;
  std::size_t script_at_ = 0;
  std::mt19937_64 random_;
  Point start_;
  double reach_ = 1.5;

  // Made anew for each decision.
  std::unique_ptr<Routes> routes_;
  std::unique_ptr<KnownZones> zones_;
  std::unique_ptr<PressPlanner> planner_;
  std::size_t place_ = KnownZones::kNone;
  std::vector<bool> reached_;
  std::vector<double> chance_;  // by button: that it toggles a door of which that is open

  std::optional<std::size_t> look_next_;  // what an experiment was made for
  std::uint64_t no_plan_for_ = 0;         // the model_mark() for which there was none
  std::deque<std::size_t> plan_;          // buttons still to be pressed
  std::map<std::pair<Errand::Kind, std::size_t>, std::uint64_t> given_up_;  // until which update
  bool all_doors_ = false;  // look at doors that lead nowhere new, too
  bool careful_ = false;    // from node to node, without short cuts
  bool settled_ = false;    // all that was left was tried
};

}  // namespace questproof
