// SPDX-License-Identifier: MIT
#include "core/search/predecessor_lists.h"

#include <algorithm>
#include <cstring>

#include "core/base/scratch_log.h"
#include "core/search/key_sort.h"
#include "core/search/record_buffers.h"
#include "core/search/record_exchange.h"
#include "core/search/rounds.h"
#include "core/search/shared_failure.h"
#include "core/search/widths.h"

namespace questproof {

PredecessorLists::PredecessorLists(std::uint32_t states,
                                   const std::vector<std::vector<Edge>>& edges) {
  std::uint64_t total = 0;
  for (const auto& chunk : edges) total += chunk.size();
  if (total == 0) return;
  std::vector<std::uint64_t> next(std::size_t{states} + 1, 0);
  for (const auto& chunk : edges) {
    for (const Edge& edge : chunk) ++next[edge.destination + 1];
  }
  words_ = (states + 63) / 64;
  with_any_ = next.size() - static_cast<std::size_t>(std::count(next.begin(), next.end(), 0u));
  block_ = ByteBlock((words_ + with_any_ + 1) * sizeof(std::uint64_t) +
                     (words_ + total) * sizeof(std::uint32_t));
  place();
  auto* const present = const_cast<std::uint64_t*>(present_);
  auto* const offsets = const_cast<std::uint64_t*>(offsets_);
  auto* const before = const_cast<std::uint32_t*>(before_);
  auto* const sources = const_cast<Ordinal*>(sources_);
  std::fill_n(present, words_, 0);
  std::size_t count = 0;
  for (std::uint32_t rank = 0; rank < states; ++rank) {
    if (rank % 64 == 0) before[rank / 64] = static_cast<std::uint32_t>(count);
    if (next[rank + 1] > 0) {
      present[rank / 64] |= std::uint64_t{1} << (rank % 64);
      offsets[count++] = next[rank];
    }
    next[rank + 1] += next[rank];
  }
  offsets[count] = total;
  for (const auto& chunk : edges) {
    for (const Edge& edge : chunk) sources[next[edge.destination]++] = edge.source;
  }
}

void PredecessorLists::place() {
  present_ = reinterpret_cast<const std::uint64_t*>(block_.data());
  offsets_ = present_ + words_;
  before_ = reinterpret_cast<const std::uint32_t*>(offsets_ + with_any_ + 1);
  sources_ = before_ + words_;
}

void PredecessorLists::freeze(ScratchMemory& scratch) {
  if (empty() || block_.size() < scratch.smallest_block()) return;
  block_.freeze(scratch);
  place();
}

namespace {

template <unsigned W>
class ListBuilder {
 public:
  // Edges wait in scratch when memory is crowded.
  ListBuilder(const StateSpace& space, const StateStore<W>& store, const Parallel& parallel,
              ScratchMemory* scratch)
      : store_(store),
        parallel_(parallel),
        scratch_(scratch),
        buffers_(parallel.threads(), store.partition_count()),
        exchange_(store.ranks(), parallel, buffers_, Wire{store}),
        edges_(store.partition_count()),
        pieces_(store.partition_count()) {
    if (scratch != nullptr) log_.emplace(*scratch);
    for (int t = 0; t < parallel.threads(); ++t) {
      workers_.push_back({space.make_one_way_expander(),
                          BlockColumns(space.word_count()),
                          {},
                          std::vector<std::uint64_t>(space.label_count())});
    }
  }

  bool collect(std::uint64_t round_transitions, RunWatch& watch) {
    const std::vector<RankRange> blocks = store_.blocks();
    return Rounds(store_.ranks(), parallel_, round_transitions)
        .run(
            blocks.size(),
            [&](std::size_t block, int slot) {
              const std::size_t made = expand(blocks[block], slot);
              store_.relieve();
              return made;
            },
            [&] { exchange_.run(); },
            [&](std::size_t partition, int) {
              if (buffers_.size(partition) == 0) return;
              resolve(partition);
              store_.relieve();
            },
            [&](std::size_t done) {
              buffers_.clear();
              Progress progress;
              progress.states =
                  std::min(store_.size(), store_.ranks().sum(std::uint64_t{done} * kSearchBlock));
              progress.total = store_.size();
              watch.report(progress);
              return !watch.limit_hit();
            });
  }

  std::vector<PredecessorLists> finish() {
    std::vector<PredecessorLists> lists(edges_.size());
    SharedFailure failure(store_.ranks());
    failure.attempt([&] {
      store_.ranks().for_each_own(parallel_, [&](std::size_t partition, int) {
        read_back(partition);
        lists[partition] = PredecessorLists(store_.run(partition).size(), edges_[partition]);
        std::vector<Edges>().swap(edges_[partition]);
        if (scratch_ != nullptr && scratch_->crowded()) lists[partition].freeze(*scratch_);
      });
    });
    failure.settle();
    return lists;
  }

 private:
  using Edges = std::vector<PredecessorLists::Edge>;
  struct Record {
    Key<W> destination;
    Ordinal source;
  };
  struct Piece {  // edges in the log
    std::uint64_t at = 0;
    std::size_t count = 0;
  };
  struct Worker {
    std::unique_ptr<Expander> expander;
    BlockColumns columns;
    SuccessorBlock successors;
    std::vector<std::uint64_t> enabled;
  };
  struct Wire {
    using KeyType = Key<W>;
    const StateStore<W>& store;

    KeyBlockFormat format() const { return block_format<W>(store.format(), sizeof(Ordinal)); }
    std::size_t sort(const RecordBuffers<Record>& buffers, std::size_t partition,
                     SortScratch<Record>& scratch) const {
      return sort_records(buffers, partition, store.partition_bits(), scratch,
                          [](const Record& record) -> const Key<W>& { return record.destination; });
    }
    const Key<W>& key(std::size_t, const Record& record) const { return record.destination; }
    void write(const Record& record, std::uint8_t* out) const {
      std::memcpy(out, &record.source, sizeof(Ordinal));
    }
    std::size_t partition(const Key<W>& key) const { return store.partition_of_key(key); }
    Record read(std::size_t, const Key<W>& key, const std::uint8_t* in) const {
      Record record{key, 0};
      std::memcpy(&record.source, in, sizeof(Ordinal));
      return record;
    }
  };

  std::size_t expand(const RankRange& range, int slot) {
    Worker& worker = workers_[static_cast<std::size_t>(slot)];
    const std::size_t count =
        worker.columns.fill(store_.run(range.partition), store_.codec(), range.begin, range.end);
    worker.expander->expand(worker.columns.view(count), worker.successors, worker.enabled);
    const SuccessorBlock& out = worker.successors;
    const Ordinal first = store_.base(range.partition) + range.begin;
    for (std::size_t i = 0; i < out.count; ++i) {
      const Key<W> key = store_.codec().encode(out.words.data() + i, out.stride);
      buffers_.append(slot, partition_of(key.head(), store_.partition_bits()),
                      {key, first + out.source[i]});
    }
    return out.count;
  }

  void resolve(std::size_t partition) {
    const SortedRun<W>& run = store_.run(partition);
    Edges chunk;
    chunk.reserve(buffers_.size(partition));
    buffers_.for_each_block(partition, [&](std::span<const Record> block) {
      for (const Record& record : block) {
        const std::uint32_t rank = run.find(record.destination);
        QUEST_CHECK_MSG(rank != SortedRun<W>::kNone, "a successor is not stored");
        chunk.push_back({rank, record.source});
      }
    });
    if (log_ && scratch_->crowded()) {
      const std::size_t bytes = chunk.size() * sizeof(PredecessorLists::Edge);
      pieces_[partition].push_back({log_->append(chunk.data(), bytes), chunk.size()});
    } else {
      edges_[partition].push_back(std::move(chunk));
    }
  }

  void read_back(std::size_t partition) {
    for (const Piece& piece : pieces_[partition]) {
      Edges& chunk = edges_[partition].emplace_back(piece.count);
      log_->read(piece.at, chunk.data(), chunk.size() * sizeof(PredecessorLists::Edge));
    }
  }

  const StateStore<W>& store_;
  const Parallel& parallel_;
  ScratchMemory* scratch_;
  RecordBuffers<Record> buffers_;
  RecordExchange<Record, Wire> exchange_;
  std::vector<std::vector<Edges>> edges_;  // by partition and round
  std::optional<ScratchLog> log_;
  std::vector<std::vector<Piece>> pieces_;  // by partition
  std::vector<Worker> workers_;
};

}  // namespace

template <unsigned W>
std::optional<std::vector<PredecessorLists>> list_one_way_predecessors(
    const StateSpace& space, const StateStore<W>& store, std::uint64_t most,
    const SearchOptions& options, const Parallel& parallel, RunWatch& watch) {
  if (watch.limit_hit(12 * most / static_cast<unsigned>(store.ranks().count())))
    return std::nullopt;
  ListBuilder<W> builder(space, store, parallel, watch.scratch());
  if (!builder.collect(options.chunk_transitions, watch)) return std::nullopt;
  return builder.finish();
}

#define QUESTPROOF_INSTANTIATE(W)                                                     \
  template std::optional<std::vector<PredecessorLists>> list_one_way_predecessors<W>( \
      const StateSpace&, const StateStore<W>&, std::uint64_t, const SearchOptions&,   \
      const Parallel&, RunWatch&);
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
