// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/base/hash.h"
#include "core/model/game_model.h"

namespace questproof {

// The cone of influence of a quest: all of a game that can matter to it (Kurshan 1994 calls it so;
// Weiser 1981 slices programs in the same way). It is the least set of variables that holds
//
// - the variables of the quest's conditions: `open`, `done` and `failed`;
// - those of every statement that can be a fault of the game, wherever it stands, because a fault
//   that can be reached makes every verdict unknown;
// - and with a variable all that decides what becomes of it: for every statement that writes it, the
//   variables of the value and of every condition that decides whether the statement runs (guard of the
//   event, branches around it, choices around a stop in front of it),
//
// taken after the values that no play reaches are gone (reduce/constant_variables.h): so an addition
// that cannot leave its domain is no fault, and a branch that cannot run writes nothing.
//
// The *slice* is the game of only these variables, and of the events that write one of them.
//
// What the cone is for: **two games whose slices for a quest have one form have the same answer for
// that quest**. For the relation "equal on the variables of the cone" between the states of a game and
// of its slice is a bisimulation up to steps that change no variable of the cone (Lamport 1983 calls
// that stuttering): starts are related to starts; `done` and `pending` read variables of the cone alone;
// an event of the slice is enabled in related states alike and has the same results on the cone, with
// chance having the same choices; any other event leaves the cone as it is. So from related states the
// same sets of related states can be reached, and AG (pending implies EF done) is true of one game
// exactly when it is true of the other: the property has no "next". Dropping the steps that change
// nothing of the cone makes a path shorter, and every path of the slice is one of the game. So the
// least number of steps to a done state, and to a blocked one, is that of the slice too. Two slices of one
// form are one game but for the order in which things are written down.
//
// Nothing need hold of the rest of the game for this, because what could reach in from there is part of
// the cone: faults are roots; delays, chance and events from outside are events like others; all variants
// count, by their values on the cone. Where all of a game matters, the cone is all of it.
//
// Not determined by the cone: numbers of states and transitions; figures of a player who picks at
// random; what content can be reached; the words for people (labels, titles, scenes, who triggers an
// event); whether a search comes to an end within its limits, so that an unknown verdict says nothing
// about another game.
//
// A plain value.
struct Cone {
  // Things of the slice, one a part. `text` is all that counts of it, by names, without regard to places in
  // source files or to the order in which variables, events and variants are declared; two parts are
  // equal exactly when their texts are. The order of parts of a condition does not count either, as far as
  // it does not change which values are found to be out of reach.
  struct Part {
    std::string kind;  // "event", "quest", "start" or "variable"
    std::string name;  // "" for a start
    std::string text;
    bool operator==(const Part&) const = default;
  };

  std::vector<bool> variables;  // by VariableId of the game: whether it is in the cone
  std::vector<bool> events;     // by EventId: whether it can write a variable of the cone
  std::vector<Part> parts;      // ascending by kind, name and text

  // False where somebody walks about freely within the cone (VariableKind::kPosition). Steps of walking
  // are not counted when a search collapses them, and which steps are walking (free_moves.h) depends on
  // more than the cone. Then the verdict is determined, the lengths are not.
  bool determines_lengths = true;
};

// Requires a valid model.
Cone cone_of(const GameModel& model, QuestId quest);

// The slice itself. Ids mean the same as in the model; what was left out keeps its place (reduced_model.h).
// The quest is its only one.
GameModel slice_of(const GameModel& model, QuestId quest);

// Equal for games whose slices have one form: on every machine, in every build of the program that
// writes texts of parts in the same form (the form's version is part of the hash).
Hash128 fingerprint(const Cone& cone);

// What makes two cones differ, ascending by kind and name. `before` or `after` is "" where there is none.
struct ConeDifference {
  std::string kind;
  std::string name;
  std::string before;
  std::string after;
  bool operator==(const ConeDifference&) const = default;
};
std::vector<ConeDifference> differences(const Cone& before, const Cone& after);

}  // namespace questproof
