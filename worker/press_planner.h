// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "worker/belief.h"
#include "worker/known_zones.h"

namespace questproof {

// Searches the learned model for presses that lead to something: cheapest first, by the lengths of the
// ways between buttons (uniform cost). States are the parities of the buttons that matter, with the
// places that the agent can walk to; doors are as the guesses of their wires have them.
class PressPlanner {
 public:
  // A state of the model that is asked about.
  struct Situation {
    const std::vector<bool>& reached;  // places
    const Presses& presses;
    const std::vector<bool>& open;  // doors
  };
  struct Plan {
    std::vector<std::size_t> buttons;  // to press in turn; empty: it holds already
    double cost = 0;                   // of the presses and the ways between them
    bool found = false;
    bool exhausted = false;  // not found, and there are no other states
  };
  using Wish = std::function<bool(const Situation&)>;

  // `may_press`: by button; those that must not be touched stay as they are.
  PressPlanner(const Belief& belief, const KnownZones& zones, std::vector<bool> may_press);

  // From where the agent is. With `open_wires`, buttons count for which it is open whether they do
  // anything; else only those that are taken to toggle some door. Looks at `most` states at most.
  Plan find(std::size_t start_place, const Point& start, bool open_wires, std::size_t most,
            const Wish& wish) const;

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
