// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "games/common/diagnostic.h"
#include "games/common/settings.h"
#include "games/labrecruits/level_text.h"
#include "games/labrecruits/places.h"
#include "games/labrecruits/zones.h"

namespace questproof::labrecruits {

// What a state holds beside the zones of agents. Doors decide everything; buttons count the ways to
// set them apart, as published counts do.
enum class StateKey { kDoors, kButtons };

// How a level becomes a model. README.md says what each choice means.
struct LevelSettings {
  Dialect dialect = Dialect::kCurrent;
  Sheets sheets = Sheets::kAll;
  StateKey state = StateKey::kDoors;
  Reach reach = Reach::kZone;
  std::string agents = "first";  // or "all", or the identifier of one

  bool operator==(const LevelSettings&) const = default;
};

// Values that are unknown go to `diagnostics`. Requires: all names are known.
LevelSettings read_settings(const Settings& settings, std::vector<Diagnostic>& diagnostics);

}  // namespace questproof::labrecruits
