// SPDX-License-Identifier: MIT
#include "core/search/dead_ends.h"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>

#include "core/search/backward_step.h"
#include "core/search/inquiry.h"
#include "core/search/result_codec.h"
#include "core/search/rounds.h"
#include "core/search/survey.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

bool blocked(std::uint32_t cell) { return cell == DistanceTable::kBlocked; }

template <unsigned W>
class DeadEndFinder {
 public:
  DeadEndFinder(const StateSpace& space, const StateStore<W>& store,
                const std::vector<PredecessorLists>& lists, const DistanceTable& distances,
                const SearchOptions& options, const Parallel& parallel, RunWatch& watch)
      : space_(space),
        store_(store),
        lists_(lists),
        distances_(distances),
        options_(options),
        parallel_(parallel),
        watch_(watch),
        transitions_(parallel.threads(), store.partition_count()),
        inquiry_(store.ranks(), store.format(), parallel, transitions_) {
    for (int t = 0; t < parallel.threads(); ++t) {
      workers_.push_back({space.make_expander(),
                          BlockColumns(space.word_count()),
                          {},
                          std::vector<std::uint64_t>(space.label_count()),
                          std::vector<std::uint64_t>(kSearchBlock),
                          std::vector<std::uint64_t>(kSearchBlock),
                          std::vector<Word>(space.word_count()),
                          std::vector<Word>(space.word_count()),
                          std::vector<DeadEnds>(distances.quests()),
                          {},
                          {}});
      workers_.back().fatal.resize(distances.quests());
    }
  }

  std::optional<std::vector<DeadEnds>> run() {
    const bool all =
        survey_blocks(store_, parallel_, watch_, [&](const RankRange& range, int slot) {
          survey(workers_[static_cast<std::size_t>(slot)], range);
        });
    if (!all) return {};
    std::vector<DeadEnds> result(distances_.quests());
    for (const Worker& worker : workers_) merge(result, worker.quests);
    share(result);
    const bool any = std::any_of(result.begin(), result.end(),
                                 [](const DeadEnds& quest) { return quest.blocked_states > 0; });
    if (any && !find_fatal(result)) return {};
    return result;
  }

 private:
  struct Worker {
    std::unique_ptr<Expander> expander;
    BlockColumns columns;
    SuccessorBlock successors;
    std::vector<std::uint64_t> enabled;
    std::vector<std::uint64_t> done;
    std::vector<std::uint64_t> pending;
    std::vector<Word> state;
    std::vector<Word> successor;
    std::vector<DeadEnds> quests;
    std::vector<std::map<std::uint32_t, FatalLabel>> fatal;  // by quest and label
    std::vector<std::uint32_t> ranks;
  };
  struct Transition {
    Key<W> destination;
    Ordinal source;
    std::uint32_t label;
  };

  // Counts blocked states and looks for the farthest live ones.
  void survey(Worker& worker, const RankRange& range) const {
    const SortedRun<W>& run = store_.run(range.partition);
    const std::size_t count = worker.columns.fill(run, store_.codec(), range.begin, range.end);
    const Ordinal first = store_.base(range.partition) + range.begin;
    const QuestGroup group = distances_.group();
    if (group.count == 0) return;
    space_.evaluate_quests(worker.columns.view(count), group.space_group(),
                           std::span(worker.done).first(count),
                           std::span(worker.pending).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      const Ordinal state = first + static_cast<Ordinal>(i);
      const std::uint32_t level = run.level(range.begin + static_cast<std::uint32_t>(i));
      const std::uint64_t pending = group.own_bits(worker.pending[i]);
      for (std::size_t q = 0; q < group.count; ++q) {
        DeadEnds& mine = worker.quests[q];
        const std::uint32_t distance = distances_.at(state, q);
        if (blocked(distance)) {
          ++mine.blocked_states;
          if (mine.first_blocked && mine.first_blocked->level < level) continue;
          worker.columns.copy_state(i, worker.state.data());
          Sighting::keep(mine.first_blocked, level, worker.state);
        } else if (DistanceTable::live(distance) && (pending >> q & 1) != 0 &&
                   distance >= mine.farthest_distance) {
          if (distance > mine.farthest_distance) mine.farthest.reset();
          mine.farthest_distance = distance;
          worker.columns.copy_state(i, worker.state.data());
          Sighting::keep(mine.farthest, level, worker.state);
        }
      }
    }
  }

  static void merge(std::vector<DeadEnds>& into, const std::vector<DeadEnds>& from) {
    for (std::size_t q = 0; q < into.size(); ++q) {
      merge_survey(into[q], from[q]);
      merge_fatal(into[q], from[q].fatal);
    }
  }

  // What all ranks have found, on each of them.
  void share(std::vector<DeadEnds>& found) const {
    if (store_.ranks().alone()) return;
    std::vector<QuestOutcome> mine;
    for (const DeadEnds& quest : found) mine.push_back({quest, 0, {}});
    found.assign(found.size(), {});
    for (const Bytes& bytes : store_.ranks().gather_long(encode_outcomes(mine))) {
      std::vector<DeadEnds> theirs;
      for (QuestOutcome& outcome : decode_outcomes(bytes)) {
        theirs.push_back(std::move(outcome.dead_ends));
      }
      QUEST_CHECK(theirs.size() == found.size());
      merge(found, theirs);
    }
  }

  static void merge_survey(DeadEnds& into, const DeadEnds& from) {
    into.blocked_states += from.blocked_states;
    if (from.first_blocked) {
      Sighting::keep(into.first_blocked, from.first_blocked->level, from.first_blocked->state);
    }
    if (!from.farthest || from.farthest_distance < into.farthest_distance) return;
    if (from.farthest_distance > into.farthest_distance) into.farthest.reset();
    into.farthest_distance = from.farthest_distance;
    Sighting::keep(into.farthest, from.farthest->level, from.farthest->state);
  }

  // Marks the sources of fatal transitions by going back from the blocked states, then expands
  // just those again to learn the labels. False when a limit was hit.
  bool find_fatal(std::vector<DeadEnds>& result) {
    StateSet sources = make_set();
    mark_sources(sources);
    if (watch_.limit_hit() || !label_transitions(sources)) return false;
    std::vector<DeadEnds> mine(result.size());
    for (Worker& worker : workers_) {
      for (std::size_t q = 0; q < mine.size(); ++q) {
        std::vector<FatalLabel> fatal;
        for (auto& [label, found] : worker.fatal[q]) fatal.push_back(std::move(found));
        merge_fatal(mine[q], fatal);
      }
    }
    share(mine);
    for (std::size_t q = 0; q < result.size(); ++q) {
      result[q].fatal = std::move(mine[q].fatal);
      for (const FatalLabel& fatal : result[q].fatal) result[q].fatal_transitions += fatal.count;
    }
    return true;
  }

  // `from` in order of label, like what is there.
  static void merge_fatal(DeadEnds& into, const std::vector<FatalLabel>& from) {
    for (const FatalLabel& fatal : from) {
      auto at = std::lower_bound(
          into.fatal.begin(), into.fatal.end(), fatal.label,
          [](const FatalLabel& known, std::uint32_t label) { return known.label < label; });
      if (at == into.fatal.end() || at->label != fatal.label) {
        into.fatal.insert(at, fatal);
        continue;
      }
      at->count += fatal.count;
      keep_fatal(*at, fatal.source->level, fatal.source->state, fatal.destination);
    }
  }

  // The quests for which the state is blocked.
  std::uint64_t blocked_quests(Ordinal state) const {
    std::uint64_t mask = 0;
    for (std::size_t q = 0; q < distances_.quests(); ++q) {
      if (blocked(distances_.at(state, q))) mask |= std::uint64_t{1} << q;
    }
    return mask;
  }

  StateSet make_set() const {
    return StateSet(store_.run_sizes(),
                    watch_.scratch_for(StateSet::memory_bytes(store_.own_size())));
  }

  void mark_sources(StateSet& sources) const {
    StateSet states = make_set();
    store_.ranks().for_each_own(parallel_, [&](std::size_t partition, int) {
      for (std::uint32_t rank = 0; rank < store_.run(partition).size(); ++rank) {
        if (blocked_quests(store_.base(partition) + rank) != 0) states.add(partition, rank);
      }
      if (store_.run(partition).size() > 0) store_.relieve();
    });
    BackwardStep<W, std::uint64_t> step(space_, store_, lists_, options_.chunk_transitions,
                                        parallel_);
    step.run(
        states,
        [&](std::size_t partition, std::uint32_t rank) {
          return blocked_quests(store_.base(partition) + rank);
        },
        [&](std::size_t partition, std::uint32_t rank, std::uint64_t quests) {
          const Ordinal before = store_.base(partition) + rank;
          if ((quests & ~blocked_quests(before)) != 0) sources.add(partition, rank);
        });
  }

  // In rounds, as everywhere: transitions wait for the partition that they lead into.
  bool label_transitions(const StateSet& sources) {
    const std::vector<RankRange> blocks = sources.blocks();
    return Rounds(store_.ranks(), parallel_, options_.chunk_transitions)
        .run(
            blocks.size(),
            [&](std::size_t block, int slot) {
              const std::size_t made = expand(sources, blocks[block], slot);
              store_.relieve();
              return made;
            },
            [&] { ask_owners(); },
            [&](std::size_t partition, int slot) {
              if (transitions_.size(partition) == 0) return;
              note_fatal(partition, workers_[static_cast<std::size_t>(slot)]);
              store_.relieve();
            },
            [&](std::size_t) {
              transitions_.clear();
              return !watch_.limit_hit();
            });
  }

  std::size_t expand(const StateSet& sources, const RankRange& range, int slot) {
    Worker& worker = workers_[static_cast<std::size_t>(slot)];
    worker.ranks.clear();
    sources.for_each(range, [&](std::uint32_t rank) { worker.ranks.push_back(rank); });
    typename SortedRun<W>::Cursor cursor(store_.run(range.partition), worker.ranks.front());
    for (std::size_t i = 0; i < worker.ranks.size(); ++i) {
      cursor.skip_to(worker.ranks[i]);
      store_.codec().decode(cursor.key(), worker.columns.column(0) + i, BlockColumns::kStride);
    }
    worker.expander->expand(worker.columns.view(worker.ranks.size()), worker.successors,
                            worker.enabled);
    const SuccessorBlock& out = worker.successors;
    const Ordinal base = store_.base(range.partition);
    for (const SuccessorBlock::Run& run : out.runs) {
      for (std::size_t i = run.begin; i < run.end; ++i) {
        const Key<W> key = store_.codec().encode(out.words.data() + i, out.stride);
        transitions_.append(slot, partition_of(key.head(), store_.partition_bits()),
                            {key, base + worker.ranks[out.source[i]], run.label});
      }
    }
    return out.count;
  }

  void note_fatal(std::size_t partition, Worker& worker) const {
    transitions_.for_each_block(partition, [&](std::span<const Transition> block) {
      for (const Transition& transition : block) {
        note_transition(transition, blocked_at(partition, transition.destination), worker);
      }
    });
  }

  // The owners of destinations say for which quests these are blocked; the owner of the source knows the
  // rest.
  void ask_owners() {
    const auto bytes = static_cast<unsigned>((distances_.quests() + 7) / 8);
    std::mutex noting;  // answers come in any thread
    inquiry_.run(
        bytes, [](const Transition& transition) -> const Key<W>& { return transition.destination; },
        [](const Transition&) { return 0u; },
        [&](std::size_t partition, const Key<W>& key, std::uint32_t, std::uint8_t* out) {
          const std::uint64_t quests = blocked_at(partition, key);
          for (unsigned b = 0; b < bytes; ++b)
            out[b] = static_cast<std::uint8_t>(quests >> (8 * b));
        },
        [&](const Transition& transition, const std::uint8_t* in) {
          std::uint64_t quests = 0;
          for (unsigned b = 0; b < bytes; ++b) quests |= std::uint64_t{in[b]} << (8 * b);
          if (quests == 0) return;
          const std::lock_guard lock(noting);
          note_transition(transition, quests, workers_.front());
        });
  }

  std::uint64_t blocked_at(std::size_t partition, const Key<W>& key) const {
    const std::uint32_t rank = store_.run(partition).find(key);
    QUEST_CHECK_MSG(rank != SortedRun<W>::kNone, "a successor is not stored");
    return blocked_quests(store_.base(partition) + rank);
  }

  // `quests`: for which the destination is blocked.
  void note_transition(const Transition& transition, std::uint64_t quests, Worker& worker) const {
    if (quests != 0) quests &= ~blocked_quests(transition.source);
    for (; quests != 0; quests &= quests - 1) {
      FatalLabel& fatal =
          worker.fatal[static_cast<std::size_t>(std::countr_zero(quests))][transition.label];
      fatal.label = transition.label;
      ++fatal.count;
      const std::uint32_t level = store_.level(transition.source);
      if (fatal.source && fatal.source->level < level) continue;
      store_.copy_state(transition.source, worker.state.data());
      store_.codec().decode(transition.destination, worker.successor.data(), 1);
      keep_fatal(fatal, level, worker.state, worker.successor);
    }
  }

  static void keep_fatal(FatalLabel& fatal, std::uint32_t level, const std::vector<Word>& source,
                         const std::vector<Word>& destination) {
    const bool same = fatal.source && fatal.source->level == level && fatal.source->state == source;
    if (same) {
      fatal.destination = std::min(fatal.destination, destination);
      return;
    }
    Sighting::keep(fatal.source, level, source);
    if (fatal.source->state == source) fatal.destination = destination;
  }

  const StateSpace& space_;
  const StateStore<W>& store_;
  const std::vector<PredecessorLists>& lists_;
  const DistanceTable& distances_;
  const SearchOptions& options_;
  const Parallel& parallel_;
  RunWatch& watch_;
  RecordBuffers<Transition> transitions_;
  Inquiry<W, Transition> inquiry_;
  std::vector<Worker> workers_;
};

}  // namespace

template <unsigned W>
std::optional<std::vector<DeadEnds>> find_dead_ends(const StateSpace& space,
                                                    const StateStore<W>& store,
                                                    const std::vector<PredecessorLists>& lists,
                                                    const DistanceTable& distances,
                                                    const SearchOptions& options,
                                                    const Parallel& parallel, RunWatch& watch) {
  return DeadEndFinder<W>(space, store, lists, distances, options, parallel, watch).run();
}

#define QUESTPROOF_INSTANTIATE(W)                                                    \
  template std::optional<std::vector<DeadEnds>> find_dead_ends<W>(                   \
      const StateSpace&, const StateStore<W>&, const std::vector<PredecessorLists>&, \
      const DistanceTable&, const SearchOptions&, const Parallel&, RunWatch&);
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
