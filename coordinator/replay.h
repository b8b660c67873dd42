// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/walkthrough.h"
#include "core/model/game_model.h"
#include "core/model/naive_evaluator.h"
#include "core/search/trace.h"

namespace questproof {

// Replays what the search found in the searched model (reductions may have left out branches and
// variables) on the game as it was written, with the naive evaluator: the search is not trusted. Ids mean the same in
// both models. Borrows both.
class Replayer {
 public:
  // `examined`: per branch, whether the searched model still asks about it.
  Replayer(const GameModel& written, const std::vector<bool>& examined);

  // Whether an outcome with these branches may be what the step speaks of: it ran the step's
  // branches in order, and chance picked the same ones, as far as the searched model asks. What the
  // other conditions choose follows from the state.
  bool fits(const Step& step, const std::vector<BranchId>& branches) const;

  // The outcomes that fit and are no fault. Usually one; several when what tells them apart was
  // left out.
  std::vector<Outcome> matching(const Step& step, const Valuation& values) const;

  // The trace from `first`, ending in a state that satisfies `claim`. Throws Error of kind
  // kInternal when there is no such replay: then the search is wrong, and so may be its verdict.
  Walkthrough replay(const Trace& trace, std::string start, const Valuation& first,
                     const std::function<bool(const Valuation&)>& claim) const;

  // The same from the start of the trace's variant.
  Walkthrough replay(const Trace& trace, const std::function<bool(const Valuation&)>& claim) const;

 private:
  std::vector<BranchId> examined_chances(const std::vector<BranchId>& branches) const;
  bool extend(const Trace& trace, const std::function<bool(const Valuation&)>& claim,
              Walkthrough& walkthrough, std::size_t& tries) const;

  const GameModel& written_;
  std::vector<bool> examined_chance_;  // per branch: an alternative of chance that is examined
};

// What a quest's witnesses claim of their last state.
bool is_done(const GameModel& model, std::size_t quest, const Valuation& values);
bool is_pending(const GameModel& model, std::size_t quest, const Valuation& values);

}  // namespace questproof
