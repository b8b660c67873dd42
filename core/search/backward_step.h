// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/key_sort.h"
#include "core/search/predecessor_lists.h"
#include "core/search/record_buffers.h"
#include "core/search/state_set.h"
#include "core/search/state_store.h"

namespace questproof {

// A load of nothing, for searches that need none.
struct NoLoad {};

// Carries loads (sets of quests, say) from states to their predecessors. Predecessors through
// labels with a way back are computed, looked up among the stored states, and forgotten where they
// are not reachable; the others come from lists. Like the forward search in rounds: workers fill
// the buffers of all partitions, then each partition takes delivery on its own.
template <unsigned W, typename Load>
class BackwardStep {
 public:
  // `lists`: one per partition, or none when the space has no one-way labels.
  BackwardStep(const StateSpace& space, const StateStore<W>& store,
               const std::vector<PredecessorLists>& lists, std::uint64_t round_transitions,
               const Parallel& parallel)
      : store_(store),
        lists_(lists),
        round_transitions_(round_transitions),
        parallel_(parallel),
        computed_(parallel.threads(), store.partition_count()),
        listed_(parallel.threads(), store.partition_count()) {
    for (int t = 0; t < parallel.threads(); ++t) {
      workers_.push_back({space.make_predecessor_expander(),
                          BlockColumns(space.word_count()),
                          {},
                          std::vector<std::uint64_t>(space.label_count()),
                          {},
                          std::vector<Load>(kSearchBlock),
                          {}});
    }
  }

  // load(partition, rank) -> Load: called once per state, by any thread.
  // deliver(partition, rank of a predecessor, Load): one thread at a time for each partition; as
  // often as there are transitions, at least.
  template <typename GetLoad, typename Deliver>
  void run(const StateSet& states, const GetLoad& load, const Deliver& deliver) {
    const std::vector<RankRange> blocks = states.blocks();
    std::atomic<std::size_t> next{0};
    while (next < blocks.size()) {
      std::atomic<std::uint64_t> buffered{0};
      parallel_.parallel_for(static_cast<std::size_t>(parallel_.threads()), 1,
                             [&](std::size_t, std::size_t, int slot) {
                               while (buffered < round_transitions_) {
                                 const std::size_t mine = next.fetch_add(1);
                                 if (mine >= blocks.size()) break;
                                 buffered += send(states, blocks[mine], load, slot);
                                 store_.relieve();
                               }
                             });
      parallel_.parallel_for(store_.partition_count(), 1,
                             [&](std::size_t begin, std::size_t end, int slot) {
                               for (; begin < end; ++begin) {
                                 if (!receive(begin, deliver, slot)) continue;
                                 store_.relieve();
                               }
                             });
      computed_.clear();
      listed_.clear();
    }
  }

 private:
  static constexpr unsigned kRoughBits = 13;

  struct ComputedRecord {
    Key<W> state;
    [[no_unique_address]] Load load;
  };
  struct ListedRecord {
    std::uint32_t rank;
    [[no_unique_address]] Load load;
  };
  struct Worker {
    std::unique_ptr<Expander> expander;  // none when the space has no way back at all
    BlockColumns columns;
    SuccessorBlock predecessors;
    std::vector<std::uint64_t> enabled;
    std::vector<std::uint32_t> ranks;
    std::vector<Load> loads;
    SortScratch<ComputedRecord> scratch;
  };

  template <typename GetLoad>
  std::size_t send(const StateSet& states, const RankRange& block, const GetLoad& load, int slot) {
    Worker& worker = workers_[static_cast<std::size_t>(slot)];
    std::vector<std::uint32_t>& ranks = worker.ranks;
    ranks.clear();
    states.for_each(block, [&](std::uint32_t rank) { ranks.push_back(rank); });
    const std::size_t count = ranks.size();
    for (std::size_t i = 0; i < count; ++i) worker.loads[i] = load(block.partition, ranks[i]);
    std::size_t sent = 0;
    if (!lists_.empty()) {
      for (std::size_t i = 0; i < count; ++i) {
        const auto sources = lists_[block.partition].predecessors(ranks[i]);
        for (const Ordinal source : sources) {
          const std::size_t partition = store_.partition_holding(source);
          listed_.append(slot, partition, {source - store_.base(partition), worker.loads[i]});
        }
        sent += sources.size();
      }
    }
    if (!worker.expander) return sent;
    typename SortedRun<W>::Cursor cursor(store_.run(block.partition), ranks.front());
    for (std::size_t i = 0; i < count; ++i) {
      cursor.skip_to(ranks[i]);
      store_.codec().decode(cursor.key(), worker.columns.column(0) + i, BlockColumns::kStride);
    }
    worker.expander->expand(worker.columns.view(count), worker.predecessors, worker.enabled);
    const SuccessorBlock& out = worker.predecessors;
    for (std::size_t i = 0; i < out.count; ++i) {
      const Key<W> key = store_.codec().encode(out.words.data() + i, out.stride);
      computed_.append(slot, partition_of(key.head(), store_.partition_bits()),
                       {key, worker.loads[out.source[i]]});
    }
    return sent + out.count;
  }

  // Records are brought into rough order first, so that look-ups stay in the first-level cache.
  // False when there are none.
  template <typename Deliver>
  bool receive(std::size_t partition, const Deliver& deliver, int slot) {
    const SortedRun<W>& run = store_.run(partition);
    SortScratch<ComputedRecord>& scratch = workers_[static_cast<std::size_t>(slot)].scratch;
    const std::size_t count =
        distribute(computed_, partition, store_.partition_bits(), kRoughBits, scratch,
                   [](const ComputedRecord& record) -> const Key<W>& { return record.state; });
    for (std::size_t i = 0; i < count; ++i) {
      const ComputedRecord& record = scratch.records[i];
      const std::uint32_t rank = run.find(record.state);
      if (rank != SortedRun<W>::kNone) deliver(partition, rank, record.load);
    }
    listed_.for_each_block(partition, [&](std::span<const ListedRecord> block) {
      for (const ListedRecord& record : block) deliver(partition, record.rank, record.load);
    });
    return count > 0 || listed_.size(partition) > 0;
  }

  const StateStore<W>& store_;
  const std::vector<PredecessorLists>& lists_;
  std::uint64_t round_transitions_;
  const Parallel& parallel_;
  RecordBuffers<ComputedRecord> computed_;
  RecordBuffers<ListedRecord> listed_;
  std::vector<Worker> workers_;
};

}  // namespace questproof
