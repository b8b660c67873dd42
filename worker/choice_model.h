// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/model/game_model.h"
#include "worker/choice_graph.h"
#include "worker/choice_look.h"

namespace questproof {

// A learned game of choices (choice_player.h) as a model that is searched and proved like any other:
//
//   variables  the number of the state: "state", or where there are more than 256 of them its digits
//              "state_high", ... "state_low"; "ended"; "seen_1", ... for each task whether it was done;
//              and each value that the view shows, if it changes and has at most 256 values
//   events     one for each choice in each state, "17 > Go north"; where chance decides with several
//              outcomes; the scene is the state, "17 You stand at a gate…"
//   quests     "ending": an ending can be reached; and each task, which stays done
//   contents   endings, and places where the game breaks
//
// What is not known leads out of the model as in learned_model.h, by events "untried: ...", so that no
// verdict is better than unknown where one can be reached: at the start, unless `assume`, while the game was
// seen to do otherwise than the graph has it, or all of the graph is in doubt (ChoiceGraph::doubt); choices that were not tried, choices of which
// it was not settled where they lead or where chance decides, and, unless `assume`, choices that are taken to lead to a known state
// while nothing has tried that. A place where the game broke is no ending, and there is no way on.
GameModel model_of_choices(const ChoiceGraph& graph, const LookTable& looks,
                           const std::string& game, bool assume);

// "17 You stand at a gate…"
std::string node_name(const ChoiceGraph& graph, const LookTable& looks, std::uint32_t node);
// "17 > Go north"
std::string edge_name(std::uint32_t node, const std::string& choice);

}  // namespace questproof
