// SPDX-License-Identifier: MIT
#include "coordinator/hint_source.h"

#include "coordinator/console.h"

namespace questproof {

HintWay SearchedHints::way(std::size_t quest, const GivenState& from) {
  HintWay way;
  way.solved =
      solve_quest_from(model_, quest, from, options_.reduce, search_options(options_), console_);
  return way;
}

}  // namespace questproof
