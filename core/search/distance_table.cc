// SPDX-License-Identifier: MIT
#include "core/search/distance_table.h"

#include <atomic>
#include <bit>
#include <utility>

#include "core/search/widths.h"

namespace questproof {

void DistanceTable::widen() {
  if (cell_bytes_ == 1) {
    widen_cells<std::uint8_t, std::uint16_t>();
  } else {
    widen_cells<std::uint16_t, std::uint32_t>();
  }
}

template <typename From, typename To>
void DistanceTable::widen_cells() {
  QUEST_CHECK(cell_bytes_ == sizeof(From));
  LargeArray<std::uint8_t> wide(cells_ * sizeof(To));
  To* const to = reinterpret_cast<To*>(wide.data());
  const From* const from = as<From>();
  for (std::uint64_t i = 0; i < cells_; ++i) to[i] = static_cast<To>(widened(from[i]));
  bytes_ = std::move(wide);
  cell_bytes_ = sizeof(To);
}

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
    with_cell([&]<typename Cell>() { seed<Cell>(); });
    Progress progress;
    for (std::uint32_t distance = 1; !frontier_.empty(); ++distance) {
      if (distance > largest_distance()) table_.widen();
      with_cell([&]<typename Cell>() { push<Cell>(distance); });
      std::swap(learned_, learning_);
      take_found();
      progress.level = distance;
      progress.states += frontier_.size();
      progress.total = store_.size();
      watch_.report(progress);
      if (watch_.limit_hit()) return false;
    }
    with_cell([&]<typename Cell>() { mark_lost<Cell>(); });
    return true;
  }

 private:
  template <typename Body>
  void with_cell(Body&& body) {
    if (table_.cell_bytes() == 1) return body.template operator()<std::uint8_t>();
    if (table_.cell_bytes() == 2) return body.template operator()<std::uint16_t>();
    body.template operator()<std::uint32_t>();
  }

  // That fits into a cell beside the two marks.
  std::uint64_t largest_distance() const {
    return (std::uint64_t{1} << (8 * table_.cell_bytes())) - 3;
  }
  std::size_t quests_in_group() const {
    return std::min<std::size_t>(64, table_.quests() - first_quest_);
  }
  template <typename Cell>
  Cell* row(Ordinal state) {
    return table_.cells<Cell>() + std::size_t{state} * table_.quests() + first_quest_;
  }

  void take_found() {
    frontier_.clear();
    for (auto& list : found_) {
      frontier_.insert(frontier_.end(), list.begin(), list.end());
      list.clear();
    }
  }

  template <typename Cell>
  void seed() {
    for_each_quest_block<W>(
        space_, store_, group_, parallel_,
        [&](Ordinal first, std::span<const std::uint64_t> done, std::span<const std::uint64_t>,
            int slot) {
          for (std::size_t i = 0; i < done.size(); ++i) {
            const Ordinal state = first + static_cast<Ordinal>(i);
            Cell* const cells = row<Cell>(state);
            for (std::size_t q = 0; q < quests_in_group(); ++q) {
              cells[q] = (done[i] >> q & 1) != 0 ? Cell{0} : DistanceTable::kBlockedCell<Cell>;
            }
            if (done[i] == 0) continue;
            learned_[state] = static_cast<Mask>(done[i]);
            found_[static_cast<std::size_t>(slot)].push_back(state);
          }
        });
    take_found();
  }

  // The rows of predecessors lie anywhere: they are fetched a few states ahead.
  template <typename Cell>
  void push(std::uint32_t distance) {
    constexpr std::size_t kAhead = 6;
    parallel_.parallel_for(
        frontier_.size(), 2048, [&](std::size_t begin, std::size_t end, int slot) {
          std::vector<Ordinal>& found = found_[static_cast<std::size_t>(slot)];
          for (; begin < end; ++begin) {
            if (begin + 4 * kAhead < end) graph_.prefetch_range(frontier_[begin + 4 * kAhead]);
            if (begin + 2 * kAhead < end) graph_.prefetch_sources(frontier_[begin + 2 * kAhead]);
            if (begin + kAhead < end) {
              for (const Ordinal before : graph_.predecessors(frontier_[begin + kAhead])) {
                __builtin_prefetch(row<Cell>(before), 1);
              }
            }
            const Ordinal state = frontier_[begin];
            const Mask quests = std::exchange(learned_[state], Mask{0});
            for (const Ordinal before : graph_.predecessors(state)) {
              const Mask fresh = claim(row<Cell>(before), quests, static_cast<Cell>(distance));
              if (fresh == 0) continue;
              const Mask had =
                  std::atomic_ref(learning_[before]).fetch_or(fresh, std::memory_order_relaxed);
              if (had == 0) found.push_back(before);
            }
          }
        });
  }

  // Sets the distance of those of the quests that have none yet in this row; returns them.
  template <typename Cell>
  static Mask claim(Cell* cells, Mask quests, Cell distance) {
    Mask fresh = 0;
    for (Mask rest = quests; rest != 0; rest = static_cast<Mask>(rest & (rest - 1))) {
      const auto q = static_cast<unsigned>(std::countr_zero(rest));
      std::atomic_ref cell(cells[q]);
      if (cell.load(std::memory_order_relaxed) != DistanceTable::kBlockedCell<Cell>) continue;
      Cell expected = DistanceTable::kBlockedCell<Cell>;
      if (cell.compare_exchange_strong(expected, distance, std::memory_order_relaxed)) {
        fresh = static_cast<Mask>(fresh | Mask{1} << q);
      }
    }
    return fresh;
  }

  template <typename Cell>
  void mark_lost() {
    for_each_quest_block<W>(
        space_, store_, group_, parallel_,
        [&](Ordinal first, std::span<const std::uint64_t>, std::span<const std::uint64_t> pending,
            int) {
          for (std::size_t i = 0; i < pending.size(); ++i) {
            Cell* const cells = row<Cell>(first + static_cast<Ordinal>(i));
            for (std::size_t q = 0; q < quests_in_group(); ++q) {
              if (cells[q] == DistanceTable::kBlockedCell<Cell> && (pending[i] >> q & 1) == 0) {
                cells[q] = DistanceTable::kLostCell<Cell>;
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
  LargeArray<Mask> learned_;   // in the last round, by state
  LargeArray<Mask> learning_;  // in this round
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
  if (watch.limit_hit(store.size() * (quests + 2 * mask_bytes))) return std::nullopt;
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
