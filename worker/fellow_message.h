// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "worker/edge.h"
#include "worker/fellows.h"

namespace questproof {

// What an agent tells the others in a round.
struct FellowMessage {
  bool finished = false;  // it plays no more
  bool idle = false;      // it has nothing left to do, unless others find out something
  Fellows::Plan plan;
  std::vector<Edge> edges;  // new ones
};

// Lines of JSON: a head, then an edge a line.
std::string encode(const FellowMessage& message);
FellowMessage decode_fellow_message(std::string_view text);

}  // namespace questproof
