// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "games/live/process_game.h"

namespace questproof {

// One rule of the protocol, and whether a game keeps it.
struct ConformanceCheck {
  std::string rule;
  bool kept = false;
  std::string detail;  // what was seen instead; or a remark
};

// Starts a game and tries all of the protocol on it, for some hundred actions. Checks that depend on
// one that failed are left out.
std::vector<ConformanceCheck> check_conformance(const std::vector<std::string>& command,
                                                const Patience& patience = {});

}  // namespace questproof
