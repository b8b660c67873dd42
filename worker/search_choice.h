// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "worker/chooser.h"
#include "worker/closing_checks.h"
#include "worker/offers.h"
#include "worker/play.h"
#include "worker/press_planner.h"

namespace questproof {

// The decisions of the agent. After the online search of Shirzadehhajimahmood, Prasetya, Dignum and Dastani (2022):
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
// - Where it has too little health to walk where something harmful stays, and nothing else is left to do, the game
//   is begun anew, as long as that brings something new.
// - When nothing is left that play could tell, each button is tried once more (ClosingChecks).
// - It ends when nothing is left that play could tell: then the task is impossible on the learned model. It has not
//   settled, whatever is left, where a door contradicted what was certain of it: that door does not toggle; nor
//   where anything rests on what earlier runs saw alone.
class SearchChoice final : public Chooser {
 public:
  // `play` and `given_up` outlive it.
  SearchChoice(const Play& play, const PlayerOptions& options, const GivenUp& given_up);

  std::optional<Errand> choose(const Outlook& outlook) override;
  void on_news(const Belief::News& news) override;
  void on_press(const Errand& errand) override;
  void on_given_up(const Errand& errand) override;
  void on_restart() override {
    plan_.clear();
    out_of_sight_.clear();
    closing_for_ = 0;
  }
  void on_hand_over() override;
  std::optional<std::size_t> wants_agent() const override { return wanted_agent_; }
  bool has_settled() const override { return settled_; }
  std::string what_is_open() const override { return closing_.what_is_open(); }
  bool is_patient() const override { return closing_.have_begun(); }

 private:
  Wanted wanted_doors(const Outlook& outlook) const;
  std::optional<Errand> nearest(const Outlook& outlook) const;
  std::optional<Errand> planned(const Outlook& outlook, const std::optional<Errand>& nearest);
  std::optional<Errand> tested(const Outlook& outlook, const std::optional<Errand>& nearest);
  std::optional<Errand> next_press_of_plan(const Outlook& outlook);
  std::optional<Errand> next_look(const Outlook& outlook);
  std::optional<Errand> elsewhere(const Outlook& outlook);
  std::optional<Errand> last_experiment(const Outlook& outlook);
  std::optional<Errand> last_check(const Outlook& outlook);
  std::optional<Errand> recovered(const Outlook& outlook);
  Fellows::Plan told_of(const Errand& errand, const Belief& belief) const;
  std::optional<Errand> decide(const Outlook& outlook);
  std::optional<PressPlanner::Plan> plan_for_tasks(const Outlook& outlook, std::size_t most_states);
  std::optional<PressPlanner::Plan> plan_for(const Outlook& outlook,
                                             const std::map<std::size_t, bool>& wanted,
                                             std::size_t most_states);
  PressPlanner::Plan plan_ahead(const Outlook& outlook, std::size_t most_states, bool any_work);
  std::uint64_t model_mark(const Outlook& outlook) const;
  std::vector<PressPlanner::Start> starts(const Outlook& outlook) const;
  bool adopt(const PressPlanner::Plan& plan);
  bool is_work(const Errand& errand) const;
  bool has_work_here(const Outlook& outlook) const;
  bool is_closing(const Outlook& outlook) const;
  bool is_learning_all() const { return options_.complete && play_.open_tasks().empty(); }

  const Play& play_;
  PlayerOptions options_;
  const GivenUp& given_up_;
  // Doors that open tasks are about, and the states in which they shall be seen.
  std::map<std::size_t, bool> wanted_;
  std::set<std::size_t> goals_;

  std::optional<std::size_t> look_next_;               // what an experiment was made for
  std::uint64_t no_plan_for_ = 0;                      // the model_mark() for which there was none
  std::deque<PressPlanner::Press> plan_;               // still to be done
  std::optional<std::size_t> wanted_agent_;            // that has the next one
  std::optional<std::size_t> plan_goal_;               // the door of a task that they lead to
  bool all_doors_ = false;                             // look at doors that lead nowhere new, too
  std::map<std::size_t, std::uint64_t> out_of_sight_;  // by door: until when it is not tested
  std::uint64_t recovered_with_ = 0;  // what was known when the game was begun anew for health
  ClosingChecks closing_;
  std::uint64_t closing_for_ = 0;  // the model_mark() of which nothing is left to learn
  bool settled_ = false;           // all that was left was tried
};

}  // namespace questproof
