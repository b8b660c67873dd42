// SPDX-License-Identifier: MIT
#include "core/search/distance_table.h"

#include <atomic>
#include <bit>
#include <utility>

#include "core/search/widths.h"

namespace questproof {
namespace {

// Calls visit(first ordinal, count, done masks, pending masks) for every block of the store.
template <unsigned W, typename Visit>
void for_each_quest_block(const StateSpace& space, const StateStore<W>& store, std::size_t group,
                          const Parallel& parallel, Visit&& visit) {
  const std::vector<RankRange> blocks = store.blocks();
  struct Scratch {
    BlockColumns columns;
    std::vector<std::uint64_t> done = std::vector<std::uint64_t>(kSearchBlock);
    std::vector<std::uint64_t> pending = std::vector<std::uint64_t>(kSearchBlock);
  };
  std::vector<Scratch> scratch;
  for (int t = 0; t < parallel.threads(); ++t)
    scratch.push_back({BlockColumns(space.word_count())});
  parallel.parallel_for(blocks.size(), 1, [&](std::size_t begin, std::size_t end, int slot) {
    Scratch& mine = scratch[static_cast<std::size_t>(slot)];
    for (; begin < end; ++begin) {
      const RankRange& range = blocks[begin];
      const std::size_t count =
          mine.columns.fill(store.run(range.partition), store.codec(), range.begin, range.end);
      const std::span done = std::span(mine.done).first(count);
      const std::span pending = std::span(mine.pending).first(count);
      space.evaluate_quests(mine.columns.view(count), group, done, pending);
      visit(store.base(range.partition) + range.begin, done, pending, slot);
    }
  });
}

// One pass for up to 64 quests. Mask holds one bit per quest of the group.
template <unsigned W, typename Mask>
class BackwardPass {
 public:
  BackwardPass(const StateSpace& space, const StateStore<W>& store, const PredecessorGraph& graph,
               DistanceTable& table, std::size_t group, const Parallel& parallel, RunWatch& watch)
      : space_(space),
        store_(store),
        graph_(graph),
        table_(table),
        first_quest_(group * 64),
        group_(group),
        parallel_(parallel),
        watch_(watch),
        learned_(store.size()),
        learning_(store.size()),
        found_(static_cast<std::size_t>(parallel.threads())) {}

  bool run() {
    seed();
    Progress progress;
    for (std::uint32_t distance = 1; !frontier_.empty(); ++distance) {
      push(distance);
      QUEST_CHECK(distance < DistanceTable::kLargest);
      std::swap(learned_, learning_);
      frontier_.clear();
      for (auto& list : found_) {
        frontier_.insert(frontier_.end(), list.begin(), list.end());
        list.clear();
      }
      progress.level = distance;
      progress.states += frontier_.size();
      progress.total = store_.size();
      watch_.report(progress);
      if (watch_.limit_hit()) return false;
    }
    mark_lost();
    return true;
  }

 private:
  void seed() {
    const std::size_t quests = std::min<std::size_t>(64, table_.quests() - first_quest_);
    for_each_quest_block<W>(space_, store_, group_, parallel_,
                            [&](Ordinal first, std::span<const std::uint64_t> done,
                                std::span<const std::uint64_t>, int slot) {
                              for (std::size_t i = 0; i < done.size(); ++i) {
                                const Ordinal state = first + static_cast<Ordinal>(i);
                                std::uint32_t* const row = table_.row(state) + first_quest_;
                                for (std::size_t q = 0; q < quests; ++q) {
                                  row[q] = (done[i] >> q & 1) != 0 ? 0 : DistanceTable::kBlocked;
                                }
                                learned_[state] = static_cast<Mask>(done[i]);
                                if (done[i] != 0)
                                  found_[static_cast<std::size_t>(slot)].push_back(state);
                              }
                            });
    for (auto& list : found_) {
      frontier_.insert(frontier_.end(), list.begin(), list.end());
      list.clear();
    }
  }

  void push(std::uint32_t distance) {
    parallel_.parallel_for(
        frontier_.size(), 2048, [&](std::size_t begin, std::size_t end, int slot) {
          std::vector<Ordinal>& found = found_[static_cast<std::size_t>(slot)];
          for (; begin < end; ++begin) {
            const Ordinal state = frontier_[begin];
            const Mask quests = std::exchange(learned_[state], Mask{0});
            for (const Ordinal before : graph_.predecessors(state)) {
              const Mask fresh = claim(before, quests, distance);
              if (fresh == 0) continue;
              const Mask had =
                  std::atomic_ref(learning_[before]).fetch_or(fresh, std::memory_order_relaxed);
              if (had == 0) found.push_back(before);
            }
          }
        });
  }

  // Sets the distance of those of the quests that have none yet at this state; returns them.
  Mask claim(Ordinal state, Mask quests, std::uint32_t distance) {
    std::uint32_t* const row = table_.row(state) + first_quest_;
    Mask fresh = 0;
    for (Mask rest = quests; rest != 0; rest = static_cast<Mask>(rest & (rest - 1))) {
      const auto q = static_cast<unsigned>(std::countr_zero(rest));
      std::atomic_ref cell(row[q]);
      if (cell.load(std::memory_order_relaxed) != DistanceTable::kBlocked) continue;
      std::uint32_t expected = DistanceTable::kBlocked;
      if (cell.compare_exchange_strong(expected, distance, std::memory_order_relaxed)) {
        fresh = static_cast<Mask>(fresh | Mask{1} << q);
      }
    }
    return fresh;
  }

  void mark_lost() {
    const std::size_t quests = std::min<std::size_t>(64, table_.quests() - first_quest_);
    for_each_quest_block<W>(
        space_, store_, group_, parallel_,
        [&](Ordinal first, std::span<const std::uint64_t>, std::span<const std::uint64_t> pending,
            int) {
          for (std::size_t i = 0; i < pending.size(); ++i) {
            std::uint32_t* const row = table_.row(first + static_cast<Ordinal>(i)) + first_quest_;
            for (std::size_t q = 0; q < quests; ++q) {
              if (row[q] == DistanceTable::kBlocked && (pending[i] >> q & 1) == 0) {
                row[q] = DistanceTable::kLost;
              }
            }
          }
        });
  }

  const StateSpace& space_;
  const StateStore<W>& store_;
  const PredecessorGraph& graph_;
  DistanceTable& table_;
  std::size_t first_quest_;
  std::size_t group_;
  const Parallel& parallel_;
  RunWatch& watch_;
  std::vector<Mask> learned_;   // in the last round, by state
  std::vector<Mask> learning_;  // in this round
  std::vector<Ordinal> frontier_;
  std::vector<std::vector<Ordinal>> found_;  // by worker
};

}  // namespace

template <unsigned W>
std::optional<DistanceTable> compute_distances(const StateSpace& space, const StateStore<W>& store,
                                               const PredecessorGraph& graph,
                                               const Parallel& parallel, RunWatch& watch) {
  const std::size_t quests = space.quest_count();
  const std::uint64_t mask_bytes = quests <= 8 ? 1 : 8;
  if (watch.limit_hit(store.size() * (4 * quests + 2 * mask_bytes))) return std::nullopt;
  DistanceTable table(store.size(), quests);
  for (std::size_t group = 0; group * 64 < quests; ++group) {
    const bool finished =
        quests <= 8
            ? BackwardPass<W, std::uint8_t>(space, store, graph, table, group, parallel, watch)
                  .run()
            : BackwardPass<W, std::uint64_t>(space, store, graph, table, group, parallel, watch)
                  .run();
    if (!finished) return std::nullopt;
  }
  return table;
}

#define QUESTPROOF_INSTANTIATE(W)                                                        \
  template std::optional<DistanceTable> compute_distances<W>(                            \
      const StateSpace&, const StateStore<W>&, const PredecessorGraph&, const Parallel&, \
      RunWatch&);
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
