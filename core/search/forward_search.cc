// SPDX-License-Identifier: MIT
#include "core/search/forward_search.h"

#include <atomic>
#include <utility>

#include "core/search/widths.h"

namespace questproof {
namespace {

Word fingerprint(const Word* state, std::size_t stride, std::size_t words) {
  Word hash = 0x2545f4914f6cdd1d;
  for (std::size_t w = 0; w < words; ++w) {
    hash = (hash ^ state[w * stride]) * 0x9fb21c651e98df25;
    hash ^= hash >> 29;
  }
  return hash * 0xd6e8feb86659fd93;
}

}  // namespace

template <unsigned W>
struct ForwardSearch<W>::Worker {
  explicit Worker(const StateSpace& space)
      : expander(space.make_expander()),
        columns(space.word_count()),
        state(space.word_count()),
        done(kMaximumBlock),
        pending(kMaximumBlock),
        enabled(space.label_count()),
        quests(space.quest_count()),
        faults(space.label_count()) {}

  std::unique_ptr<Expander> expander;
  BlockColumns columns;
  SuccessorBlock successors;
  SortScratch<Key<W>> scratch;
  std::vector<Word> state;
  std::vector<std::uint64_t> done;
  std::vector<std::uint64_t> pending;
  std::vector<std::uint8_t> alive;  // whether a state of the block has a successor

  std::vector<std::uint64_t> enabled;
  std::vector<QuestSightings> quests;
  std::vector<std::optional<Sighting>> faults;
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t fingerprint_sum = 0;
};

template <unsigned W>
ForwardSearch<W>::ForwardSearch(const StateSpace& space, const SearchOptions& options,
                                const Parallel& parallel, RunWatch& watch)
    : space_(space),
      parallel_(parallel),
      watch_(watch),
      round_transitions_(options.chunk_transitions),
      codec_(space),
      format_(run_format(codec_, options.partitions)),
      buffers_(parallel.threads(), std::size_t{1} << format_.partition_bits),
      quests_(space.quest_count()),
      enabled_(space.label_count()),
      faults_(space.label_count()) {
  const std::size_t count = std::size_t{1} << format_.partition_bits;
  for (std::size_t p = 0; p < count; ++p) partitions_.emplace_back(format_, p);
  for (int t = 0; t < parallel.threads(); ++t) workers_.push_back(std::make_unique<Worker>(space));
}

template <unsigned W>
ForwardSearch<W>::~ForwardSearch() = default;

template <unsigned W>
void ForwardSearch<W>::start(const std::vector<Word>& rows) {
  const std::size_t words = space_.word_count();
  QUEST_CHECK(rows.size() % words == 0);
  for (std::size_t row = 0; row < rows.size(); row += words) {
    const Key<W> key = codec_.encode(rows.data() + row, 1);
    buffers_.append(0, partition_of(key.head(), format_.partition_bits), key);
  }
  insert_round(0);
  for (Partition<W>& partition : partitions_) partition.advance();
}

template <unsigned W>
void ForwardSearch<W>::restore(const RunProgress& progress, std::vector<SortedRun<W>> settled,
                               std::vector<SortedRun<W>> frontier) {
  QUEST_CHECK(settled.size() == partitions_.size() && frontier.size() == partitions_.size());
  for (std::size_t p = 0; p < partitions_.size(); ++p) {
    partitions_[p].restore(std::move(settled[p]), std::move(frontier[p]));
  }
  level_ = progress.level;
  profile_ = progress.profile;
  quests_ = progress.quests;
  enabled_ = progress.enabled;
  faults_ = progress.faults;
  std::uint64_t states = 0;
  for (const Partition<W>& partition : partitions_) states += partition.size();
  QUEST_CHECK_MSG(states == profile_.states, "the stored levels have other sizes than the profile");
}

template <unsigned W>
std::vector<RankRange> ForwardSearch<W>::frontier_blocks() const {
  std::vector<std::uint32_t> sizes;
  for (const Partition<W>& partition : partitions_) sizes.push_back(partition.frontier().size());
  return cut_into_blocks(sizes);
}

template <unsigned W>
bool ForwardSearch<W>::scan_level() {
  const std::vector<RankRange> blocks = frontier_blocks();
  std::uint64_t size = 0;
  for (const RankRange& block : blocks) size += block.end - block.begin;
  if (size == 0) return false;
  profile_.states_per_level.push_back(size);
  profile_.states += size;
  ScratchMemory* const scratch = watch_.scratch();
  parallel_.parallel_for(blocks.size(), 1, [&](std::size_t begin, std::size_t end, int slot) {
    for (; begin < end; ++begin) {
      scan_block(*workers_[static_cast<std::size_t>(slot)], blocks[begin]);
      if (scratch != nullptr) scratch->relieve();
    }
  });
  collect(level_);
  return true;
}

template <unsigned W>
void ForwardSearch<W>::scan_block(Worker& worker, const RankRange& range) const {
  const std::size_t count =
      worker.columns.fill(partitions_[range.partition].frontier(), codec_, range.begin, range.end);
  for (std::size_t i = 0; i < count; ++i) {
    worker.fingerprint_sum +=
        fingerprint(worker.columns.column(0) + i, BlockColumns::kStride, space_.word_count());
  }
  for (std::size_t group = 0; group * 64 < quests_.size(); ++group) {
    space_.evaluate_quests(worker.columns.view(count), group, std::span(worker.done).first(count),
                           std::span(worker.pending).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::uint64_t bits = worker.done[i]; bits != 0; bits &= bits - 1) {
        QuestSightings& quest =
            worker.quests[group * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
        ++quest.done_states;
        if (quest.first_done && quest.first_done->level < level_) continue;
        worker.columns.copy_state(i, worker.state.data());
        Sighting::keep(quest.first_done, level_, worker.state);
      }
      for (std::uint64_t bits = worker.pending[i]; bits != 0; bits &= bits - 1) {
        ++worker.quests[group * 64 + static_cast<std::size_t>(std::countr_zero(bits))]
              .pending_states;
      }
    }
  }
}

template <unsigned W>
bool ForwardSearch<W>::expand_level() {
  try {
    return expand_in_rounds();
  } catch (const DiskFull& full) {
    watch_.set_limit(full.what());
    return false;
  }
}

template <unsigned W>
bool ForwardSearch<W>::expand_in_rounds() {
  const std::vector<RankRange> blocks = frontier_blocks();
  ScratchMemory* const scratch = watch_.scratch();
  std::atomic<std::size_t> next{0};
  bool stopped = false;
  while (next < blocks.size() && !stopped) {
    std::atomic<std::uint64_t> buffered{0};
    parallel_.parallel_for(static_cast<std::size_t>(parallel_.threads()), 1,
                           [&](std::size_t, std::size_t, int slot) {
                             Worker& worker = *workers_[static_cast<std::size_t>(slot)];
                             while (buffered < round_transitions_) {
                               const std::size_t mine = next.fetch_add(1);
                               if (mine >= blocks.size()) break;
                               expand_block(worker, blocks[mine], slot);
                               buffered += worker.successors.count;
                               if (scratch != nullptr) scratch->relieve();
                             }
                           });
    insert_round(level_ + 1);
    collect(level_);
    Progress progress;
    progress.level = level_;
    for (const Partition<W>& partition : partitions_) progress.states += partition.size();
    progress.frontier = profile_.states_per_level.back();
    progress.transitions = profile_.transitions;
    watch_.report(progress);
    stopped = watch_.limit_hit();
  }
  if (stopped) return false;
  parallel_.parallel_for(partitions_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
    for (; begin < end; ++begin) {
      partitions_[begin].advance();
      keep_within_limit(partitions_[begin]);
    }
  });
  ++level_;
  return true;
}

template <unsigned W>
void ForwardSearch<W>::expand_block(Worker& worker, const RankRange& range, int slot) {
  const std::size_t count =
      worker.columns.fill(partitions_[range.partition].frontier(), codec_, range.begin, range.end);
  SuccessorBlock& out = worker.successors;
  worker.expander->expand(worker.columns.view(count), out, worker.enabled);
  const unsigned bits = format_.partition_bits;
  for (std::size_t i = 0; i < out.count; ++i) {
    const Key<W> key = codec_.encode(out.words.data() + i, out.stride);
    buffers_.append(slot, partition_of(key.head(), bits), key);
  }
  worker.transitions += out.count;
  worker.alive.assign(count, 0);
  for (std::size_t i = 0; i < out.count; ++i) worker.alive[out.source[i]] = 1;
  for (std::size_t i = 0; i < count; ++i) worker.deadlocks += worker.alive[i] == 0;
  for (const SuccessorBlock::Fault& fault : out.faults) {
    worker.columns.copy_state(fault.source, worker.state.data());
    Sighting::keep(worker.faults[fault.label], level_, worker.state);
  }
}

template <unsigned W>
void ForwardSearch<W>::insert_round(std::uint32_t next_level) {
  parallel_.parallel_for(partitions_.size(), 1, [&](std::size_t begin, std::size_t end, int slot) {
    SortScratch<Key<W>>& scratch = workers_[static_cast<std::size_t>(slot)]->scratch;
    for (; begin < end; ++begin) {
      const std::size_t count = sort_unique<W>(buffers_, begin, format_.partition_bits, scratch);
      if (count == 0) continue;
      partitions_[begin].insert(std::span(scratch.records).first(count), next_level);
      keep_within_limit(partitions_[begin]);
    }
  });
  buffers_.clear();
}

// After work on a partition: it will not be touched again for a while.
template <unsigned W>
void ForwardSearch<W>::keep_within_limit(Partition<W>& partition) const {
  ScratchMemory* const scratch = watch_.scratch();
  if (scratch == nullptr || partition.size() == 0) return;
  if (scratch->crowded()) partition.freeze(*scratch);
  scratch->relieve();
}

template <unsigned W>
void ForwardSearch<W>::collect(std::uint32_t level) {
  for (auto& worker : workers_) {
    profile_.transitions += std::exchange(worker->transitions, 0);
    profile_.deadlocks += std::exchange(worker->deadlocks, 0);
    profile_.fingerprint_sum += std::exchange(worker->fingerprint_sum, 0);
    for (std::size_t l = 0; l < enabled_.size(); ++l) {
      enabled_[l] += std::exchange(worker->enabled[l], 0);
      if (const auto& fault = worker->faults[l]; fault && fault->level == level) {
        Sighting::keep(faults_[l], level, fault->state);
      }
    }
    for (std::size_t q = 0; q < quests_.size(); ++q) {
      QuestSightings& mine = worker->quests[q];
      quests_[q].done_states += std::exchange(mine.done_states, 0);
      quests_[q].pending_states += std::exchange(mine.pending_states, 0);
      if (mine.first_done) {
        Sighting::keep(quests_[q].first_done, mine.first_done->level, mine.first_done->state);
      }
    }
  }
}

template <unsigned W>
std::vector<SortedRun<W>> ForwardSearch<W>::take_runs() {
  std::vector<SortedRun<W>> runs(partitions_.size());
  ScratchMemory* const scratch = watch_.scratch();
  parallel_.parallel_for(partitions_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
    for (; begin < end; ++begin) {
      runs[begin] = partitions_[begin].take();
      if (scratch == nullptr || runs[begin].size() == 0) continue;
      if (scratch->crowded()) runs[begin].freeze(*scratch);
      scratch->relieve();
    }
  });
  return runs;
}

#define QUESTPROOF_INSTANTIATE(W) template class ForwardSearch<W>;
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
