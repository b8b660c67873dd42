// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/large_array.h"
#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/record_buffers.h"
#include "core/search/run_watch.h"
#include "core/search/sighting.h"
#include "core/search/state_store.h"

namespace questproof {

// The last step of a state's canonical shortest path: the smallest (event, outcome, parent state)
// among all transitions that lead to it from the level before.
struct ParentStep {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t label = kNone;  // of the state space; kNone on level 0
  Ordinal parent = kNoOrdinal;
};

// What the states of a space say about one label.
struct LabelUse {
  std::uint64_t enabled = 0;      // states in which it is enabled, changing them or not
  std::uint64_t transitions = 0;  // to another state
  std::optional<Sighting> first;  // the first state from which it leads to another one
};

// Finds the canonical parent of every stored state by expanding all states once more: the steps
// that TraceFinder finds for a few. Eight bytes for each state at a time; where these are more than
// allowed it works on as many partitions at once as fit, and expands all states again for the next.
template <unsigned W>
class ParentSweep {
 public:
  // `column_bytes`: for the steps of the states that are worked on at once.
  ParentSweep(const StateSpace& space, const StateStore<W>& store, std::uint64_t round_transitions,
              std::uint64_t column_bytes, const Parallel& parallel, RunWatch& watch);

  ~ParentSweep();

  // Calls visit(begin, end) when the steps of the partitions begin .. end - 1 are known, until it
  // has been called for all partitions, in ascending order. False when a limit was hit.
  bool run(const std::function<void(std::size_t begin, std::size_t end)>& visit);

  // The step of one of the partitions that are being visited. Thread-safe.
  ParentStep step(std::size_t partition, std::uint32_t rank) const;

  // Per label. Requires: run() has visited something.
  std::vector<LabelUse> label_use() const;

 private:
  struct Record {
    Key<W> destination;
    Ordinal source;
    std::uint32_t source_level;
    std::uint32_t label_rank;
  };
  struct Worker;

  bool sweep(std::size_t begin, std::size_t end, bool first);
  std::size_t expand(const RankRange& range, std::size_t begin, std::size_t end, bool first,
                     int slot);
  void note_first(Worker& worker, const SuccessorBlock& out, const SortedRun<W>& run,
                  std::uint32_t first_rank) const;
  void take_steps(std::size_t partition, int slot);
  bool smaller_state(Ordinal a, Ordinal b, Worker& worker) const;
  void check_all_found(std::size_t begin, std::size_t end) const;

  const StateSpace& space_;
  const StateStore<W>& store_;
  std::uint64_t round_transitions_;
  std::uint64_t column_bytes_;
  const Parallel& parallel_;
  RunWatch& watch_;
  std::vector<std::uint32_t> rank_of_label_;  // by event, then outcome
  std::vector<std::uint32_t> label_of_rank_;
  RecordBuffers<Record> buffers_;
  std::vector<Worker> workers_;
  std::size_t first_partition_ = 0;            // of those that are worked on
  LargeArray<std::uint64_t> steps_;            // label rank and source; kNoStep where none is known
  static constexpr std::uint64_t kNoStep = 0;  // known ones are stored plus one
};

}  // namespace questproof
