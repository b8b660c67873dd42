// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

#include "games/live/live_game.h"

namespace questproof {

// The other side of the protocol: answers each line of `in` with one on `out`, until the other side
// says "end" or closes `in`. A request that cannot be read, or that the game refuses, is answered with
// "ok": false, and the game goes on.
void serve(LiveGame& game, std::istream& in, std::ostream& out);

}  // namespace questproof
