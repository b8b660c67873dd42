// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "worker/belief.h"
#include "worker/errand.h"
#include "worker/outlook.h"

namespace questproof {

// Decides what a player does next.
class Chooser {
 public:
  Chooser() = default;
  Chooser(const Chooser&) = delete;
  Chooser& operator=(const Chooser&) = delete;
  virtual ~Chooser() = default;

  // The next errand; nothing when there is none any more.
  virtual std::optional<Errand> choose(const Outlook& outlook) = 0;

  // What came of the last one: told after each update in which something did.
  virtual void on_news(const Belief::News& /*news*/) {}
  virtual void on_press(const Errand& /*errand*/) {}
  virtual void on_given_up(const Errand& /*errand*/) {}
  virtual void on_restart() {}
  virtual void on_hand_over() {}

  // After there was no errand for one of several agents: which other one is to go on.
  virtual std::optional<std::size_t> wants_agent() const { return std::nullopt; }

  // After the last errand: nothing is left that play could tell.
  virtual bool has_settled() const { return false; }
  // Where it has not: what it is that keeps it from that, if it can be named.
  virtual std::string what_is_open() const { return ""; }
  // Goes on even when nothing new has been learned for long.
  virtual bool is_patient() const { return true; }
};

}  // namespace questproof
