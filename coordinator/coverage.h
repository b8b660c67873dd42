// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// What a player can ever see of what the authors wrote. Meaningful only for a complete exploration.
struct Coverage {
  // Something that no play reaches, and why: only the outermost is listed where one thing keeps
  // another from being reached.
  struct Missing {
    std::string kind;  // "event", "branch", "scene", "item", "proposition", ...
    std::string name;
    SourceLocation where;
    std::string never_true;  // the condition that never holds; "" when there is none to name
    bool operator==(const Missing&) const = default;
  };
  struct Count {
    std::string kind;
    std::size_t total = 0;
    std::size_t reached = 0;
    std::size_t not_examined = 0;  // left out by reductions; total - reached - this are missing
    bool operator==(const Count&) const = default;
  };

  std::vector<Count> counts;  // events, branches, then the kinds of content in their order
  std::vector<Missing> missing;
};

// `reached` and `examined` have one entry per branch of the model. Branches that were written at the
// same place (loops and procedures write a place several times) count as one.
Coverage find_coverage(const GameModel& model, const std::vector<bool>& reached,
                       const std::vector<bool>& examined);

}  // namespace questproof
