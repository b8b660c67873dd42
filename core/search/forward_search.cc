// SPDX-License-Identifier: MIT
#include "core/search/forward_search.h"

#include <utility>

#include "core/base/byte_stream.h"
#include "core/search/rounds.h"
#include "core/search/shared_failure.h"
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
        found(space.label_count(), space.quest_count()) {}

  std::unique_ptr<Expander> expander;
  BlockColumns columns;
  SuccessorBlock successors;
  SortScratch<Key<W>> scratch;
  std::vector<Word> state;
  std::vector<std::uint64_t> done;
  std::vector<std::uint64_t> pending;
  std::vector<std::uint8_t> alive;  // whether a state of the block has a successor

  Findings found;  // since collect() took it
};

template <unsigned W>
ForwardSearch<W>::ForwardSearch(const StateSpace& space, const SearchOptions& options,
                                const Parallel& parallel, RunWatch& watch)
    : space_(space),
      parallel_(parallel),
      watch_(watch),
      round_transitions_(options.chunk_transitions),
      codec_(space, options.ownership),
      format_(run_format(codec_, options.partitions)),
      ranks_(std::size_t{1} << format_.partition_bits, watch.transport()),
      buffers_(parallel.threads(), ranks_.partitions()),
      exchange_(ranks_, parallel, buffers_, KeyWire<W>(format_)),
      found_(space.label_count(), space.quest_count()) {
  for (std::size_t p = 0; p < ranks_.partitions(); ++p) partitions_.emplace_back(format_, p);
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
    const std::size_t partition = partition_of(key.head(), format_.partition_bits);
    if (ranks_.owns(partition)) buffers_.append(0, partition, key);
  }
  ranks_.for_each_own(parallel_, [&](std::size_t p, int slot) { insert(p, 0, slot); });
  buffers_.clear();
  for (Partition<W>& partition : partitions_) partition.advance();
  collect();
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
  found_.quests = progress.quests;
  found_.enabled = progress.enabled;
  found_.faults = progress.faults;
  for (const Partition<W>& partition : partitions_) known_states_ += partition.size();
  known_states_ = ranks_.sum(known_states_);
  QUEST_CHECK_MSG(known_states_ == profile_.states,
                  "the stored levels have other sizes than the profile");
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
  size = ranks_.sum(size);
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
  collect();
  return true;
}

template <unsigned W>
void ForwardSearch<W>::scan_block(Worker& worker, const RankRange& range) const {
  const std::size_t count =
      worker.columns.fill(partitions_[range.partition].frontier(), codec_, range.begin, range.end);
  for (std::size_t i = 0; i < count; ++i) {
    worker.found.fingerprint_sum +=
        fingerprint(worker.columns.column(0) + i, BlockColumns::kStride, space_.word_count());
  }
  for (std::size_t group = 0; group * 64 < found_.quests.size(); ++group) {
    space_.evaluate_quests(worker.columns.view(count), group, std::span(worker.done).first(count),
                           std::span(worker.pending).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::uint64_t bits = worker.done[i]; bits != 0; bits &= bits - 1) {
        QuestSightings& quest =
            worker.found.quests[group * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
        ++quest.done_states;
        if (quest.first_done && quest.first_done->level < level_) continue;
        worker.columns.copy_state(i, worker.state.data());
        Sighting::keep(quest.first_done, level_, worker.state);
      }
      for (std::uint64_t bits = worker.pending[i]; bits != 0; bits &= bits - 1) {
        ++worker.found.quests[group * 64 + static_cast<std::size_t>(std::countr_zero(bits))]
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
    if (!may_give_up(ranks_, full)) throw;
    watch_.set_limit(full.what());
    return false;
  }
}

template <unsigned W>
bool ForwardSearch<W>::expand_in_rounds() {
  const std::vector<RankRange> blocks = frontier_blocks();
  const bool finished =
      Rounds(ranks_, parallel_, round_transitions_)
          .run(
              blocks.size(),
              [&](std::size_t block, int slot) { return expand_block(blocks[block], slot); },
              [&] { exchange_.run(); },
              [&](std::size_t partition, int slot) { insert(partition, level_ + 1, slot); },
              [&](std::size_t) {
                buffers_.clear();
                collect();
                Progress progress;
                progress.level = level_;
                progress.states = known_states_;
                progress.frontier = profile_.states_per_level.back();
                progress.transitions = profile_.transitions;
                watch_.report(progress);
                return !watch_.limit_hit();
              });
  if (!finished) return false;
  SharedFailure failure(ranks_);
  failure.attempt([&] {
    ranks_.for_each_own(parallel_, [&](std::size_t partition, int) {
      partitions_[partition].advance();
      keep_within_limit(partitions_[partition]);
    });
  });
  failure.settle();
  ++level_;
  return true;
}

template <unsigned W>
std::size_t ForwardSearch<W>::expand_block(const RankRange& range, int slot) {
  Worker& worker = *workers_[static_cast<std::size_t>(slot)];
  const std::size_t count =
      worker.columns.fill(partitions_[range.partition].frontier(), codec_, range.begin, range.end);
  SuccessorBlock& out = worker.successors;
  worker.expander->expand(worker.columns.view(count), out, worker.found.enabled);
  const unsigned bits = format_.partition_bits;
  for (std::size_t i = 0; i < out.count; ++i) {
    const Key<W> key = codec_.encode(out.words.data() + i, out.stride);
    buffers_.append(slot, partition_of(key.head(), bits), key);
  }
  worker.found.transitions += out.count;
  worker.alive.assign(count, 0);
  for (std::size_t i = 0; i < out.count; ++i) worker.alive[out.source[i]] = 1;
  for (std::size_t i = 0; i < count; ++i) worker.found.deadlocks += worker.alive[i] == 0;
  for (const SuccessorBlock::Fault& fault : out.faults) {
    worker.columns.copy_state(fault.source, worker.state.data());
    Sighting::keep(worker.found.faults[fault.label], level_, worker.state);
  }
  if (ScratchMemory* const scratch = watch_.scratch(); scratch != nullptr) scratch->relieve();
  return out.count;
}

template <unsigned W>
void ForwardSearch<W>::insert(std::size_t partition, std::uint32_t next_level, int slot) {
  Worker& worker = *workers_[static_cast<std::size_t>(slot)];
  const std::size_t count =
      sort_unique<W>(buffers_, partition, format_.partition_bits, worker.scratch);
  if (count == 0) return;
  worker.found.states +=
      partitions_[partition].insert(std::span(worker.scratch.records).first(count), next_level);
  keep_within_limit(partitions_[partition]);
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
void ForwardSearch<W>::collect() {
  const std::size_t labels = found_.enabled.size();
  const std::size_t quests = found_.quests.size();
  Findings fresh(labels, quests);
  for (auto& worker : workers_) fresh.take(worker->found);
  if (ranks_.alone()) {
    found_.take(fresh);
  } else {
    ByteWriter out;
    fresh.write(out);
    for (const Bytes& bytes : ranks_.gather(out.bytes)) {
      ByteReader in(bytes);
      Findings theirs = Findings::read(in, labels, quests);
      found_.take(theirs);
    }
  }
  known_states_ += std::exchange(found_.states, 0);
  profile_.transitions += std::exchange(found_.transitions, 0);
  profile_.deadlocks += std::exchange(found_.deadlocks, 0);
  profile_.fingerprint_sum += std::exchange(found_.fingerprint_sum, 0);
}

template <unsigned W>
std::vector<SortedRun<W>> ForwardSearch<W>::take_runs() {
  std::vector<SortedRun<W>> runs(partitions_.size());
  ScratchMemory* const scratch = watch_.scratch();
  SharedFailure failure(ranks_);
  failure.attempt([&] {
    ranks_.for_each_own(parallel_, [&](std::size_t partition, int) {
      runs[partition] = partitions_[partition].take();
      if (scratch == nullptr || runs[partition].size() == 0) return;
      if (scratch->crowded()) runs[partition].freeze(*scratch);
      scratch->relieve();
    });
  });
  failure.settle();
  return runs;
}

#define QUESTPROOF_INSTANTIATE(W) template class ForwardSearch<W>;
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
