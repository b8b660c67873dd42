// SPDX-License-Identifier: MIT
#pragma once

#include "coordinator/game.h"
#include "coordinator/report.h"
#include "core/search/certify.h"

namespace questproof {

// What a certification means for the game as written: every trace is replayed on it, every fatal
// event explained. Throws Error of kind kInternal when a trace does not replay or does not end where it should.
Report make_report(const Game& game, const Certification& certification);

// Verdicts that the search left open are taken from the argument. Throws Error of kind kInternal when
// the two contradict each other.
void add_argument(Report& report, const Game& game, const Argument& argument);

}  // namespace questproof
