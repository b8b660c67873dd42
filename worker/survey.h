// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "worker/errand.h"
#include "worker/look_round.h"
#include "worker/offers.h"
#include "worker/outlook.h"

namespace questproof {

// A step to learn all wires of a level: looks that tell something, after the press of a button or without. In a large
// level, where every button has to be told from every door, the ways between them are nearly all there is.
struct Survey {
  std::optional<std::size_t> button;  // to be pressed first
  LookRound round;                    // each look counts as 1
  // The first thing to do. A press is for the look at the first door.
  Errand errand() const;
};

// From where the agent stands: one for each door of which it is open how it is, that this door comes first, and one for
// each button after whose press a look would tell something.
std::vector<Survey> find_surveys(const Outlook& outlook, const Wanted& wanted);

}  // namespace questproof
