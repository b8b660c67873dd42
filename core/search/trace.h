// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/word.h"
#include "core/model/ids.h"

namespace questproof {

// One transition: the event and the branches of its body that ran (the body branch first), which
// also say which way chance went.
struct Step {
  EventId event;
  std::vector<BranchId> branches;
  bool operator==(const Step&) const = default;
};

// A path through the state space from the start of a variant, or from a state that was given
// (then `variant` counts the given states). A plain value. Ties between shortest paths are broken
// by value, so a trace is a property of the state space and not of the run.
struct Trace {
  std::size_t variant = 0;
  std::vector<Step> steps;
  std::vector<Word> states;  // steps.size() + 1 rows of packed states, the first one included
  bool operator==(const Trace&) const = default;
};

}  // namespace questproof
