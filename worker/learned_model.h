// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/model/game_model.h"
#include "worker/belief.h"

namespace questproof {

// What an agent knows, as a model that is searched and proved like any other: a place for each known zone
// and doorway, a variable for each door that some button is taken to toggle, an event for each button and
// for each way between places, and for each door the quest that it is seen open.
//
// Where the agent does not know, the model says so. For each thing that was not tried there is an event
// "untried: ..." that leads out of the model (it counts as a fault): a step beyond the edge of the known
// terrain, a button that was not pressed, a button and a door of which it is open whether they are
// wired. So where such an event can be reached, no verdict is better than unknown, and the shortest way to
// it is shown. A walkthrough on the model uses guesses where there is no certainty: replay it.
//
// `start`: where the agent stands at the start of the game. `complete`: nothing is left that play could tell of the
// wires; then the guesses that remain make no difference to any play, and no button and door have an untried event.
// Terrain that was not seen and buttons that were not pressed keep theirs: where the agent has overlooked a way to
// one, the search over the model finds it. A door that contradicted what was certain has one from the start.
GameModel learn_model(const Belief& belief, const Point& start, const std::string& game,
                      bool complete);

}  // namespace questproof
