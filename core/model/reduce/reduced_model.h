// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// A model and what was left out of it. The ids of variables, events, branches and quests mean the
// same as in the model it was made from:
// - a variable that was left out keeps its place, with one value;
// - an event that can never be enabled has the guard `false` and no body;
// - a branch that can never run, or is not examined, stands in no body any more.
//
// What is preserved, for every quest: the verdict; the shortest completion; the shortest
// counterexample; the labels (event and branches) of fatal events; the largest distance to done of
// a pending state that is not blocked; which examined branches run and which events are enabled;
// every fault with its smallest depth. Not preserved: numbers of states and transitions, and with
// them the figures of a player who picks at random.
//
// A path lifts to the original step by step: run the same event and take an outcome of which the
// branches, without those that are not examined, are the same.
struct ReducedModel {
  struct Note {
    VariableId variable;
    std::string text;  // for people: "never read: left out", "0 .. 99 became 0 .. 4"

    // The variable still has the value that it has in the original, in every reachable state.
    bool keeps_values = false;
    bool operator==(const Note&) const = default;
  };

  GameModel model;

  // Per branch. False: nothing that this analysis asks depends on the branch, and whether it can be
  // reached is not known. A body branch stands for its event.
  std::vector<bool> examined;

  std::vector<Note> notes;
  std::vector<EventId> without_effect;  // events that never change the state, ascending
};

}  // namespace questproof
