// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/key_sort.h"
#include "core/search/predecessor_lists.h"
#include "core/search/record_buffers.h"
#include "core/search/record_exchange.h"
#include "core/search/rounds.h"
#include "core/search/state_set.h"
#include "core/search/state_store.h"

namespace questproof {

// A load of nothing, for searches that need none.
struct NoLoad {};

// Carries loads (sets of quests as bits, say) from states to their predecessors. Predecessors through
// labels with a way back are computed, looked up among the stored states, and forgotten where they
// are not reachable; the others come from lists. In rounds (core/search/rounds.h).
//
// With several ranks each has a set of its own states. What goes to another rank is united: one record
// for each predecessor and round, with all bits of its loads.
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
        listed_anywhere_(store.ranks().any(!lists.empty())),
        computed_(parallel.threads(), store.partition_count()),
        listed_(parallel.threads(), store.partition_count()),
        computed_exchange_(store.ranks(), parallel, computed_, ComputedWire{store}),
        listed_exchange_(store.ranks(), parallel, listed_, ListedWire{store}) {
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

  // Collective.
  // load(partition, rank) -> Load: called once per state, by any thread.
  // deliver(partition, rank of a predecessor, Load): one thread at a time for each partition; for every
  // transition, alone or united with others.
  template <typename GetLoad, typename Deliver>
  void run(const StateSet& states, const GetLoad& load, const Deliver& deliver) {
    const std::vector<RankRange> blocks = states.blocks();
    Rounds(store_.ranks(), parallel_, round_transitions_)
        .run(
            blocks.size(),
            [&](std::size_t block, int slot) {
              const std::size_t sent = send(states, blocks[block], load, slot);
              store_.relieve();
              return sent;
            },
            [&] {
              computed_exchange_.run();
              if (listed_anywhere_) listed_exchange_.run();
            },
            [&](std::size_t partition, int slot) {
              if (receive(partition, deliver, slot)) store_.relieve();
            },
            [&](std::size_t) {
              computed_.clear();
              listed_.clear();
              return true;
            });
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

  static constexpr unsigned kLoadBytes = std::is_empty_v<Load> ? 0 : sizeof(Load);

  // Several records of one state, side by side, become one. Returns how many are left.
  template <typename Record, typename Same>
  static std::size_t unite(std::vector<Record>& records, std::size_t count, const Same& same) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (kept > 0 && same(records[kept - 1], records[i])) {
        if constexpr (kLoadBytes > 0) {
          records[kept - 1].load = static_cast<Load>(records[kept - 1].load | records[i].load);
        }
      } else {
        records[kept++] = records[i];
      }
    }
    return kept;
  }
  static void write_load(const Load& load, std::uint8_t* out) {
    if constexpr (kLoadBytes > 0) std::memcpy(out, &load, kLoadBytes);
  }
  static Load read_load(const std::uint8_t* in) {
    Load load{};
    if constexpr (kLoadBytes > 0) std::memcpy(&load, in, kLoadBytes);
    return load;
  }

  struct ComputedWire {
    using KeyType = Key<W>;
    const StateStore<W>& store;

    KeyBlockFormat format() const { return block_format<W>(store.format(), kLoadBytes); }
    static const Key<W>& key_of(const ComputedRecord& record) { return record.state; }
    std::size_t sort(const RecordBuffers<ComputedRecord>& buffers, std::size_t partition,
                     SortScratch<ComputedRecord>& scratch) const {
      const std::size_t count =
          sort_records(buffers, partition, store.partition_bits(), scratch, key_of);
      return unite(scratch.records, count, [](const ComputedRecord& a, const ComputedRecord& b) {
        return a.state == b.state;
      });
    }
    const Key<W>& key(std::size_t, const ComputedRecord& record) const { return record.state; }
    void write(const ComputedRecord& record, std::uint8_t* out) const {
      write_load(record.load, out);
    }
    std::size_t partition(const Key<W>& key) const { return store.partition_of_key(key); }
    ComputedRecord read(std::size_t, const Key<W>& key, const std::uint8_t* load) const {
      return {key, read_load(load)};
    }
  };

  // The key is the ordinal, in the top half of a word.
  struct ListedWire {
    using KeyType = Key<1>;
    const StateStore<W>& store;

    KeyBlockFormat format() const {
      KeyBlockFormat format;
      format.head_bits = 32;
      format.payload_bytes = kLoadBytes;
      return format;
    }
    std::size_t sort(const RecordBuffers<ListedRecord>& buffers, std::size_t partition,
                     SortScratch<ListedRecord>& scratch) const {
      scratch.records.clear();
      buffers.for_each_block(partition, [&](std::span<const ListedRecord> block) {
        scratch.records.insert(scratch.records.end(), block.begin(), block.end());
      });
      std::sort(scratch.records.begin(), scratch.records.end(),
                [](const ListedRecord& a, const ListedRecord& b) { return a.rank < b.rank; });
      return unite(scratch.records, scratch.records.size(),
                   [](const ListedRecord& a, const ListedRecord& b) { return a.rank == b.rank; });
    }
    Key<1> key(std::size_t partition, const ListedRecord& record) const {
      return {{Word{store.base(partition) + record.rank} << 32}};
    }
    void write(const ListedRecord& record, std::uint8_t* out) const {
      write_load(record.load, out);
    }
    std::size_t partition(const Key<1>& key) const {
      return store.partition_holding(static_cast<Ordinal>(key.head() >> 32));
    }
    ListedRecord read(std::size_t partition, const Key<1>& key, const std::uint8_t* load) const {
      return {static_cast<Ordinal>(key.head() >> 32) - store.base(partition), read_load(load)};
    }
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
  bool listed_anywhere_;  // by any rank
  RecordBuffers<ComputedRecord> computed_;
  RecordBuffers<ListedRecord> listed_;
  RecordExchange<ComputedRecord, ComputedWire> computed_exchange_;
  RecordExchange<ListedRecord, ListedWire> listed_exchange_;
  std::vector<Worker> workers_;
};

}  // namespace questproof
