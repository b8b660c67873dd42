// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// In which order the variables of a model come in a decision diagram, first one on top. Diagrams are
// small where variables that depend on each other are near each other, and saturation is fast where
// an event's topmost variable lies deep.
struct VariableOrder {
  std::string method;
  std::vector<VariableId> variables;  // all that can have more than one value
  double cost = 0;
};

// The weighted event span (Radu Siminiescu and Gianfranco Ciardo, "New Metrics for Static Variable
// Ordering in Decision Diagrams", 2006), normalised: the mean over the events of
// span / size * 2 * (height of the topmost variable) / size. Between 0 and 2; less is better.
double weighted_event_span(const std::vector<std::vector<VariableId>>& events,
                           const std::vector<VariableId>& order);

// Several orders, cheapest first: that of the model; Cuthill and McKee (1969, reversed as George did) on the
// graph of variables that share an event; FORCE (Fadi Aloul, Igor Markov, Karem Sakallah 2003) from each of these; and
// all of them upside down.
std::vector<VariableOrder> variable_orders(const GameModel& model);

}  // namespace questproof
