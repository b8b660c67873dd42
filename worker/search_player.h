// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "worker/belief.h"
#include "worker/chooser.h"
#include "worker/errand.h"
#include "worker/play.h"
#include "worker/player.h"
#include "worker/session.h"

namespace questproof {

// The agent: takes one errand after the other, as its chooser has it (SearchChoice, unless the options ask for
// another one), carries it out, and ends when the task is done or nothing is left to do.
class SearchPlayer {
 public:
  // The session outlives it.
  SearchPlayer(Session& session, const PlayerOptions& options);

  PlayResult run();

  const Belief& belief() const { return play_.belief(); }
  // Where the agent stood at the start of the game.
  const Point& start() const { return play_.start(); }

 private:
  void play();
  bool is_finished() const { return play_.is_done() && !options_.complete; }
  bool carry_out(const Errand& errand, const Outlook& outlook);
  bool wait_for_fellows(bool& goes_on);
  bool is_moot(const Errand& errand) const;
  bool hand_over();
  bool has_died_enough() const;
  bool has_died() const;
  void give_up(const Errand& errand);
  std::string reason(bool goes_on) const;
  std::uint64_t knowledge() const;

  PlayerOptions options_;
  const Session& session_;
  Play play_;
  GivenUp given_up_;
  std::unique_ptr<Chooser> chooser_;
  std::size_t idle_agents_ = 0;  // that found nothing to do, one after the other
  bool cannot_ask_all_ = false;  // an agent could not take over: what it might do is not known
  unsigned fruitless_ = 0;       // errands since anything was learned
};

}  // namespace questproof
