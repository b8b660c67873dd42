// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "worker/belief.h"
#include "worker/edge_book.h"

namespace questproof {

// From what was learned elsewhere to what an agent believes.

// All of a book. `run`: the agent's own, 0 for none. Throws Error(kInput) where the book is not whole: where it
// has sightings of things that it does not know.
void recall(const EdgeBook& book, std::uint64_t run, Belief& belief);

// Sightings of a door that have come into the book. Where there is a dispute about the door, all that
// counts is taken anew; else what is not the agent's own is added. Whether it told anything that was open.
bool recall_door(const DoorEvidence& evidence, const std::vector<SightingEdge>& news,
                 std::uint64_t run, Belief& belief);

}  // namespace questproof
