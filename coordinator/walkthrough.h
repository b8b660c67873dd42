// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "core/search/trace.h"

namespace questproof {

// A way through the game as it was written, with the values after every step: a trace that has been
// replayed. A plain value.
struct Walkthrough {
  struct Played {
    Step step;  // all branches that ran
    Valuation after;
    bool is_move = false;  // walking about that is free, and not counted (core/model/free_moves.h)
    bool operator==(const Played&) const = default;
  };

  std::size_t variant = 0;
  std::string start;  // for people: "variant 'by night'", "the given state"
  Valuation first;
  std::vector<Played> steps;
  bool operator==(const Walkthrough&) const = default;

  const Valuation& last() const { return steps.empty() ? first : steps.back().after; }
  const Valuation& before(std::size_t step) const {
    return step == 0 ? first : steps[step - 1].after;
  }

  // Steps that are counted.
  std::size_t length() const;
  // The last of them. Requires: there is one.
  std::size_t last_counted() const;
};

// A variable that a step left with another value.
struct Change {
  VariableId variable;
  Value from = 0;
  Value to = 0;
  bool operator==(const Change&) const = default;
};

std::vector<Change> changes_between(const Valuation& before, const Valuation& after);

// "ITEM_ROPE 0 -> 1"
std::string change_text(const GameModel& model, const Change& change);

// Where an event happens for the player: its own scene, else the scene of the state, or the position when
// there is one person who walks about; else "".
std::string scene_of(const GameModel& model, const Event& event, const Valuation& before);

// "activate the crab", with what chance did and who triggers it when that is not the player.
std::string step_text(const GameModel& model, const Step& step);

}  // namespace questproof
