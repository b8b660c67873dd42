// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "games/live/observation.h"

namespace questproof {

// A recorded trace: lines, each a JSON object.
//   {"trace": "questproof-trace/1", "game": TEXT, "agent": TEXT}    the first one
//   {"reset": SEED}                                                the game begins (anew)
//   {"action": ACTION, "at": [x, y, z], "sees": {OBJECT: {PROPERTY: VALUE}}}
// An action is as in the protocol. What came of it is given in short: where the agent stands, and the
// states of the objects in sight.
struct TraceHead {
  std::string game;
  std::string agent;
  bool operator==(const TraceHead&) const = default;
};

struct TraceReset {
  std::uint64_t seed = 0;
  bool operator==(const TraceReset&) const = default;
};

struct TraceStep {
  Action action;
  Point at;
  std::map<std::string, std::map<std::string, std::string>> sees;
  bool operator==(const TraceStep&) const = default;
};

using TraceLine = std::variant<TraceHead, TraceReset, TraceStep>;

TraceStep trace_step(const Action& action, const View& after);

std::string encode(const TraceLine& line);

// Throws LiveFault(kGarbage) that says what is wrong.
TraceLine decode_trace_line(std::string_view line);

}  // namespace questproof
