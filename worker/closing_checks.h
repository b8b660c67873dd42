// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "worker/errand.h"
#include "worker/outlook.h"
#include "worker/play.h"
#include "worker/press_planner.h"

namespace questproof {

// What is done when nothing is left that play could tell, before that is believed: what follows from the equations
// of the doors is tried once more, button by button.
//
// Each button is pressed, as far as the learned model has a way to that, with each door closed and with it open, and
// after none, an odd and an even number of presses of its own; and each door that can be walked to both before and after the
// press is looked at then, whether it is taken to be wired or not. So a button that only opens, only closes, or
// works once contradicts the equations sooner or later. Where a press can be looked at only together with others, that is done
// as often. What earlier runs saw is seen again on
// the way: places, doors, and buttons that this run has not pressed.
//
// The checks have passed when there is nothing more of that kind in any state of the model, from the start of the game,
// too: where an agent has locked itself in, or has too little health left, the game is begun anew.
class ClosingChecks {
 public:
  // `play` outlives it.
  ClosingChecks(const Play& play, const GivenUp& given_up, bool may_restart)
      : play_(play), given_up_(given_up), may_restart_(may_restart) {}

  // The next errand. Nothing: the checks have passed, or cannot go on.
  std::optional<Errand> next(const Outlook& outlook);
  bool have_begun() const { return begun_; }
  bool have_passed() const { return passed_; }
  // Where they have begun and not passed: what is open.
  std::string what_is_open() const;

 private:
  using Pair = std::pair<std::size_t, std::size_t>;  // a button, a door

  bool is_new(std::size_t button, std::size_t door, bool open) const;
  bool wants_more(std::size_t button, std::size_t door, bool open) const;
  bool can_look_after(const Outlook& outlook, std::size_t button, std::size_t door,
                      std::vector<bool> open) const;
  std::optional<Errand> seen_again(const Outlook& outlook) const;
  std::optional<Errand> telling_look(const Outlook& outlook) const;
  std::optional<Errand> press(const Outlook& outlook) const;
  std::optional<Errand> look_before_press(const Outlook& outlook) const;
  std::optional<Errand> planned(const Outlook& outlook);
  std::optional<Errand> begun_anew(const Outlook& outlook);
  bool wishes_for(const Outlook& outlook, const PressPlanner::Situation& situation);
  bool leads_to_start(const Outlook& outlook) const;
  bool wants_first_presses() const;
  bool wants_joint(std::size_t button, std::size_t door) const;
  std::optional<Errand> joint_look(const Outlook& outlook) const;
  std::optional<Errand> joint_press(const Outlook& outlook);
  std::uint64_t progress(const Belief& belief) const;

  const Play& play_;
  const GivenUp& given_up_;
  bool may_restart_;
  bool begun_ = false;
  bool passed_ = false;
  bool exhausted_ = false;  // all states of the model were looked at
  std::uint64_t known_ = 0;
  unsigned fruitless_ = 0;
  std::optional<std::uint64_t> restarted_with_;  // the progress() at the last restart
  Pair wished_ = {0, 0};
  std::set<Pair> hopeless_;  // the model has a way to them, and the game has not
};

}  // namespace questproof
