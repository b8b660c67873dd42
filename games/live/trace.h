// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "games/live/observation.h"

namespace questproof {

// A recorded trace: lines, each a JSON object.
//   {"trace": "questproof-trace/1", "game": TEXT, "agent": TEXT}    the first one
//   {"reset": SEED}                                                the game begins (anew)
//   {"save": SLOT}, {"restore": SLOT}                              as in the protocol
//   {"action": ACTION, "at": [x, y, z], "sees": {OBJECT: {PROPERTY: VALUE}}}
// An action is as in the protocol. What came of it is given in short: where the agent stands, the
// states of the objects in sight, and where there are some "text" and "choices".
struct TraceHead {
  std::string game;
  std::string agent;
  bool operator==(const TraceHead&) const = default;
};

struct TraceReset {
  std::uint64_t seed = 0;
  bool operator==(const TraceReset&) const = default;
};

struct TraceSlot {
  std::string slot;
  bool restored = false;  // or saved
  bool operator==(const TraceSlot&) const = default;
};

struct TraceStep {
  Action action;
  Point at;
  std::map<std::string, std::map<std::string, std::string>> sees;
  std::string text;
  std::vector<std::string> choices;
  bool operator==(const TraceStep&) const = default;
};

using TraceLine = std::variant<TraceHead, TraceReset, TraceSlot, TraceStep>;

TraceStep trace_step(const Action& action, const View& after);

std::string encode(const TraceLine& line);

// Throws LiveFault(kGarbage) that says what is wrong.
TraceLine decode_trace_line(std::string_view line);

}  // namespace questproof
