// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "worker/errand.h"
#include "worker/offers.h"
#include "worker/outlook.h"

namespace questproof {

// Learning all wires of a level, in rounds: a press of one button makes looks at many doors worth while, so what counts
// is how far one walks for each look that tells something, not how near the nearest is. (In a large level, where
// every button has to be told from every door, the ways between them are nearly all there is.)
//
// A round starts where the agent stands, or at a button that it presses first, and goes on to the nearest door of
// which it is open how it is then, again and again (nearest neighbour tour). Its price is its length by the number of
// these looks, for the best number.
struct Survey {
  std::optional<std::size_t> button;  // to be pressed first
  std::vector<std::size_t> doors;     // to be looked at, in turn
  double price = 0;                   // the length of the way, for each look
  // Its first step. A press is for the look at its first door.
  Errand errand() const;
};

// One from where the agent stands, and one for each button after whose press a look would tell something.
std::vector<Survey> find_surveys(const Outlook& outlook, const Wanted& wanted);

}  // namespace questproof
