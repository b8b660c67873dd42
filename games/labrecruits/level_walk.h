// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/common/picture.h"
#include "games/labrecruits/level.h"
#include "games/labrecruits/level_drawing.h"
#include "games/labrecruits/level_settings.h"

namespace questproof::labrecruits {

// The walk over the floor that the events of a walkthrough stand for: a leg to each button that is
// pressed, along a shortest way through the doors that are open then, and one to what the walkthrough
// is for. Steps that walk through doors have no leg of their own, for the next one leads through
// them. A leg that cannot be walked cell by cell (which no walkthrough has) is left without cells.
std::vector<DrawnLeg> walk_of(const Level& level, const LevelSettings& settings,
                              const PictureRequest& request);

}  // namespace questproof::labrecruits
