// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// At most 2^state_bits() combinations of values of the variables, but for those left out, can be
// reached. Counts what variables can hold; of variables that events only turn around (additions of
// constants that wrap, always made when the event runs) the combinations are at most the product
// over all such events of how often one can run before all is as before. Sixty doors that are
// turned by thirty buttons have 2^30 combinations, not 2^60.
double state_bits(const GameModel& model, const std::vector<VariableId>& left_out = {});

}  // namespace questproof
