// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "worker/edge.h"

namespace questproof::testing_support {

// What three runs of one game may have seen, the first two in one session: edges of every kind, many seen by
// several, with a sighting that is wrong now and then. The same for the same seed.
std::vector<Edge> random_edges(std::uint32_t seed);

}  // namespace questproof::testing_support
