// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "worker/offers.h"
#include "worker/outlook.h"

namespace questproof {

// Presses after which a look at a door is a good test of what is open about its wires, wherever on the learned
// model they lead: through doors that have to be opened first, and with buttons far away. Found by a search over
// the guessed model for the lowest price: the way, the more the less likely the door is to be other than guessed.
struct DoorTest {
  std::vector<std::size_t> buttons;  // to press in turn
  std::size_t door = 0;              // to look at then
  double price = 0;
};

// Nothing when there is none below `limit`.
std::optional<DoorTest> find_door_test(const Outlook& outlook, const Wanted& wanted, double limit);

}  // namespace questproof
