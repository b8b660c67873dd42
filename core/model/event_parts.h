// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// A piece of an event that concerns some variables and no others.
struct EventPart {
  std::vector<VariableId> variables;  // that the piece reads or writes, ascending
  Condition guard;
  std::vector<Statement> body;  // empty: the part only asks
};

// An event as parts of which no two share a variable. The event is enabled where all parts are, and
// as far as no part ends in a fault its results are all combinations of the results of the parts:
// each part leaves the variables of the others alone and does not look at them. A switch that moves
// twenty doors is twenty small parts instead of a million combinations.
//
// Conditions that read no variable form one part without variables. An event that may stop before
// its end is one part.
std::vector<EventPart> parts_of(const Event& event, std::size_t variable_count);

// The variables that a condition reads, or that statements read or write: ascending, distinct.
std::vector<VariableId> variables_of(const Condition& condition);
std::vector<VariableId> variables_of(const std::vector<Statement>& body);

}  // namespace questproof
