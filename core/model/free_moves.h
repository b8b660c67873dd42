// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// Walking that costs nothing: moves that can be taken back at once and change nothing else.
//
// A *walker* is a variable that says where someone is. Its *moves* are events in pairs
//
//   guard `where == A && C`, body `where := B`   and   guard `where == B && C`, body `where := A`
//
// with the same condition C (after normalising), and C reads no walker, neither this one nor another.
// A move is always enabled or not by the other variables alone; it changes none of them; and
// where it led from can be reached again by the move back. So the states that moves lead to from a
// state, and those from which moves lead to it, are one and the same set, its *region*: the other
// variables, and for each walker a connected component of its positions under the moves that C
// allows there. Regions divide the states: they are the classes of an equivalence.
//
// CollapsedModel makes one state of each region. With R -> T for "an event that is no move leads from
// a member of R to a member of T, and T is another region", and with
//
//   done(R): the quest is done in some member;
//   pending(R): not done(R), and in some member the quest is open and not failed,
//
// it holds for all members s of R that done can be reached from s exactly when it can be reached from
// R: a path of states becomes a path of regions when its moves and its events within a region are
// left out, and a path of regions becomes one of states when the player walks, before each event and
// at the end, to a member that the next step starts in. So R is blocked (pending, and no path leads to
// done) exactly when one of its members is; a region is reachable exactly when all its members are;
// an event, branch or fault occurs in a region exactly when it does in one of its members. Preserved
// are therefore the verdicts, which content can be reached, and whether there are faults. Lengths of
// paths count the events that are no moves, and the fewest such events lead as far in one as in
// the other; numbers of states and transitions are those of regions. Labels of fatal events may
// differ where `open` or `failed` read a walker: then a move can be what makes a quest pending.
//
// A plain value.
struct FreeMoves {
  // A way between two positions, both directions.
  struct Passage {
    Value from = 0;
    Value to = 0;                 // from < to
    Condition condition;          // normalised; reads no walker
    std::vector<EventId> events;  // that walk it, either way; ascending
  };
  struct Walker {
    VariableId position;
    std::vector<Passage> passages;  // by from, to and condition
  };

  std::vector<Walker> walkers;  // by variable
  std::vector<EventId> events;  // all moves, ascending

  bool empty() const { return walkers.empty(); }
  bool is_move(EventId event) const;
};

// A domain of more positions is not searched for moves.
inline constexpr std::size_t kMaximumPositions = 512;

// All free moves of the model. Where a condition that one walker's moves ask for is itself a variable
// with moves (a lamp that can be switched freely, and lights the way), only one of the two can
// be a walker: the one with more positions is, on equal numbers the first.
//
// Only variables that say where someone is are considered (VariableKind::kPosition): in a game in
// which people count steps from scene to scene, a scene is no such variable.
FreeMoves find_free_moves(const GameModel& model);

// The model without its moves: they keep their places, with the guard `false` and no body.
GameModel without_moves(const GameModel& model, const FreeMoves& moves);

// Both conditions hold in the same states when their normal forms are equal; the other way round need
// not be. Comparisons of a variable with constants become sets, negations go to the leaves, lists are
// flat, sorted and without repetitions.
Condition normalised(const GameModel& model, const Condition& condition);

}  // namespace questproof
