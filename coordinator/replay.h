// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/game.h"
#include "coordinator/walkthrough.h"
#include "core/model/game_model.h"
#include "core/model/naive_evaluator.h"
#include "core/search/trace.h"

namespace questproof {

// A state of the game as written and, side by side, of the searched model.
struct StatePair {
  Valuation written;
  Valuation searched;
  bool operator==(const StatePair&) const = default;
};

// Replays what the search found in the searched model (reductions may have left out branches and
// variables) on the game as it was written, with the naive evaluator: the search is not trusted. Ids mean the same in
// both models.
//
// Where the search has collapsed free moves, a step of a trace leads from one region to another. Before
// each step the player walks to where it can be taken, by the fewest moves, and among equally many by
// those with the smallest events: walkthroughs are sequences of events of the game as written.
class Replayer {
 public:
  using Claim = std::function<bool(const Valuation&)>;

  // The game must outlive it.
  explicit Replayer(const Game& game);

  // Whether an outcome with these branches may be what the step speaks of: it ran the step's
  // branches in order, and chance picked the same ones, as far as the searched model asks. What the
  // other conditions choose follows from the state.
  bool fits(const Step& step, const std::vector<BranchId>& branches) const;

  // The outcomes that fit and are no fault. Usually one; several when what tells them apart was
  // left out.
  std::vector<Outcome> matching(const Step& step, const Valuation& values) const;

  // Where a step of the game as written leads in the searched model: nowhere when the step has no
  // effect on what is searched.
  Valuation after(const Step& step, const Valuation& searched) const;

  // Whether the claim holds here, or after free moves from here.
  bool holds_nearby(const StatePair& from, const Claim& claim) const;

  // The trace from the start of its variant, ending in a state that satisfies the claim: after walking
  // there, or, when it need only be nearby, right behind the last step. Throws Error of kind kInternal
  // when there is no such replay: then the search is wrong, and so may be its verdict.
  enum class End { kThere, kNearby };
  Walkthrough replay(const Trace& trace, const Claim& claim, End end = End::kThere) const;

  // The same from a state that is called `start`.
  Walkthrough replay_from(const StatePair& from, std::string start, const Trace& trace,
                          const Claim& claim, End end = End::kThere) const;

 private:
  class Walk;
  struct Attempt {
    const Trace& trace;
    const Claim& claim;
    End end = End::kThere;
    std::size_t tries = 0;
    std::size_t done = 0;  // steps of the trace
    Walkthrough walkthrough;
  };

  std::vector<BranchId> examined_chances(const std::vector<BranchId>& branches) const;
  bool extend(Attempt& attempt, const StatePair& here) const;
  bool finish(Attempt& attempt, const StatePair& here) const;
  bool take_step(Attempt& attempt, Walk& walk, std::size_t member) const;

  const Game& game_;
  std::vector<bool> examined_chance_;  // per branch: an alternative of chance that is examined
  std::vector<std::vector<std::vector<EventId>>> moves_from_;  // by walker and position
};

// What a quest's witnesses claim of their last state.
bool is_done(const GameModel& model, std::size_t quest, const Valuation& values);
bool is_pending(const GameModel& model, std::size_t quest, const Valuation& values);

}  // namespace questproof
