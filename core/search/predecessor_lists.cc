// SPDX-License-Identifier: MIT
#include "core/search/predecessor_lists.h"

#include <algorithm>
#include <atomic>

#include "core/base/scratch_log.h"
#include "core/search/record_buffers.h"
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
    std::atomic<std::size_t> next{0};
    while (next < blocks.size()) {
      std::atomic<std::uint64_t> buffered{0};
      parallel_.parallel_for(static_cast<std::size_t>(parallel_.threads()), 1,
                             [&](std::size_t, std::size_t, int slot) {
                               while (buffered < round_transitions) {
                                 const std::size_t mine = next.fetch_add(1);
                                 if (mine >= blocks.size()) break;
                                 buffered += expand(blocks[mine], slot);
                                 store_.relieve();
                               }
                             });
      parallel_.parallel_for(edges_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
        for (; begin < end; ++begin) {
          if (buffers_.size(begin) == 0) continue;
          resolve(begin);
          store_.relieve();
        }
      });
      buffers_.clear();
      Progress progress;
      progress.states = std::min(store_.size(), std::uint64_t{next.load()} * kSearchBlock);
      progress.total = store_.size();
      watch.report(progress);
      if (watch.limit_hit()) return false;
    }
    return true;
  }

  std::vector<PredecessorLists> finish() {
    std::vector<PredecessorLists> lists(edges_.size());
    parallel_.parallel_for(edges_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
      for (; begin < end; ++begin) {
        read_back(begin);
        lists[begin] = PredecessorLists(store_.run(begin).size(), edges_[begin]);
        std::vector<Edges>().swap(edges_[begin]);
        if (scratch_ != nullptr && scratch_->crowded()) lists[begin].freeze(*scratch_);
      }
    });
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
  if (watch.limit_hit(12 * most)) return std::nullopt;
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
