// SPDX-License-Identifier: MIT
#include "games/live/live_game.h"

namespace questproof {

const char* to_string(LiveFault::Kind kind) {
  switch (kind) {
    case LiveFault::Kind::kCrash: return "crash";
    case LiveFault::Kind::kHang: return "hang";
    case LiveFault::Kind::kGarbage: return "garbage";
    case LiveFault::Kind::kRefusal: return "refusal";
  }
  return "";
}

}  // namespace questproof
