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

// Several orders, cheapest first: FORCE (Fadi Aloul, Igor Markov, Karem Sakallah, 2003), which moves every
// variable to the middle of the events that touch it, and the same upside down; Cuthill and McKee (1969)
// on the graph of variables that share an event; and FORCE on what is left without the hubs, which more
// than half of the events touch, with these on top. No cost foretells which one is best: where a player
// walks about between doors it is the last, elsewhere the first. So they are tried in turn.
std::vector<VariableOrder> variable_orders(const GameModel& model);

}  // namespace questproof
