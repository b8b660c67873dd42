// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/model/game_model.h"

namespace questproof::testing_support {

// A small game in the shape of a real one, where random_model() knows no shape: scenes that every
// event belongs to, chapters that only go forward, items that are counted, used up and won again, a
// dialogue whose place is lost when it ends, flags that only presentation asks for, chance, delayed
// events, two or three quests and several starts. Passes validate(). At most `maximum_states` states
// can be reached.
GameModel random_adventure(std::uint64_t seed, std::size_t maximum_states = 600);

}  // namespace questproof::testing_support
