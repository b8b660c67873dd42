// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/model/game_model.h"

namespace questproof {

// Games in which every step can be taken back by one step: wherever a transition leads from a state s
// to a state t, reachable or not, one leads from t to s. Switches that are pressed twice and rooms
// that are walked through both ways make such games.
//
// Then reachability is an equivalence: from every state that play can reach from a start, play can
// return to the start, and from there go wherever it could go at first. So a quest that can be done
// from a start can be done from every state behind it, and a quest that cannot is blocked all along.

struct UndoProof {
  bool undoable = false;         // proved; false: not proved
  std::optional<EventId> event;  // when not: the first event that stood in the way
  std::string reason;            // for people: what could not be shown of it
};

struct UndoLimits {
  std::size_t paths = 1024;     // of one event
  std::size_t inverses = 1024;  // of one path
  std::size_t cases = 20'000;   // into which one way back is split
};

// From the structure of the events alone, and for all states at once. Two arguments:
//
// - An event that only adds constants with Overflow::kWrap to variables that its guard does not read
//   is undone by an event with the same guard that subtracts them; by itself, if the constants
//   added twice are a whole number of turns.
// - Otherwise every path of the event (core/model/event_paths.h) is inverted
//   (core/model/inverse_paths.h), and the inverse must be made of paths of events: the states that
//   it leaves from are divided among paths that give the same results there.
//
// Conservative: where paths are too many or not exact, nothing is proved.
UndoProof prove_undoable(const GameModel& model, const UndoLimits& limits = {});

}  // namespace questproof
