// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "core/base/parallel.h"
#include "storage/state_database.h"

namespace questproof {

// All states that are wanted, and the first of them, at most `limit`. Where the store cannot tell at once,
// by looking at every state, in several threads.
FoundStates find_states(const StateDatabase& database, std::size_t limit, const Parallel& parallel,
                        const WantedStates& wanted);

}  // namespace questproof
