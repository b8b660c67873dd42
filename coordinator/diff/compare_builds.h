// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "coordinator/diff/build_comparison.h"
#include "coordinator/diff/compared_build.h"
#include "core/model/game_model.h"

namespace questproof {

struct CompareOptions {
  std::size_t most_states = 50'000;  // explored of each build, where games are at hand
};

// Everything that tells the builds apart. The models, where both are at hand, allow to follow renamings, to
// name changed lines, and to explore both side by side; without them names are compared as they are.
BuildComparison compare_builds(const ComparedBuild& before, const GameModel* before_model,
                               const ComparedBuild& after, const GameModel* after_model,
                               const CompareOptions& options);

// All jobs of two sides; a single build against a single build, whatever they are called.
// `named_before`, `named_after`: the user said where the game is.
DiffResult compare_sides(const ComparedSide& before, bool named_before, const ComparedSide& after,
                         bool named_after, const CompareOptions& options);

}  // namespace questproof
