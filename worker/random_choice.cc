// SPDX-License-Identifier: MIT
#include "worker/random_choice.h"

#include <vector>

#include "worker/offers.h"

namespace questproof {

std::optional<Errand> RandomChoice::choose(const Outlook& outlook) {
  Offers exploring(outlook);
  exploring.add_exploring();
  std::vector<Errand> others;
  for (std::size_t button = 0; button < outlook.belief().buttons().size(); ++button) {
    const Errand errand = {Errand::Kind::kPress, button, 0};
    if (outlook.button_node(button) != Terrain::kNowhere &&
        !outlook.is_given_up(errand.kind, button)) {
      others.push_back(errand);
    }
  }
  for (std::size_t door = 0; door < outlook.belief().doors().size(); ++door) {
    const Errand errand = {Errand::Kind::kLook, door, 0};
    if (outlook.view_node(door) != Terrain::kNowhere && !outlook.is_given_up(errand.kind, door)) {
      others.push_back(errand);
    }
  }
  if (exploring.best() && (others.empty() || random_() % 2 == 0)) return exploring.best();
  if (others.empty()) return std::nullopt;
  return others[random_() % others.size()];
}

}  // namespace questproof
