// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "worker/belief.h"
#include "worker/door_evidence.h"
#include "worker/edge_book.h"
#include "worker/known_zones.h"

namespace questproof {

// What follows from edges, as JSON, one object without line ends: for those who read a store of edges.

std::string encode(const KnownPair& pair);
std::string encode(const Dispute& dispute, const std::string& door);
std::string encode_zone(const KnownZones& zones, const Belief& belief, std::size_t place);

}  // namespace questproof
