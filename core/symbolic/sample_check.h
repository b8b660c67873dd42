// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/symbolic/symbolic_space.h"

namespace questproof {

// Holds the sets against the naive evaluator in some states: random ones of the diagram, and those that
// random plays from the beginnings come through. All that an event makes of a reachable state is reachable;
// what the quests' conditions say of it is what the sets say; it is live exactly when it is done or something live comes next.
// Looking at single states cannot show that a set is not too large: states that lead to each other in a circle may be
// taken for live, or for reachable, together.
// Throws Error of kind kInternal where that is not so: then the verdicts are worth nothing.
// Returns how many states were looked at, `samples` and a few more.
std::uint64_t check_samples(const SymbolicSpace& space, const std::vector<QuestSets>& quests,
                            std::uint64_t samples);

}  // namespace questproof
