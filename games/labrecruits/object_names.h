// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "games/labrecruits/level.h"

namespace questproof::labrecruits {

// What buttons, doors, flags and agents are called in a model: by their identifiers, or by where they
// are when they have none or when another one has the same ("door_x3_z14"). No two are equal. Other
// things get an empty name.
std::vector<std::string> object_names(const Level& level);

}  // namespace questproof::labrecruits
