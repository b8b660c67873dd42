// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/model/game_model.h"

namespace questproof {

// A small game made up from a seed, with items, conditions, chance, several quests and beginnings; a
// few thousand states. The same on every machine; part of the bench signature.
GameModel bench_random_model(std::uint64_t seed);

}  // namespace questproof
