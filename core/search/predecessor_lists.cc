// SPDX-License-Identifier: MIT
#include "core/search/predecessor_lists.h"

#include <atomic>

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
  present_.resize((states + 63) / 64);
  before_.resize(present_.size());
  for (std::uint32_t rank = 0; rank < states; ++rank) {
    if (rank % 64 == 0) before_[rank / 64] = static_cast<std::uint32_t>(offsets_.size());
    if (next[rank + 1] > 0) {
      present_[rank / 64] |= std::uint64_t{1} << (rank % 64);
      offsets_.push_back(next[rank]);
    }
    next[rank + 1] += next[rank];
  }
  offsets_.push_back(total);
  sources_.resize(total);
  for (const auto& chunk : edges) {
    for (const Edge& edge : chunk) sources_[next[edge.destination]++] = edge.source;
  }
}

namespace {

template <unsigned W>
class ListBuilder {
 public:
  ListBuilder(const StateSpace& space, const StateStore<W>& store, const Parallel& parallel)
      : store_(store),
        parallel_(parallel),
        buffers_(parallel.threads(), store.partition_count()),
        edges_(store.partition_count()) {
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
                               }
                             });
      parallel_.parallel_for(edges_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
        for (; begin < end; ++begin) resolve(begin);
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
        lists[begin] = PredecessorLists(store_.run(begin).size(), edges_[begin]);
        std::vector<std::vector<PredecessorLists::Edge>>().swap(edges_[begin]);
      }
    });
    return lists;
  }

 private:
  struct Record {
    Key<W> destination;
    Ordinal source;
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
    if (buffers_.size(partition) == 0) return;
    const SortedRun<W>& run = store_.run(partition);
    std::vector<PredecessorLists::Edge> chunk;
    chunk.reserve(buffers_.size(partition));
    buffers_.for_each_block(partition, [&](std::span<const Record> block) {
      for (const Record& record : block) {
        const std::uint32_t rank = run.find(record.destination);
        QUEST_CHECK_MSG(rank != SortedRun<W>::kNone, "a successor is not stored");
        chunk.push_back({rank, record.source});
      }
    });
    edges_[partition].push_back(std::move(chunk));
  }

  const StateStore<W>& store_;
  const Parallel& parallel_;
  RecordBuffers<Record> buffers_;
  std::vector<std::vector<std::vector<PredecessorLists::Edge>>> edges_;  // by partition and round
  std::vector<Worker> workers_;
};

}  // namespace

template <unsigned W>
std::optional<std::vector<PredecessorLists>> list_one_way_predecessors(
    const StateSpace& space, const StateStore<W>& store, std::uint64_t most,
    const SearchOptions& options, const Parallel& parallel, RunWatch& watch) {
  if (watch.limit_hit(12 * most)) return std::nullopt;
  ListBuilder<W> builder(space, store, parallel);
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
