// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/bit_stream.h"
#include "core/search/byte_planes.h"
#include "core/search/key_sort.h"
#include "core/search/partition_mail.h"
#include "core/search/predecessor_lists.h"
#include "core/search/record_buffers.h"
#include "core/search/rounds.h"
#include "core/search/run_codec.h"
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
// for each predecessor and round, with all bits of its loads. In order of key or rank it travels as
//   computed   a section as encode_keys writes it; loads as byte planes
//   listed     varint  number; varint  Rice parameter; varint  bytes of the gaps; gaps between ranks in
//              Rice codes; loads as byte planes
// each behind a byte that says which it is.
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
        listed_(parallel.threads(), store.partition_count()),
        mail_(store.ranks()) {
    for (int t = 0; t < parallel.threads(); ++t) {
      workers_.push_back({space.make_predecessor_expander(),
                          BlockColumns(space.word_count()),
                          {},
                          std::vector<std::uint64_t>(space.label_count()),
                          {},
                          std::vector<Load>(kSearchBlock),
                          {},
                          {},
                          {},
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
            [&] { exchange(); },
            [&](std::size_t partition, int slot) {
              unpack(partition, slot);
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
  struct Worker {
    std::unique_ptr<Expander> expander;  // none when the space has no way back at all
    BlockColumns columns;
    SuccessorBlock predecessors;
    std::vector<std::uint64_t> enabled;
    std::vector<std::uint32_t> ranks;
    std::vector<Load> loads;
    SortScratch<ComputedRecord> scratch;
    std::vector<ListedRecord> listed;
    std::vector<Key<W>> keys;
    std::vector<std::uint64_t> bits;  // of loads
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

  // ---- Between ranks.

  static constexpr std::uint8_t kComputed = 0;
  static constexpr std::uint8_t kListed = 1;
  static constexpr std::size_t kPiece = std::size_t{1} << 15;  // records

  static std::uint64_t bits_of(Load load) {
    if constexpr (std::is_same_v<Load, NoLoad>) {
      return 0;
    } else {
      return static_cast<std::uint64_t>(load);
    }
  }
  static Load load_of(std::uint64_t bits) {
    if constexpr (std::is_same_v<Load, NoLoad>) {
      return {};
    } else {
      return static_cast<Load>(bits);
    }
  }

  void exchange() {
    const Ranks& ranks = store_.ranks();
    ranks.for_each_foreign(parallel_, [&](std::size_t partition, int slot) {
      if (computed_.size(partition) > 0) pack_computed(partition, slot);
      if (listed_.size(partition) > 0) pack_listed(partition, slot);
    });
    for (std::size_t p = 0; p < store_.partition_count(); ++p) {
      if (ranks.owns(p)) continue;
      computed_.clear(p);
      listed_.clear(p);
    }
    mail_.exchange();
  }

  void pack_computed(std::size_t partition, int slot) {
    Worker& worker = workers_[static_cast<std::size_t>(slot)];
    const std::size_t count =
        sort_records(computed_, partition, store_.partition_bits(), worker.scratch,
                     [](const ComputedRecord& record) -> const Key<W>& { return record.state; });
    worker.keys.clear();
    worker.bits.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const ComputedRecord& record = worker.scratch.records[i];
      if (worker.keys.empty() || !(worker.keys.back() == record.state)) {
        worker.keys.push_back(record.state);
        worker.bits.push_back(0);
      }
      worker.bits.back() |= bits_of(record.load);
    }
    for (std::size_t begin = 0; begin < worker.keys.size(); begin += kPiece) {
      const std::size_t size = std::min(kPiece, worker.keys.size() - begin);
      ByteWriter out;
      out.byte(kComputed);
      encode_keys<W>(std::span<const Key<W>>(worker.keys).subspan(begin, size), store_.format(), 0,
                     out.bytes);
      write_planes(out, size, [&](std::size_t i) { return worker.bits[begin + i]; });
      mail_.send_to_owner(partition, std::move(out.bytes));
    }
  }

  void pack_listed(std::size_t partition, int slot) {
    Worker& worker = workers_[static_cast<std::size_t>(slot)];
    std::vector<ListedRecord>& records = worker.listed;
    records.clear();
    listed_.for_each_block(partition, [&](std::span<const ListedRecord> block) {
      records.insert(records.end(), block.begin(), block.end());
    });
    std::sort(records.begin(), records.end(), [](const ListedRecord& a, const ListedRecord& b) {
      return a.rank < b.rank;
    });
    std::size_t count = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (count > 0 && records[count - 1].rank == records[i].rank) {
        records[count - 1].load =
            load_of(bits_of(records[count - 1].load) | bits_of(records[i].load));
      } else {
        records[count++] = records[i];
      }
    }
    for (std::size_t begin = 0; begin < count; begin += kPiece) {
      const std::size_t size = std::min(kPiece, count - begin);
      const std::span<const ListedRecord> piece = std::span(records).subspan(begin, size);
      const unsigned k = rice::parameter(piece.back().rank, size);
      std::vector<std::uint8_t> gaps;
      RiceWriter writer(gaps);
      std::uint32_t before = 0;
      for (const ListedRecord& record : piece) {
        writer.append(record.rank - before, k);
        before = record.rank;
      }
      writer.finish();
      ByteWriter out;
      out.byte(kListed);
      out.varint(size);
      out.varint(k);
      out.varint(gaps.size());
      out.append(gaps.data(), gaps.size());
      write_planes(out, size, [&](std::size_t i) { return bits_of(piece[i].load); });
      mail_.send_to_owner(partition, std::move(out.bytes));
    }
  }

  void unpack(std::size_t partition, int slot) {
    Worker& worker = workers_[static_cast<std::size_t>(slot)];
    for (const PartitionMail::Letter& letter : mail_.arrived(partition)) {
      ByteReader in(letter.bytes);
      if (in.byte() == kComputed) {
        LevelReader<W> keys(in, store_.format(), partition);
        read_planes(in, keys.size(), worker.bits);
        for (std::size_t i = 0; !keys.done(); keys.next(), ++i) {
          computed_.append(slot, partition, {keys.key(), load_of(worker.bits[i])});
        }
      } else {
        const std::uint64_t size = in.varint();
        const auto k = static_cast<unsigned>(in.varint());
        RiceReader gaps(in.take(in.count()));
        read_planes(in, size, worker.bits);
        std::uint32_t rank = 0;
        for (std::size_t i = 0; i < size; ++i) {
          rank += static_cast<std::uint32_t>(gaps.next(k));
          listed_.append(slot, partition, {rank, load_of(worker.bits[i])});
        }
      }
    }
  }

  const StateStore<W>& store_;
  const std::vector<PredecessorLists>& lists_;
  std::uint64_t round_transitions_;
  const Parallel& parallel_;
  RecordBuffers<ComputedRecord> computed_;
  RecordBuffers<ListedRecord> listed_;
  PartitionMail mail_;
  std::vector<Worker> workers_;
};

}  // namespace questproof
