// SPDX-License-Identifier: MIT
#include "core/search/verify_pass.h"

#include <atomic>
#include <bit>
#include <cstring>

#include "core/search/inquiry.h"
#include "core/search/key_sort.h"
#include "core/search/record_buffers.h"
#include "core/search/rounds.h"
#include "core/search/survey.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

// The checker's states must be packed as those of the store are.
template <unsigned W>
void check_shape(const StateSpace& checker, const StateStore<W>& store,
                 const DistanceTable& distances) {
  const KeyCodec<W> codec(checker, store.codec().ownership());
  const bool same = codec.word_count() == store.codec().word_count() &&
                    codec.head_bits() == store.codec().head_bits() &&
                    codec.tail_bytes() == store.codec().tail_bytes() &&
                    checker.quest_count() >= distances.group().end();
  QUEST_CHECK_MSG(same, "verify: the checker has states of another shape, or other quests");
}

template <unsigned W>
class Verifier {
 public:
  Verifier(const StateSpace& checker, const StateStore<W>& store, const DistanceTable& distances,
           bool levels, const Parallel& parallel, VerifyProgress& done)
      : checker_(checker),
        store_(store),
        distances_(distances),
        levels_(levels),
        parallel_(parallel),
        first_(store.first()),
        buffers_(parallel.threads(), store.partition_count()),
        inquiry_(store.ranks(), store.format(), parallel, buffers_),
        done_(done),
        transitions_(done.transitions),
        faulty_(done.faulty) {
    for (int t = 0; t < parallel.threads(); ++t) {
      workers_.push_back({checker.make_expander(),
                          BlockColumns(checker.word_count()),
                          {},
                          std::vector<std::uint64_t>(checker.label_count()),
                          std::vector<std::uint64_t>(kSearchBlock),
                          std::vector<std::uint64_t>(kSearchBlock),
                          {}});
    }
  }

  void check_initial_states() {
    const std::vector<Word> rows = checker_.initial_states();
    for (std::size_t row = 0; row < rows.size(); row += checker_.word_count()) {
      const Key<W> key = store_.codec().encode(rows.data() + row, 1);
      if (!store_.owns(key)) continue;
      const Ordinal state = store_.find(key);
      QUEST_CHECK_MSG(state != kNoOrdinal, "verify: an initial state is not stored");
      QUEST_CHECK_MSG(store_.level(state) == 0, "verify: an initial state is not on level 0");
      if (levels_) done_.has_parent.set(state - first_);
    }
  }

  bool check_transitions(std::uint64_t round_transitions, RunWatch& watch,
                         const VerifyRounds& rounds) {
    const std::vector<RankRange> blocks = unchecked_blocks();
    std::size_t noted = 0;
    return Rounds(store_.ranks(), parallel_, round_transitions)
        .run(
            blocks.size(),
            [&](std::size_t block, int slot) {
              const std::size_t made = expand(blocks[block], slot);
              store_.relieve();
              return made;
            },
            [&] { ask_owners(); },
            [&](std::size_t partition, int slot) {
              if (buffers_.size(partition) == 0) return;
              check_destinations(partition, slot);
              store_.relieve();
            },
            [&](std::size_t done) {
              buffers_.clear();
              for (; noted < done; ++noted) {
                done_.checked[blocks[noted].partition] = blocks[noted].end;
              }
              done_.transitions = transitions_;
              done_.faulty = faulty_;
              report(watch);
              if (rounds.after_round) rounds.after_round();
              return !watch.limit_hit();
            });
  }

  bool check_states(RunWatch& watch) {
    return survey_blocks(store_, parallel_, watch, [&](const RankRange& range, int slot) {
      check_block(workers_[static_cast<std::size_t>(slot)], range);
    });
  }

 private:
  // Of partitions that are checked up to a place in the middle, what is behind it.
  std::vector<RankRange> unchecked_blocks() const {
    std::vector<RankRange> blocks = store_.blocks();
    std::erase_if(blocks, [&](const RankRange& block) {
      return block.begin < done_.checked[block.partition];
    });
    return blocks;
  }

  void report(RunWatch& watch) const {
    Progress progress;
    progress.total = store_.size();
    for (const std::uint32_t checked : done_.checked) progress.states += checked;
    progress.states = store_.ranks().sum(progress.states);
    watch.report(progress);
  }

  static constexpr unsigned kRoughBits = 13;  // look-ups in rough order stay in the nearest cache

  struct Record {
    Key<W> destination;
    Ordinal source;
    std::uint32_t source_level;
    static const Key<W>& key_of(const Record& record) { return record.destination; }
  };
  struct Worker {
    std::unique_ptr<Expander> expander;
    BlockColumns columns;
    SuccessorBlock successors;
    std::vector<std::uint64_t> enabled;
    std::vector<std::uint64_t> done;
    std::vector<std::uint64_t> pending;
    SortScratch<Record> scratch;
  };

  std::size_t fill(Worker& worker, const RankRange& range) const {
    return worker.columns.fill(store_.run(range.partition), store_.codec(), range.begin, range.end);
  }

  std::size_t expand(const RankRange& range, int slot) {
    Worker& worker = workers_[static_cast<std::size_t>(slot)];
    const std::size_t count = fill(worker, range);
    worker.expander->expand(worker.columns.view(count), worker.successors, worker.enabled);
    const SuccessorBlock& out = worker.successors;
    if (!out.faults.empty()) faulty_ = true;
    check_bounds(out);
    const Ordinal first = store_.base(range.partition) + range.begin;
    const SortedRun<W>& run = store_.run(range.partition);
    for (std::size_t i = 0; i < out.count; ++i) {
      const Key<W> key = store_.codec().encode(out.words.data() + i, out.stride);
      buffers_.append(slot, partition_of(key.head(), store_.partition_bits()),
                      {key, first + out.source[i], run.level(range.begin + out.source[i])});
    }
    transitions_ += out.count;
    return out.count;
  }

  // Keys hold no more of a word than the bits it is declared to have.
  void check_bounds(const SuccessorBlock& out) const {
    for (std::size_t w = 0; w < checker_.word_count(); ++w) {
      const Word* const column = out.words.data() + w * out.stride;
      Word used = 0;
      for (std::size_t i = 0; i < out.count; ++i) used |= column[i];
      const std::size_t bits = checker_.word_bits(w);
      QUEST_CHECK_MSG(bits == 64 || used >> bits == 0, "verify: a state is out of bounds");
    }
  }

  void check_destinations(std::size_t partition, int slot) {
    const std::size_t quests = distances_.quests();
    SortScratch<Record>& scratch = workers_[static_cast<std::size_t>(slot)].scratch;
    const std::size_t count = distribute(buffers_, partition, store_.partition_bits(), kRoughBits,
                                         scratch, Record::key_of);
    // Sources lie anywhere: what is known of them is fetched some records ahead.
    constexpr std::size_t kAhead = 24;
    for (std::size_t i = 0; i < count; ++i) {
      if (i + kAhead < count) {
        const Ordinal source = scratch.records[i + kAhead].source;
        distances_.prefetch(source);
        done_.has_nearer.prefetch(std::uint64_t{source - first_} * quests);
      }
      const Record& record = scratch.records[i];
      const std::uint32_t rank = check_level(partition, record.destination, record.source_level);
      const Ordinal state = store_.base(partition) + rank;
      for (std::size_t q = 0; q < quests; ++q)
        check_step(record.source, q, distances_.at(state, q));
    }
  }

  // The rank of the state to which a transition leads from this level.
  std::uint32_t check_level(std::size_t partition, const Key<W>& destination,
                            std::uint32_t source_level) {
    const SortedRun<W>& run = store_.run(partition);
    const std::uint32_t rank = run.find(destination);
    QUEST_CHECK_MSG(rank != SortedRun<W>::kNone, "verify: a successor is not stored");
    const std::uint32_t level = run.level(rank);
    QUEST_CHECK_MSG(level <= source_level + 1, "verify: a level is too deep");
    if (levels_ && level == source_level + 1) {
      done_.has_parent.set(store_.base(partition) - first_ + rank);
    }
    return rank;
  }

  void check_step(Ordinal source, std::size_t quest, std::uint32_t to) {
    if (!DistanceTable::live(to)) return;
    const std::uint32_t from = distances_.at(source, quest);
    QUEST_CHECK_MSG(DistanceTable::live(from) && from <= to + 1,
                    "verify: a state has a successor nearer to done than its distance says");
    if (from == to + 1) {
      done_.has_nearer.set(std::uint64_t{source - first_} * distances_.quests() + quest);
    }
  }

  // Levels are checked by the owner of the destination, which is told the smallest level of the sources:
  // that is the strictest. Steps are checked here.
  void ask_owners() {
    const std::size_t quests = distances_.quests();
    const unsigned cell_bytes = distances_.cell_bytes();
    inquiry_.run(
        static_cast<unsigned>(quests * cell_bytes), Record::key_of,
        [](const Record& record) { return record.source_level; },
        [&](std::size_t partition, const Key<W>& key, std::uint32_t level, std::uint8_t* out) {
          const std::uint32_t rank = check_level(partition, key, level);
          const std::uint8_t* const cells =
              distances_.template row<std::uint8_t>(store_.base(partition) + rank);
          if (quests > 0) std::memcpy(out, cells, quests * cell_bytes);
        },
        [&](const Record& record, const std::uint8_t* cells) {
          for (std::size_t q = 0; q < quests; ++q) {
            check_step(record.source, q, DistanceTable::cell_at(cells, q, cell_bytes));
          }
        });
  }

  void check_block(Worker& worker, const RankRange& range) const {
    const std::size_t count = fill(worker, range);
    const Ordinal first = store_.base(range.partition) + range.begin;
    const std::size_t quests = distances_.quests();
    for (std::size_t i = 0; levels_ && i < count; ++i) {
      QUEST_CHECK_MSG(done_.has_parent.get(first - first_ + i),
                      "verify: a state has no parent a level above");
    }
    const QuestGroup group = distances_.group();
    if (group.count == 0) return;
    checker_.evaluate_quests(worker.columns.view(count), group.space_group(),
                             std::span(worker.done).first(count),
                             std::span(worker.pending).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      const Ordinal state = first + static_cast<Ordinal>(i);
      const std::uint64_t done_quests = group.own_bits(worker.done[i]);
      const std::uint64_t pending_quests = group.own_bits(worker.pending[i]);
      for (std::size_t q = 0; q < quests; ++q) {
        const std::uint32_t cell = distances_.at(state, q);
        const bool done = (done_quests >> q & 1) != 0;
        const bool pending = (pending_quests >> q & 1) != 0;
        QUEST_CHECK_MSG(done == (cell == 0), "verify: done and distance 0 differ");
        if (!DistanceTable::live(cell)) {
          QUEST_CHECK_MSG(pending == (cell == DistanceTable::kBlocked),
                          "verify: pending and blocked differ");
        } else if (cell > 0) {
          QUEST_CHECK_MSG(done_.has_nearer.get(std::uint64_t{state - first_} * quests + q),
                          "verify: a live state has no successor nearer to done");
        }
      }
    }
  }

  const StateSpace& checker_;
  const StateStore<W>& store_;
  const DistanceTable& distances_;
  const bool levels_;
  const Parallel& parallel_;
  const Ordinal first_;
  RecordBuffers<Record> buffers_;
  Inquiry<W, Record> inquiry_;
  std::vector<Worker> workers_;
  VerifyProgress& done_;
  std::atomic<std::uint64_t> transitions_;
  std::atomic<bool> faulty_;
};

}  // namespace

template <unsigned W>
bool verify_search(const StateSpace& checker, const StateStore<W>& store,
                   const DistanceTable& distances, const Profile& profile, bool faulty,
                   const SearchOptions& options, const Parallel& parallel, RunWatch& watch,
                   const VerifyRounds& rounds) {
  QUEST_CHECK_MSG(store.size() == profile.states, "verify: the number of states differs");
  check_shape(checker, store, distances);
  VerifyProgress own;
  VerifyProgress& done = rounds.progress != nullptr ? *rounds.progress : own;
  if (done.checked.empty()) {
    done.checked.resize(store.partition_count());
    const std::uint64_t nearer_bits = store.own_size() * distances.quests();
    const std::uint64_t parent_bits = rounds.levels ? store.own_size() : 0;
    if (watch.limit_hit((nearer_bits + parent_bits) / 8)) return false;
    done.has_parent = AtomicBits(parent_bits, watch.scratch_for(parent_bits / 8));
    done.has_nearer = AtomicBits(nearer_bits, watch.scratch_for(nearer_bits / 8));
  }
  Verifier<W> verifier(checker, store, distances, rounds.levels, parallel, done);
  verifier.check_initial_states();
  if (!verifier.check_transitions(options.chunk_transitions, watch, rounds)) return false;
  QUEST_CHECK_MSG(store.ranks().sum(done.transitions) == profile.transitions,
                  "verify: the number of transitions differs");
  QUEST_CHECK_MSG(store.ranks().any(done.faulty) == faulty,
                  "verify: an event is a fault, or is none");
  return verifier.check_states(watch);
}

#define QUESTPROOF_INSTANTIATE(W)                                                               \
  template bool verify_search<W>(const StateSpace&, const StateStore<W>&, const DistanceTable&, \
                                 const Profile&, bool, const SearchOptions&, const Parallel&,   \
                                 RunWatch&, const VerifyRounds&);
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
