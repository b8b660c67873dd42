// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "worker/belief.h"
#include "worker/known_zones.h"

namespace questproof {

// Searches the learned model for presses that lead to something: cheapest first, by the lengths of the
// ways between buttons (uniform cost). Doors are as the guesses of their wires have them, and each agent can walk
// to all places that no closed door keeps from it. Where the wish is about doors and places alone, presses that lead
// to the same doors and places are one state; else the parities of the buttons tell states apart.
class PressPlanner {
 public:
  static constexpr std::size_t kMostAgents = 8;
  static constexpr std::size_t kMostDoors =
      256;  // that buttons toggle; of more, some are taken to stay

  // Where an agent is.
  struct Start {
    std::size_t place = 0;
    Point at;
  };
  // A state of the model that is asked about.
  struct Situation {
    const std::vector<char>& reached;  // by place: some agent can walk there
    const std::vector<char>& open;     // by door
    const Presses& presses;            // that led here
    const std::vector<Point>& at;      // by agent: where it pressed last, or started
    double cost = 0;                   // so far
  };
  struct Press {
    std::size_t agent = 0;
    std::size_t button = 0;
    bool operator==(const Press&) const = default;
  };
  struct Plan {
    std::vector<Press> presses;  // in turn; empty: it holds already
    double cost = 0;             // of the presses and the ways between them
    std::size_t states = 0;      // looked at
    bool found = false;
    bool exhausted = false;  // not found, and there are no other states
  };
  using Wish = std::function<bool(const Situation&)>;

  // `may_press`: by button; those that must not be touched stay as they are.
  PressPlanner(const Belief& belief, const KnownZones& zones, std::vector<bool> may_press);

  // With `open_wires`, buttons count for which it is open whether they do anything; else only those that are
  // taken to toggle some door. Looks at `most` states at most. Of more than kMostAgents agents the rest wait.
  Plan find(const std::vector<Start>& agents, bool open_wires, std::size_t most,
            const Wish& wish) const;

  // What something costs in a situation, all in all: infinite where it cannot be had, and never below
  // `least` times the cost so far.
  using Price = std::function<double(const Situation&)>;

  // The presses that lead to where the price is lowest, if it is below `limit`; with open wires. `counts`: by button,
  // those that are tried. The price is the plan's cost.
  Plan find_cheapest(const std::vector<Start>& agents, const std::vector<bool>& counts,
                     std::size_t most, double least, double limit, const Price& price) const;

  // The places one can walk to from a place.
  std::vector<bool> reachable(std::size_t place, const std::vector<bool>& open) const;

  // How the doors are taken to be after these presses.
  std::vector<bool> doors_after(const Presses& presses) const;

  // Zones from which a button can be pressed: where it stands.
  const std::vector<std::size_t>& places_of_button(std::size_t button) const {
    return button_places_[button];
  }

 private:
  const Belief& belief_;
  const KnownZones& zones_;
  std::vector<bool> may_press_;
  std::vector<std::vector<std::size_t>> button_places_;
};

}  // namespace questproof
