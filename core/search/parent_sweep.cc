// SPDX-License-Identifier: MIT
#include "core/search/parent_sweep.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <numeric>

#include "core/base/byte_stream.h"
#include "core/search/key_sort.h"
#include "core/search/rounds.h"
#include "core/search/trace_finder.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

struct DestinationOf {
  template <typename Record>
  const auto& operator()(const Record& record) const {
    return record.destination;
  }
};

// Whether the source that `change` leads back to is smaller by value than that of `other`.
template <unsigned W>
bool smaller_source(const KeyCodec<W>& codec, const Key<W>& destination, const Word* change,
                    const Word* other, std::size_t words) {
  if (std::equal(change, change + words, other)) return false;
  std::array<Word, W> state{};
  codec.decode(destination, state.data(), 1);
  for (std::size_t w = 0; w < words; ++w) {
    if (change[w] != other[w]) return (state[w] ^ change[w]) < (state[w] ^ other[w]);
  }
  return false;
}

}  // namespace

// What travels: of each state that is reached the best step that a rank has found in a round.
template <unsigned W>
struct ParentSweep<W>::Wire {
  using KeyType = Key<W>;
  const StateStore<W>& store;
  std::size_t words;

  KeyBlockFormat format() const {
    return block_format<W>(store.format(),
                           static_cast<unsigned>(2 * sizeof(std::uint32_t) + words * sizeof(Word)));
  }
  bool before(const Record& a, const Record& b) const {
    if (a.source_level != b.source_level) return a.source_level < b.source_level;
    if (a.label_rank != b.label_rank) return a.label_rank < b.label_rank;
    return smaller_source(store.codec(), a.destination, a.change.data(), b.change.data(), words);
  }
  std::size_t sort(const RecordBuffers<Record>& buffers, std::size_t partition,
                   SortScratch<Record>& scratch) const {
    const std::size_t count =
        sort_records(buffers, partition, store.partition_bits(), scratch, DestinationOf());
    std::vector<Record>& records = scratch.records;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (kept == 0 || !(records[kept - 1].destination == records[i].destination)) {
        records[kept++] = records[i];
      } else if (before(records[i], records[kept - 1])) {
        records[kept - 1] = records[i];
      }
    }
    return kept;
  }
  const Key<W>& key(std::size_t, const Record& record) const { return record.destination; }
  void write(const Record& record, std::uint8_t* out) const {
    std::memcpy(out, &record.source_level, sizeof(std::uint32_t));
    std::memcpy(out + 4, &record.label_rank, sizeof(std::uint32_t));
    std::memcpy(out + 8, record.change.data(), words * sizeof(Word));
  }
  std::size_t partition(const Key<W>& key) const { return store.partition_of_key(key); }
  Record read(std::size_t, const Key<W>& key, const std::uint8_t* in) const {
    Record record{key, 0, 0, {}};
    std::memcpy(&record.source_level, in, sizeof(std::uint32_t));
    std::memcpy(&record.label_rank, in + 4, sizeof(std::uint32_t));
    std::memcpy(record.change.data(), in + 8, words * sizeof(Word));
    return record;
  }
};

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
      buffers_(parallel.threads(), store.partition_count()),
      exchange_(std::make_unique<RecordExchange<Record, Wire>>(store.ranks(), parallel, buffers_,
                                                               Wire{store, space.word_count()})) {
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
                        std::vector<Word>(space.word_count())});
  }
}

template <unsigned W>
ParentSweep<W>::~ParentSweep() = default;

template <unsigned W>
std::size_t ParentSweep<W>::end_of_batch(std::size_t begin) const {
  const std::size_t last = store_.ranks().end();
  if (begin == last) return last;
  const std::uint64_t most_states = column_bytes_ / bytes_of_state();
  std::size_t end = begin + 1;
  std::uint64_t states = store_.run(begin).size();
  while (end < last && states + store_.run(end).size() <= most_states) {
    states += store_.run(end++).size();
  }
  return end;
}

// What each rank works on is wanted from all of them.
template <unsigned W>
void ParentSweep<W>::share_batch(std::size_t begin, std::size_t end) {
  ByteWriter mine;
  mine.varint(begin);
  mine.varint(end);
  in_batch_.assign(store_.partition_count(), 0);
  for (const Bytes& bytes : store_.ranks().gather(mine.bytes)) {
    ByteReader in(bytes);
    const std::size_t first = in.number32();
    const std::size_t last = in.number32();
    QUEST_CHECK(first <= last && last <= in_batch_.size());
    std::fill(in_batch_.begin() + static_cast<std::ptrdiff_t>(first),
              in_batch_.begin() + static_cast<std::ptrdiff_t>(last), 1);
  }
}

template <unsigned W>
bool ParentSweep<W>::run(const std::function<void(std::size_t, std::size_t)>& visit) {
  const Ranks& ranks = store_.ranks();
  std::uint64_t batches = 0;
  for (std::size_t p = ranks.begin(); p < ranks.end(); p = end_of_batch(p)) ++batches;
  batches_ = ranks.largest(batches);
  std::size_t begin = ranks.begin();
  for (batch_ = 0; batch_ < batches_; ++batch_) {
    const std::size_t end = end_of_batch(begin);
    std::uint64_t states = 0;
    for (std::size_t p = begin; p < end; ++p) states += store_.run(p).size();
    if (watch_.limit_hit(states * bytes_of_state())) return false;
    first_partition_ = begin;
    labels_ = {};
    changes_ = {};
    ScratchMemory* const scratch = watch_.scratch_for(states * bytes_of_state());
    labels_ = LargeArray<std::uint32_t>(states, scratch);
    changes_ = LargeArray<Word>(states * space_.word_count(), scratch);
    share_batch(begin, end);
    if (!sweep()) return false;
    check_all_found(begin, end);
    visit(begin, end);
    begin = end;
  }
  return true;
}

template <unsigned W>
bool ParentSweep<W>::sweep() {
  const std::vector<RankRange> blocks = store_.blocks();
  return Rounds(store_.ranks(), parallel_, round_transitions_)
      .run(
          blocks.size(),
          [&](std::size_t block, int slot) {
            const std::size_t kept = expand(blocks[block], batch_ == 0, slot);
            store_.relieve();
            return kept;
          },
          [&] { exchange_->run(); },
          [&](std::size_t partition, int slot) {
            if (buffers_.size(partition) == 0) return;
            take_steps(partition, slot);
            store_.relieve();
          },
          [&](std::size_t done) {
            buffers_.clear();
            Progress progress;
            const std::uint64_t passed =
                std::min(store_.size(), store_.ranks().sum(std::uint64_t{done} * kSearchBlock));
            progress.states = (batch_ * store_.size() + passed) / batches_;
            progress.total = store_.size();
            watch_.report(progress);
            return !watch_.limit_hit();
          });
}

template <unsigned W>
std::size_t ParentSweep<W>::expand(const RankRange& range, bool first, int slot) {
  Worker& worker = workers_[static_cast<std::size_t>(slot)];
  const SortedRun<W>& run = store_.run(range.partition);
  const std::size_t count = worker.columns.fill(run, store_.codec(), range.begin, range.end);
  SuccessorBlock& out = worker.successors;
  worker.expander->expand(worker.columns.view(count), out, first ? worker.enabled : worker.ignored);
  if (first) note_first(worker, out, run, range.begin);
  const std::size_t words = space_.word_count();
  std::size_t kept = 0;
  for (const SuccessorBlock::Run& label_run : out.runs) {
    const std::uint32_t rank = rank_of_label_[label_run.label];
    for (std::size_t i = label_run.begin; i < label_run.end; ++i) {
      Record record{store_.codec().encode(out.words.data() + i, out.stride), 0, rank, {}};
      const std::size_t partition = store_.partition_of_key(record.destination);
      if (in_batch_[partition] == 0) continue;
      const std::uint32_t source = out.source[i];
      record.source_level = run.level(range.begin + source);
      for (std::size_t w = 0; w < words; ++w) {
        record.change[w] = worker.columns.column(w)[source] ^ out.words[w * out.stride + i];
      }
      buffers_.append(slot, partition, record);
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
  const std::size_t words = space_.word_count();
  const std::size_t count = distribute(buffers_, partition, store_.partition_bits(), kRoughBits,
                                       worker.scratch, DestinationOf());
  for (std::size_t i = 0; i < count; ++i) {
    const Record& record = worker.scratch.records[i];
    const std::uint32_t rank = run.find(record.destination);
    QUEST_CHECK_MSG(rank != SortedRun<W>::kNone, "a successor of a stored state is not stored");
    if (run.level(rank) != record.source_level + 1) continue;
    const std::size_t at = place(partition, rank);
    std::uint32_t& label = labels_[at];
    Word* const change = changes_.data() + at * words;
    const bool better =
        label == 0 || record.label_rank + 1 < label ||
        (record.label_rank + 1 == label &&
         smaller_source(store_.codec(), record.destination, record.change.data(), change, words));
    if (!better) continue;
    label = record.label_rank + 1;
    std::copy_n(record.change.begin(), words, change);
  }
}

template <unsigned W>
void ParentSweep<W>::check_all_found(std::size_t begin, std::size_t end) const {
  parallel_.parallel_for(end - begin, 1, [&](std::size_t from, std::size_t to, int) {
    for (; from < to; ++from) {
      const std::size_t partition = begin + from;
      const SortedRun<W>& run = store_.run(partition);
      for (std::uint32_t rank = 0; rank < run.size(); ++rank) {
        QUEST_CHECK_MSG((labels_[place(partition, rank)] == 0) == (run.level(rank) == 0),
                        "a stored state has no parent on the level before");
      }
    }
  });
}

template <unsigned W>
ParentStep ParentSweep<W>::step(std::size_t partition, std::uint32_t rank) const {
  const std::size_t at = place(partition, rank);
  if (labels_[at] == 0) return {};
  return {label_of_rank_[labels_[at] - 1], changes_.data() + at * space_.word_count()};
}

template <unsigned W>
std::vector<LabelUse> ParentSweep<W>::label_use() const {
  std::vector<LabelUse> mine(space_.label_count());
  for (const Worker& worker : workers_) {
    for (std::size_t label = 0; label < mine.size(); ++label) {
      mine[label].enabled += worker.enabled[label];
      mine[label].transitions += worker.use[label].transitions;
      const std::optional<Sighting>& first = worker.use[label].first;
      if (first) Sighting::keep(mine[label].first, first->level, first->state);
    }
  }
  if (store_.ranks().alone()) return mine;
  ByteWriter out;
  for (const LabelUse& use : mine) {
    out.varint(use.enabled);
    out.varint(use.transitions);
    out.optional(use.first, [&](const Sighting& first) {
      out.varint(first.level);
      out.list(first.state, [&](Word word) { out.varint(word); });
    });
  }
  std::vector<LabelUse> all(mine.size());
  for (const Bytes& bytes : store_.ranks().gather_long(out.bytes)) {
    ByteReader in(bytes);
    for (LabelUse& use : all) {
      use.enabled += in.varint();
      use.transitions += in.varint();
      if (!in.flag()) continue;
      Sighting first;
      first.level = in.number32();
      in.list(first.state, [&] { return in.varint(); });
      Sighting::keep(use.first, first.level, first.state);
    }
  }
  return all;
}

#define QUESTPROOF_INSTANTIATE(W) template class ParentSweep<W>;
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
