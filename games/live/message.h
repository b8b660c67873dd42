// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "games/live/observation.h"

namespace questproof {

// The lines of the protocol (README.md), both ways. A line ends with no newline here. What cannot be
// read throws LiveFault(kGarbage) that names the field; an answer with "ok": false throws
// LiveFault(kRefusal) with the game's own words.

inline constexpr std::string_view kLiveProtocol = "questproof-live/1";

struct Request {
  enum class Kind { kHello, kReset, kObserve, kAct, kSave, kRestore, kEnd };

  Kind kind = Kind::kHello;
  std::uint64_t seed = 0;  // kReset
  Actions actions;         // kAct
  std::string slot;        // kSave, kRestore
  bool operator==(const Request&) const = default;
};

std::string encode(const Request& request);
Request decode_request(std::string_view line);

std::string encode(const Introduction& introduction);
Introduction decode_introduction(std::string_view line);

std::string encode(const Observation& observation);
Observation decode_observation(std::string_view line);

std::string encode(const Action& action);
Action decode_action(std::string_view text);

std::string encode_done();  // of save and end
std::string encode_refusal(std::string_view reason);
void decode_done(std::string_view line);

}  // namespace questproof
