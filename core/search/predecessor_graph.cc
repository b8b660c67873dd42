// SPDX-License-Identifier: MIT
#include "core/search/predecessor_graph.h"

#include <atomic>

#include "core/search/record_buffers.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

template <unsigned W>
struct TransitionRecord {
  Key<W> destination;
  Ordinal source;
};

// Destination (local to its partition) and source of one transition.
struct Edge {
  std::uint32_t destination;
  Ordinal source;
};

template <unsigned W>
class GraphBuilder {
 public:
  GraphBuilder(const StateSpace& space, const StateStore<W>& store, std::uint64_t transitions,
               const Parallel& parallel)
      : space_(space),
        store_(store),
        parallel_(parallel),
        buffers_(parallel.threads(), store.partition_count()),
        edges_(transitions),
        chunks_(store.partition_count()) {
    for (int t = 0; t < parallel.threads(); ++t) {
      workers_.push_back({space.make_expander(),
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
      resolve();
      Progress progress;
      progress.states = std::min(next.load(), blocks.size()) * kSearchBlock;
      progress.total = store_.size();
      watch.report(progress);
      if (watch.limit_hit()) return false;
    }
    return true;
  }

  PredecessorGraph finish() {
    QUEST_CHECK(used_ == edges_.size());
    std::vector<std::uint64_t> bases;
    std::uint64_t total = 0;
    for (const auto& chunks : chunks_) {
      bases.push_back(total);
      for (const std::span<Edge> chunk : chunks) total += chunk.size();
    }
    PredecessorGraph graph(store_.size(), total);
    parallel_.parallel_for(chunks_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
      for (; begin < end; ++begin) sort_partition(graph, begin, bases[begin]);
    });
    return graph;
  }

 private:
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

  void resolve() {
    for (std::size_t p = 0; p < chunks_.size(); ++p) {
      const std::size_t count = buffers_.size(p);
      QUEST_CHECK_MSG(used_ + count <= edges_.size(), "more transitions than the search counted");
      chunks_[p].push_back({edges_.data() + used_, count});
      used_ += count;
    }
    parallel_.parallel_for(chunks_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
      for (; begin < end; ++begin) resolve_partition(begin);
    });
    buffers_.clear();
  }

  void resolve_partition(std::size_t partition) {
    const SortedRun<W>& run = store_.run(partition);
    Edge* next = chunks_[partition].back().data();
    buffers_.for_each_block(partition, [&](std::span<const TransitionRecord<W>> block) {
      for (const TransitionRecord<W>& record : block) {
        const std::uint32_t rank = run.find(record.destination);
        QUEST_CHECK_MSG(rank != SortedRun<W>::kNone, "a successor is not stored");
        *next++ = {rank, record.source};
      }
    });
  }

  // Counting sort by destination.
  void sort_partition(PredecessorGraph& graph, std::size_t partition, std::uint64_t base) {
    const std::uint32_t size = store_.run(partition).size();
    std::uint64_t* const offsets = graph.offsets() + store_.base(partition);
    std::vector<std::uint32_t> next(size + 1, 0);
    for (const std::span<Edge> chunk : chunks_[partition]) {
      for (const Edge& edge : chunk) ++next[edge.destination + 1];
    }
    for (std::uint32_t rank = 0; rank < size; ++rank) {
      next[rank + 1] += next[rank];
      offsets[rank] = base + next[rank];
    }
    Ordinal* const sources = graph.sources() + base;
    for (const std::span<Edge> chunk : chunks_[partition]) {
      for (const Edge& edge : chunk) sources[next[edge.destination]++] = edge.source;
    }
  }

  const StateSpace& space_;
  const StateStore<W>& store_;
  const Parallel& parallel_;
  RecordBuffers<TransitionRecord<W>> buffers_;
  LargeArray<Edge> edges_;
  std::size_t used_ = 0;                              // of edges_
  std::vector<std::vector<std::span<Edge>>> chunks_;  // of edges_, by partition and round
  std::vector<Worker> workers_;
};

}  // namespace

template <unsigned W>
std::optional<PredecessorGraph> build_predecessor_graph(const StateSpace& space,
                                                        const StateStore<W>& store,
                                                        std::uint64_t transitions,
                                                        const SearchOptions& options,
                                                        const Parallel& parallel, RunWatch& watch) {
  if (watch.limit_hit(12 * transitions + 8 * store.size())) return std::nullopt;
  GraphBuilder<W> builder(space, store, transitions, parallel);
  if (!builder.collect(options.chunk_transitions, watch)) return std::nullopt;
  return builder.finish();
}

#define QUESTPROOF_INSTANTIATE(W)                                                   \
  template std::optional<PredecessorGraph> build_predecessor_graph<W>(              \
      const StateSpace&, const StateStore<W>&, std::uint64_t, const SearchOptions&, \
      const Parallel&, RunWatch&);
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
