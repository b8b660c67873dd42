// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/search/backward_step.h"
#include "core/search/distance_table.h"
#include "core/search/run_watch.h"

namespace questproof {

// What compute_distances() is made of. A file of its own, since it is compiled for each width of a
// state, kind of mask and size of a cell: narrow states in backward_narrow.cc, wide ones elsewhere.

// Bytes of a mask over so many quests; a lone quest needs none.
inline unsigned mask_bytes(std::uint64_t quests) {
  return quests <= 1 ? 0 : quests <= 8 ? 1 : quests <= 32 ? 4 : 8;
}

// Calls visit(range, done masks, pending masks) for every block of the store. The masks speak of the
// group's quests, the first one lowest.
template <unsigned W, typename Visit>
void for_each_quest_block(const StateSpace& space, const StateStore<W>& store, QuestGroup group,
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
      space.evaluate_quests(mine.columns.view(count), group.space_group(), done, pending);
      for (std::uint64_t& mask : done) mask = group.own_bits(mask);
      for (std::uint64_t& mask : pending) mask = group.own_bits(mask);
      visit(range, done, pending);
      store.relieve();
    }
  });
}

// The quests whose distance has just been learned, by state. A lone quest needs no table.
template <typename Mask>
class LearnedQuests {
 public:
  // For the states with the ordinals first .. first + states - 1.
  LearnedQuests(Ordinal first, std::uint64_t states, ScratchMemory* scratch)
      : first_(first), now_(states, scratch), next_(states, scratch) {}
  Mask take(Ordinal state) { return std::exchange(now_[state - first_], Mask{0}); }
  void seed(Ordinal state, std::uint64_t quests) {
    now_[state - first_] = static_cast<Mask>(quests);
  }
  void add(Ordinal state, std::uint64_t quests) {
    Mask& mask = next_[state - first_];
    mask = static_cast<Mask>(mask | quests);
  }
  void advance() { std::swap(now_, next_); }
  static std::uint64_t quests(Mask mask) { return mask; }

 private:
  Ordinal first_;
  LargeArray<Mask> now_;
  LargeArray<Mask> next_;
};

template <>
class LearnedQuests<NoLoad> {
 public:
  LearnedQuests(Ordinal, std::uint64_t, ScratchMemory*) {}
  NoLoad take(Ordinal) { return {}; }
  void seed(Ordinal, std::uint64_t) {}
  void add(Ordinal, std::uint64_t) {}
  void advance() {}
  static std::uint64_t quests(NoLoad) { return 1; }
};

// One pass for up to 64 quests. Mask holds one bit per quest of the group.
template <unsigned W, typename Mask>
class BackwardPass {
 public:
  BackwardPass(const StateSpace& space, const StateStore<W>& store,
               const std::vector<PredecessorLists>& lists, DistanceTable& table,
               const SearchOptions& options, const Parallel& parallel, RunWatch& watch)
      : space_(space),
        store_(store),
        table_(table),
        group_(table.group()),
        parallel_(parallel),
        watch_(watch),
        step_(space, store, lists, options.chunk_transitions, parallel),
        learned_(store.first(), store.own_size(),
                 watch.scratch_for(backward_bytes(store.own_size(), table.quests(), 0))),
        frontier_(store.run_sizes(), watch.scratch_for(StateSet::memory_bytes(store.own_size()))),
        found_(store.run_sizes(), watch.scratch_for(StateSet::memory_bytes(store.own_size()))) {}

  BackwardEnd run(const BackwardRounds& rounds) {
    if (rounds.resume_from) {
      with_cell([&]<typename Cell>() { take_up<Cell>(*rounds.resume_from); });
    } else {
      with_cell([&]<typename Cell>() { seed<Cell>(); });
    }
    Progress progress;
    std::uint64_t size = take_found();
    for (std::uint32_t distance = rounds.resume_from.value_or(0) + 1; size > 0; ++distance) {
      if (distance > largest_distance()) {
        const std::uint64_t bytes = store_.own_size() * table_.quests() * table_.cell_bytes() * 2;
        if (lacks_memory(bytes)) return too_large();
        table_.widen(watch_.scratch_for(bytes));
      }
      with_cell([&]<typename Cell>() { push<Cell>(static_cast<Cell>(distance)); });
      learned_.advance();
      size = take_found();
      progress.level = distance;
      progress.states += size;
      progress.total = store_.size();
      watch_.report(progress);
      if (rounds.after_round) rounds.after_round(distance);
      if (lacks_memory(0)) return too_large();
      if (watch_.limit_hit()) return BackwardEnd::kStopped;
    }
    with_cell([&]<typename Cell>() { mark_lost<Cell>(); });
    return BackwardEnd::kFinished;
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
  // For a lone quest that is a limit; for more, a reason to try with fewer.
  bool lacks_memory(std::uint64_t planned_bytes) {
    return group_.count > 1 ? !watch_.fits(planned_bytes) : watch_.limit_hit(planned_bytes);
  }
  BackwardEnd too_large() const {
    return group_.count > 1 ? BackwardEnd::kTooLarge : BackwardEnd::kStopped;
  }
  template <typename Cell>
  Cell* row(Ordinal state) {
    return table_.row<Cell>(state);
  }

  // What was found becomes the frontier; returns its size, of all ranks.
  std::uint64_t take_found() {
    std::swap(frontier_, found_);
    found_.clear();
    store_.relieve();
    return store_.ranks().sum(frontier_.size());
  }

  template <typename Cell>
  void seed() {
    static_assert(kSearchBlock % StateSet::kRangeRanks == 0);
    for_each_quest_block<W>(
        space_, store_, group_, parallel_,
        [&](const RankRange& range, std::span<const std::uint64_t> done,
            std::span<const std::uint64_t>) {
          for (std::size_t i = 0; i < done.size(); ++i) {
            const auto rank = range.begin + static_cast<std::uint32_t>(i);
            const Ordinal state = store_.base(range.partition) + rank;
            Cell* const cells = row<Cell>(state);
            for (std::size_t q = 0; q < table_.quests(); ++q) {
              cells[q] = (done[i] >> q & 1) != 0 ? Cell{0} : DistanceTable::kBlockedCell<Cell>;
            }
            if (done[i] == 0) continue;
            learned_.seed(state, done[i]);
            found_.add(range.partition, rank);
          }
        });
  }

  // The states with a cell of this distance are the frontier, the quests of such cells the load.
  template <typename Cell>
  void take_up(std::uint32_t distance) {
    store_.ranks().for_each_own(parallel_, [&](std::size_t partition, int) {
      if (store_.run(partition).size() > 0) store_.relieve();
      for (std::uint32_t rank = 0; rank < store_.run(partition).size(); ++rank) {
        const Ordinal state = store_.base(partition) + rank;
        const Cell* const cells = row<Cell>(state);
        std::uint64_t quests = 0;
        for (std::size_t q = 0; q < table_.quests(); ++q) {
          if (cells[q] == distance) quests |= std::uint64_t{1} << q;
        }
        if (quests == 0) continue;
        learned_.seed(state, quests);
        found_.add(partition, rank);
      }
    });
  }

  template <typename Cell>
  void push(Cell distance) {
    step_.run(
        frontier_,
        [&](std::size_t partition, std::uint32_t rank) {
          return learned_.take(store_.base(partition) + rank);
        },
        [&](std::size_t partition, std::uint32_t rank, Mask quests) {
          const Ordinal state = store_.base(partition) + rank;
          Cell* const cells = row<Cell>(state);
          std::uint64_t fresh = 0;
          for (std::uint64_t rest = LearnedQuests<Mask>::quests(quests); rest != 0;
               rest &= rest - 1) {
            const auto q = static_cast<unsigned>(std::countr_zero(rest));
            if (cells[q] != DistanceTable::kBlockedCell<Cell>) continue;
            cells[q] = distance;
            fresh |= std::uint64_t{1} << q;
          }
          if (fresh == 0) return;
          learned_.add(state, fresh);
          found_.add(partition, rank);
        });
  }

  template <typename Cell>
  void mark_lost() {
    for_each_quest_block<W>(
        space_, store_, group_, parallel_,
        [&](const RankRange& range, std::span<const std::uint64_t>,
            std::span<const std::uint64_t> pending) {
          const Ordinal first = store_.base(range.partition) + range.begin;
          for (std::size_t i = 0; i < pending.size(); ++i) {
            Cell* const cells = row<Cell>(first + static_cast<Ordinal>(i));
            for (std::size_t q = 0; q < table_.quests(); ++q) {
              if (cells[q] == DistanceTable::kBlockedCell<Cell> && (pending[i] >> q & 1) == 0) {
                cells[q] = DistanceTable::kLostCell<Cell>;
              }
            }
          }
        });
  }

  const StateSpace& space_;
  const StateStore<W>& store_;
  DistanceTable& table_;
  QuestGroup group_;
  const Parallel& parallel_;
  RunWatch& watch_;
  BackwardStep<W, Mask> step_;
  LearnedQuests<Mask> learned_;
  StateSet frontier_;
  StateSet found_;
};

template <unsigned W>
BackwardEnd compute_distances(const StateSpace& space, const StateStore<W>& store,
                              const std::vector<PredecessorLists>& lists, DistanceTable& table,
                              const SearchOptions& options, const Parallel& parallel,
                              RunWatch& watch, const BackwardRounds& rounds) {
  const auto pass = [&]<typename Mask>() {
    return BackwardPass<W, Mask>(space, store, lists, table, options, parallel, watch).run(rounds);
  };
  switch (mask_bytes(table.quests())) {
    case 0:
      if (table.quests() == 0) return BackwardEnd::kFinished;
      return pass.template operator()<NoLoad>();
    case 1: return pass.template operator()<std::uint8_t>();
    case 4: return pass.template operator()<std::uint32_t>();
    default: return pass.template operator()<std::uint64_t>();
  }
}

}  // namespace questproof
