// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/hash.h"
#include "core/model/game_model.h"

namespace questproof {

// Names a model in certificates: two models have the same hash when their logic and all their names
// are the same. Places in source files and texts for people (labels, titles, texts of branches) do
// not count, so that moving a line does not void a certificate. The same on every machine.
Hash128 model_hash(const GameModel& model);

}  // namespace questproof
