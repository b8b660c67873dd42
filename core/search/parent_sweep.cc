// SPDX-License-Identifier: MIT
#include "core/search/parent_sweep.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>

#include "core/search/key_sort.h"
#include "core/search/trace_finder.h"
#include "core/search/widths.h"

namespace questproof {

template <unsigned W>
struct ParentSweep<W>::Worker {
  std::unique_ptr<Expander> expander;
  BlockColumns columns;
  SuccessorBlock successors;
  std::vector<std::uint64_t> enabled;  // of the first sweep
  std::vector<std::uint64_t> ignored;
  std::vector<LabelUse> use;
  std::vector<std::uint32_t> first_level;  // of use[...].first
  SortScratch<Record> scratch;
  std::vector<Word> state;
  std::vector<Word> other;
};

template <unsigned W>
ParentSweep<W>::ParentSweep(const StateSpace& space, const StateStore<W>& store,
                            std::uint64_t round_transitions, std::uint64_t column_bytes,
                            const Parallel& parallel, RunWatch& watch)
    : space_(space),
      store_(store),
      round_transitions_(round_transitions),
      column_bytes_(column_bytes),
      parallel_(parallel),
      watch_(watch),
      rank_of_label_(space.label_count()),
      label_of_rank_(space.label_count()),
      buffers_(parallel.threads(), store.partition_count()) {
  std::iota(label_of_rank_.begin(), label_of_rank_.end(), 0);
  std::stable_sort(label_of_rank_.begin(), label_of_rank_.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return label_before(space.label(a), space.label(b));
                   });
  for (std::uint32_t rank = 0; rank < label_of_rank_.size(); ++rank) {
    rank_of_label_[label_of_rank_[rank]] = rank;
  }
  const std::size_t labels = space.label_count();
  for (int t = 0; t < parallel.threads(); ++t) {
    workers_.push_back({space.make_expander(),
                        BlockColumns(space.word_count()),
                        {},
                        std::vector<std::uint64_t>(labels),
                        std::vector<std::uint64_t>(labels),
                        std::vector<LabelUse>(labels),
                        std::vector<std::uint32_t>(labels, ~std::uint32_t{0}),
                        {},
                        std::vector<Word>(space.word_count()),
                        std::vector<Word>(space.word_count())});
  }
}

template <unsigned W>
ParentSweep<W>::~ParentSweep() = default;

template <unsigned W>
bool ParentSweep<W>::run(const std::function<void(std::size_t, std::size_t)>& visit) {
  const std::uint64_t most_states = column_bytes_ / sizeof(std::uint64_t);
  for (std::size_t begin = 0; begin < store_.partition_count();) {
    std::size_t end = begin + 1;
    std::uint64_t states = store_.run(begin).size();
    while (end < store_.partition_count() && states + store_.run(end).size() <= most_states) {
      states += store_.run(end++).size();
    }
    if (watch_.limit_hit(states * sizeof(std::uint64_t))) return false;
    first_partition_ = begin;
    steps_ = {};
    steps_ = LargeArray<std::uint64_t>(states, watch_.scratch_for(states * sizeof(std::uint64_t)));
    if (!sweep(begin, end, begin == 0)) return false;
    check_all_found(begin, end);
    visit(begin, end);
    begin = end;
  }
  return true;
}

template <unsigned W>
bool ParentSweep<W>::sweep(std::size_t begin, std::size_t end, bool first) {
  const std::vector<RankRange> blocks = store_.blocks();
  std::atomic<std::size_t> next{0};
  while (next < blocks.size()) {
    std::atomic<std::uint64_t> buffered{0};
    parallel_.parallel_for(static_cast<std::size_t>(parallel_.threads()), 1,
                           [&](std::size_t, std::size_t, int slot) {
                             while (buffered < round_transitions_) {
                               const std::size_t mine = next.fetch_add(1);
                               if (mine >= blocks.size()) break;
                               buffered += expand(blocks[mine], begin, end, first, slot);
                               store_.relieve();
                             }
                           });
    parallel_.parallel_for(end - begin, 1, [&](std::size_t from, std::size_t to, int slot) {
      for (; from < to; ++from) {
        take_steps(begin + from, slot);
        store_.relieve();
      }
    });
    buffers_.clear();
    Progress progress;
    progress.states = std::min(next.load(), blocks.size()) * kSearchBlock;
    progress.total = store_.size();
    watch_.report(progress);
    if (watch_.limit_hit()) return false;
  }
  return true;
}

template <unsigned W>
std::size_t ParentSweep<W>::expand(const RankRange& range, std::size_t begin, std::size_t end,
                                   bool first, int slot) {
  Worker& worker = workers_[static_cast<std::size_t>(slot)];
  const SortedRun<W>& run = store_.run(range.partition);
  const std::size_t count = worker.columns.fill(run, store_.codec(), range.begin, range.end);
  SuccessorBlock& out = worker.successors;
  worker.expander->expand(worker.columns.view(count), out, first ? worker.enabled : worker.ignored);
  if (first) note_first(worker, out, run, range.begin);
  const Ordinal base = store_.base(range.partition) + range.begin;
  std::size_t kept = 0;
  for (const SuccessorBlock::Run& label_run : out.runs) {
    const std::uint32_t rank = rank_of_label_[label_run.label];
    for (std::size_t i = label_run.begin; i < label_run.end; ++i) {
      const Key<W> key = store_.codec().encode(out.words.data() + i, out.stride);
      const std::size_t partition = partition_of(key.head(), store_.partition_bits());
      if (partition < begin || partition >= end) continue;
      const std::uint32_t source = out.source[i];
      buffers_.append(slot, partition, {key, base + source, run.level(range.begin + source), rank});
      ++kept;
    }
  }
  return kept;
}

// The states of a block are looked at only while a label may still get a better one.
template <unsigned W>
void ParentSweep<W>::note_first(Worker& worker, const SuccessorBlock& out, const SortedRun<W>& run,
                                std::uint32_t first_rank) const {
  for (const SuccessorBlock::Run& label_run : out.runs) {
    LabelUse& use = worker.use[label_run.label];
    use.transitions += label_run.end - label_run.begin;
    std::uint32_t& best = worker.first_level[label_run.label];
    for (std::size_t i = label_run.begin; i < label_run.end; ++i) {
      const std::uint32_t level = run.level(first_rank + out.source[i]);
      if (level > best) continue;
      best = level;
      worker.columns.copy_state(out.source[i], worker.state.data());
      Sighting::keep(use.first, level, worker.state);
    }
  }
}

template <unsigned W>
void ParentSweep<W>::take_steps(std::size_t partition, int slot) {
  constexpr unsigned kRoughBits = 13;  // look-ups in rough order stay in the nearest cache
  Worker& worker = workers_[static_cast<std::size_t>(slot)];
  const SortedRun<W>& run = store_.run(partition);
  std::uint64_t* const steps =
      steps_.data() + (store_.base(partition) - store_.base(first_partition_));
  const std::size_t count =
      distribute(buffers_, partition, store_.partition_bits(), kRoughBits, worker.scratch,
                 [](const Record& record) -> const Key<W>& { return record.destination; });
  for (std::size_t i = 0; i < count; ++i) {
    const Record& record = worker.scratch.records[i];
    const std::uint32_t rank = run.find(record.destination);
    QUEST_CHECK_MSG(rank != SortedRun<W>::kNone, "a successor of a stored state is not stored");
    if (run.level(rank) != record.source_level + 1) continue;
    const std::uint64_t step = (std::uint64_t{record.label_rank} << 32 | record.source) + 1;
    std::uint64_t& best = steps[rank];
    if (best == kNoStep || (step - 1) >> 32 < (best - 1) >> 32) {
      best = step;
    } else if ((step - 1) >> 32 == (best - 1) >> 32 &&
               smaller_state(record.source, static_cast<Ordinal>(best - 1), worker)) {
      best = step;
    }
  }
}

template <unsigned W>
bool ParentSweep<W>::smaller_state(Ordinal a, Ordinal b, Worker& worker) const {
  if (a == b) return false;
  store_.copy_state(a, worker.state.data());
  store_.copy_state(b, worker.other.data());
  return worker.state < worker.other;
}

template <unsigned W>
void ParentSweep<W>::check_all_found(std::size_t begin, std::size_t end) const {
  parallel_.parallel_for(end - begin, 1, [&](std::size_t from, std::size_t to, int) {
    for (; from < to; ++from) {
      const std::size_t partition = begin + from;
      const SortedRun<W>& run = store_.run(partition);
      const std::size_t base = store_.base(partition) - store_.base(begin);
      for (std::uint32_t rank = 0; rank < run.size(); ++rank) {
        QUEST_CHECK_MSG((steps_[base + rank] == kNoStep) == (run.level(rank) == 0),
                        "a stored state has no parent on the level before");
      }
    }
  });
}

template <unsigned W>
ParentStep ParentSweep<W>::step(std::size_t partition, std::uint32_t rank) const {
  const std::uint64_t step =
      steps_[store_.base(partition) - store_.base(first_partition_) + std::size_t{rank}];
  if (step == kNoStep) return {};
  return {label_of_rank_[(step - 1) >> 32], static_cast<Ordinal>(step - 1)};
}

template <unsigned W>
std::vector<LabelUse> ParentSweep<W>::label_use() const {
  std::vector<LabelUse> result(space_.label_count());
  for (const Worker& worker : workers_) {
    for (std::size_t label = 0; label < result.size(); ++label) {
      result[label].enabled += worker.enabled[label];
      result[label].transitions += worker.use[label].transitions;
      const std::optional<Sighting>& first = worker.use[label].first;
      if (first) Sighting::keep(result[label].first, first->level, first->state);
    }
  }
  return result;
}

#define QUESTPROOF_INSTANTIATE(W) template class ParentSweep<W>;
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
