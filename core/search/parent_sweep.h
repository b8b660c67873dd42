// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/large_array.h"
#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/record_buffers.h"
#include "core/search/record_exchange.h"
#include "core/search/run_watch.h"
#include "core/search/sighting.h"
#include "core/search/state_store.h"

namespace questproof {

// The last step of a state's canonical shortest path: the smallest (event, outcome, parent state)
// among all transitions that lead to it from the level before.
struct ParentStep {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t label = kNone;   // of the state space; kNone on level 0
  const Word* change = nullptr;  // word_count() words: parent xor state; borrowed from the sweep
};

// What the states of a space say about one label.
struct LabelUse {
  std::uint64_t enabled = 0;      // states in which it is enabled, changing them or not
  std::uint64_t transitions = 0;  // to another state
  std::optional<Sighting> first;  // the first state from which it leads to another one
};

// Finds the canonical parent of every stored state by expanding all states once more: the steps
// that TraceFinder finds for a few. Four bytes for each state and eight for each of its words at a time;
// where these are more than allowed it works on as many partitions at once as fit, and expands all
// states again for the next.
//
// Of all transitions that reach a state the wanted one is the smallest by (level of the source, event,
// outcome, source): no state is reached from a level before the one above it. So records of one state are
// united wherever they meet, on their way to the rank that owns it too.
template <unsigned W>
class ParentSweep {
 public:
  // `column_bytes`: for the steps of the states that are worked on at once, on each rank.
  ParentSweep(const StateSpace& space, const StateStore<W>& store, std::uint64_t round_transitions,
              std::uint64_t column_bytes, const Parallel& parallel, RunWatch& watch);

  ~ParentSweep();

  // Calls visit(begin, end) when the steps of the partitions begin .. end - 1 are known, until it
  // has been called for all partitions of this rank, in ascending order. Collective: every rank is called
  // equally often, with nothing to visit (begin == end) when it has done its part. False when a limit
  // was hit.
  bool run(const std::function<void(std::size_t begin, std::size_t end)>& visit);

  // The step of one of the partitions that are being visited. Thread-safe.
  ParentStep step(std::size_t partition, std::uint32_t rank) const;

  // Per label, by all ranks. Collective. Requires: run() has visited something.
  std::vector<LabelUse> label_use() const;

 private:
  struct Record {
    Key<W> destination;
    std::uint32_t source_level;
    std::uint32_t label_rank;
    std::array<Word, W> change;  // source xor destination
  };
  struct Wire;
  struct Worker;

  std::uint64_t bytes_of_state() const {
    return sizeof(std::uint32_t) + space_.word_count() * sizeof(Word);
  }
  std::size_t end_of_batch(std::size_t begin) const;
  void share_batch(std::size_t begin, std::size_t end);
  bool sweep();
  std::size_t expand(const RankRange& range, bool first, int slot);
  void note_first(Worker& worker, const SuccessorBlock& out, const SortedRun<W>& run,
                  std::uint32_t first_rank) const;
  void take_steps(std::size_t partition, int slot);
  void check_all_found(std::size_t begin, std::size_t end) const;
  std::size_t place(std::size_t partition, std::uint32_t rank) const {
    return store_.base(partition) - store_.base(first_partition_) + std::size_t{rank};
  }

  const StateSpace& space_;
  const StateStore<W>& store_;
  std::uint64_t round_transitions_;
  std::uint64_t column_bytes_;
  const Parallel& parallel_;
  RunWatch& watch_;
  std::vector<std::uint32_t> rank_of_label_;  // by event, then outcome
  std::vector<std::uint32_t> label_of_rank_;
  RecordBuffers<Record> buffers_;
  std::unique_ptr<RecordExchange<Record, Wire>> exchange_;
  std::vector<Worker> workers_;
  std::uint64_t batches_ = 1;  // of partitions that are worked on at once; this one
  std::uint64_t batch_ = 0;
  std::vector<char> in_batch_;       // by partition, of all ranks: whether it is worked on
  std::size_t first_partition_ = 0;  // of this rank's that are
  LargeArray<std::uint32_t>
      labels_;  // of their states: the label's rank plus one, 0 where no step is known
  LargeArray<Word> changes_;  // a row for each
};

}  // namespace questproof
