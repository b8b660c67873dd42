// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/state_store.h"
#include "core/search/trace.h"

namespace questproof {

// Shortest paths from the initial states to stored states. No parent is stored anywhere: every
// state has a canonical one, the smallest (event, outcome, parent state) among all transitions
// that reach it from the level before, and the finder computes it for just the states that are
// asked for, by expanding the levels above them once more, all targets in one sweep.
//
// The trace of a target depends on the state space alone. With several ranks each expands its own states.
template <unsigned W>
class TraceFinder {
 public:
  // `initial`: the rows from which the exploration began, in the order of the variants.
  TraceFinder(const StateSpace& space, const StateStore<W>& store, std::vector<Word> initial,
              const Parallel& parallel)
      : space_(space), store_(store), initial_(std::move(initial)), parallel_(parallel) {}

  // One trace per target; a target is a row of word_count() words that the store holds. Collective: all
  // ranks ask for the same and get the same.
  std::vector<Trace> find(const std::vector<std::vector<Word>>& targets) const;

 private:
  struct Node;
  struct Best;
  struct Level;

  std::vector<std::uint64_t> levels_of(const std::vector<std::vector<Word>>& targets) const;
  std::vector<Best> find_parents(std::uint32_t level, const Level& wanted) const;
  void improve(Best& best, std::uint32_t label, const std::vector<Word>& parent) const;
  void share(std::vector<Best>& best) const;

  const StateSpace& space_;
  const StateStore<W>& store_;
  std::vector<Word> initial_;
  const Parallel& parallel_;
};

// Adds one step to the end of a trace.
void append_step(Trace& trace, const TransitionLabel& label, StateView successor);

// True when a is to be preferred over b as the label of a step: smaller event, then outcome.
inline bool label_before(const TransitionLabel& a, const TransitionLabel& b) {
  return a.event != b.event ? a.event < b.event : a.outcome < b.outcome;
}

}  // namespace questproof
