// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "coordinator/certificate.h"
#include "coordinator/verification.h"
#include "core/model/game_model.h"
#include "core/verify/plain_search.h"

namespace questproof {

// What a certificate's arguments are held against: `model` is the game as written, with the
// certificate's quest only if there is one. Nothing of what found the arguments is used: events are
// run on values with the naive evaluator (core/model/undo_check.h, core/verify/argument_check.h,
// core/verify/projection_check.h), projections are explored by core/verify/plain_search.h, and ways are
// played step by step. `options`: limits of one such exploration.
struct ArgumentVerification {
  std::vector<Check> checks;
  std::size_t ways = 0;  // that were replayed
  std::string limit;     // empty, or why something could not be checked to its end
};
ArgumentVerification verify_argument(const Certificate::Argument& argument, const GameModel& model,
                                     const PlainOptions& options);

// Whether there are quests, and every one has its verdict from an argument with the same verdict; none
// is left unknown.
bool rests_on_argument(const Certificate& certificate);

}  // namespace questproof
