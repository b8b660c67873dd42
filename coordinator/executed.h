// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// What one way of running an event did, statement by statement. Points into the event.
struct Executed {
  std::vector<const Statement*> writes;  // assignments and additions, in order
  std::vector<BranchId> chances;         // the alternatives that chance picked, in order
};

// `branches` are those that ran, as an Outcome lists them.
Executed executed(const Event& event, const std::vector<BranchId>& branches);

}  // namespace questproof
