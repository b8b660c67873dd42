// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/large_array.h"
#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/run_watch.h"
#include "core/search/state_store.h"

namespace questproof {

// For every state the states with a transition to it, one entry per transition (so a source
// appears as often as it has labels that lead there). 4 bytes a transition and 8 a state.
class PredecessorGraph {
 public:
  PredecessorGraph(std::uint64_t states, std::uint64_t transitions)
      : states_(states), offsets_(states + 1), sources_(transitions) {
    offsets_[states] = transitions;
  }

  std::uint64_t states() const { return states_; }
  std::uint64_t transitions() const { return offsets_[states_]; }
  std::span<const Ordinal> predecessors(Ordinal state) const {
    return {sources_.data() + offsets_[state], sources_.data() + offsets_[state + 1]};
  }
  // Hints for predecessors(state), to be given in this order some time before.
  void prefetch_range(Ordinal state) const { __builtin_prefetch(offsets_.data() + state); }
  void prefetch_sources(Ordinal state) const {
    __builtin_prefetch(sources_.data() + offsets_[state]);
  }

  std::uint64_t* offsets() { return offsets_.data(); }
  Ordinal* sources() { return sources_.data(); }

 private:
  std::uint64_t states_;
  LargeArray<std::uint64_t> offsets_;
  LargeArray<Ordinal> sources_;
};

// Expands every stored state once more and sorts the transitions by destination. While it runs it
// takes 12 bytes a transition at most. Nothing when a limit was hit. An internal error when a
// successor is not stored, or when the number of transitions is not the expected one.
template <unsigned W>
std::optional<PredecessorGraph> build_predecessor_graph(const StateSpace& space,
                                                        const StateStore<W>& store,
                                                        std::uint64_t transitions,
                                                        const SearchOptions& options,
                                                        const Parallel& parallel, RunWatch& watch);

}  // namespace questproof
