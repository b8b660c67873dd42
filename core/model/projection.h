// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// A model seen through some of its variables: what hides behind the others may be anything at any
// time. (Existential abstraction: Clarke, Grumberg and Long 1994; planners call it projection and
// keep it as a pattern database: Culberson and Schaeffer 1998.)
//
// Of a state the projection knows the kept variables; the others keep their places, with one value.
// For every transition s -> t of the model by which a kept variable changes, the projection has a
// transition from what it knows of s to what it knows of t, by the same event; starts belong to
// starts; where the quest is done, it is done in the projection. So a quest that is never done in the
// projection is never done in the model. The other way round need not be.
//
// A comparison with a variable that is not kept counts as true where it must be true and as false
// where it must be false. Where it decides which branch runs, chance decides. The quest is the only
// one of the projection, and always open.
GameModel projected(const GameModel& model, std::size_t quest, const std::vector<bool>& kept);

// Adds to the kept variables those whose values flow into kept ones. projected() requires that.
void keep_sources(const GameModel& model, std::vector<bool>& kept);

}  // namespace questproof
