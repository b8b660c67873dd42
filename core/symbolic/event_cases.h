// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// Thrown where a model is no matter for decision diagrams: an event depends on too many values.
struct NotSymbolic {
  std::string reason;
};

// One way through a part of an event (core/model/event_parts.h), for certain values of the variables
// that are looked at on this way. The others may have any value; those that are not written keep it.
struct EventCase {
  std::vector<std::pair<VariableId, Value>> reads;   // before; ascending
  std::vector<std::pair<VariableId, Value>> writes;  // afterwards; ascending. Not of a fault
  // That run, with the position of the statement in the event's body that they belong to.
  std::vector<std::pair<std::uint32_t, BranchId>> branches;
  std::optional<std::uint32_t> fault;  // the statement in the event's body that is one
};

struct PartCases {
  std::vector<VariableId> variables;
  std::vector<EventCase> cases;
};

// The parts of an event, each taken apart into cases by running it on values of which none is known
// at first: where one is needed, the run begins anew for each value that the variable can have. So
// two cases of a part with the same branches exclude each other, and a variable that does not matter
// on some way is no reason for more cases. Shares no code with the compilation to rules.
//
// `most_cases`: of the whole event, those included that come to nothing. Throws NotSymbolic.
std::vector<PartCases> cases_of(const GameModel& model, EventId event, std::size_t most_cases);

}  // namespace questproof
