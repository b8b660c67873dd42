// SPDX-License-Identifier: MIT
#include "core/search/certify.h"

#include <algorithm>
#include <atomic>

#include <fmt/core.h>

#include "core/base/parallel.h"
#include "core/base/process_usage.h"
#include "core/base/scratch_memory.h"
#include "core/search/dead_ends.h"
#include "core/search/distance_table.h"
#include "core/search/forward_search.h"
#include "core/search/gather_store.h"
#include "core/search/predecessor_lists.h"
#include "core/search/random_play.h"
#include "core/search/ranks.h"
#include "core/search/run_recorder.h"
#include "core/search/run_watch.h"
#include "core/search/shared_failure.h"
#include "core/search/state_store.h"
#include "core/search/stored_space.h"
#include "core/search/trace_finder.h"
#include "core/search/undoable_quests.h"
#include "core/search/verify_pass.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

template <unsigned W>
class StoredSolution final : public SolvedSpace {
 public:
  // `tables`: of all quests, group after group. `scratch`: what store and tables may lie in.
  StoredSolution(std::unique_ptr<ScratchMemory> scratch, StateStore<W> store,
                 std::vector<DistanceTable> tables)
      : scratch_(std::move(scratch)), store_(std::move(store)), tables_(std::move(tables)) {}

  std::uint64_t size() const override { return store_.size(); }
  bool contains(StateView state) const override { return find(state) != kNoOrdinal; }
  std::optional<std::uint32_t> depth(StateView state) const override {
    const Ordinal ordinal = find(state);
    if (ordinal == kNoOrdinal) return std::nullopt;
    return store_.level(ordinal);
  }
  std::optional<Standing> standing(StateView state, std::size_t quest) const override {
    const Ordinal ordinal = find(state);
    if (ordinal == kNoOrdinal) return std::nullopt;
    const auto table = std::find_if(tables_.begin(), tables_.end(), [&](const DistanceTable& t) {
      return quest < t.group().end();
    });
    const std::uint32_t cell = table->at(ordinal, quest - table->group().first);
    Standing standing;
    standing.done = cell == 0;
    standing.live = DistanceTable::live(cell);
    standing.blocked = cell == DistanceTable::kBlocked;
    if (standing.live) standing.distance = cell;
    return standing;
  }

 private:
  // Each look-up may bring a few MiB of scratch into memory, where files lie in huge pages.
  Ordinal find(StateView state) const {
    if (scratch_ && ++looked_up_ % 4 == 0) scratch_->relieve();
    return store_.find(state);
  }

  std::unique_ptr<ScratchMemory> scratch_;
  mutable std::atomic<std::uint32_t> looked_up_{0};
  StateStore<W> store_;
  std::vector<DistanceTable> tables_;
};

// Several ranks gather what they know of the states where there are no more than these.
constexpr std::uint64_t kGathered = std::uint64_t{1} << 20;

template <unsigned W>
class Certifier {
 public:
  Certifier(const StateSpace& space, const StateSpace* checker, const SearchOptions& options,
            const ProgressCallback& progress, RunStorage* storage, Transport* transport)
      : space_(space),
        checker_(checker != nullptr ? *checker : space),
        forward_options_(with_bounded_rounds(options, sizeof(Key<W>))),
        options_(with_bounded_rounds(options, sizeof(Key<W>) + sizeof(std::uint64_t))),
        storage_(storage),
        parallel_(options.threads),
        watch_(options, progress, transport),
        ranks_(
            run_format(KeyCodec<W>(space, options.ownership), options.partitions).partition_count(),
            transport),
        recorder_(storage, space, options, parallel_, watch_),
        initial_(space.initial_states()) {}

  Certification run() {
    if (recorder_.resumed()) note_resumption();
    if (found().phase == RunPhase::kFinished) {
      take_stored_result();
    } else {
      search();
      watch_.end_phase();
      result_.limit = watch_.limit();
      const bool stopped = watch_.stop_requested();
      result_.stopped = stopped && !decided_;
      result_.phases = watch_.phases();
      if (decided_) recorder_.finish(stored_result());
    }
    conclude();
    return std::move(result_);
  }

 private:
  // What the run has found so far.
  const RunProgress& found() const { return recorder_.progress(); }

  void note_resumption() {
    result_.resumption = {found().phase, found().level, found().profile.states,
                          recorder_.earlier_seconds()};
  }

  void take_stored_result() {
    StoredResult stored = recorder_.read_result();
    take_exploration();
    result_.verified = stored.verified;
    result_.quests = std::move(stored.quests);
    result_.faults = std::move(stored.faults);
    result_.phases = std::move(stored.phases);
    result_.complete = decided_ = true;
    sound_quests_ = result_.quests.size();
    open_stored_space();
  }
  void open_stored_space() {
    result_.solved =
        questproof::open_stored_space(space_, *storage_, options_, watch_.memory_limit() / 4);
  }

  void take_exploration() {
    result_.profile = found().profile;
    result_.enabled = found().enabled;
    result_.quests.resize(space_.quest_count());
    for (std::size_t q = 0; q < result_.quests.size(); ++q) {
      result_.quests[q].done_states = found().quests[q].done_states;
      result_.quests[q].pending_states = found().quests[q].pending_states;
    }
  }

  // A disk that is full is a limit; what was committed stays.
  void search() {
    try {
      explore();
      if (result_.complete) decide();
    } catch (const DiskFull& full) {
      if (!may_give_up(ranks_, full)) throw;
      give_up(full.what());
    } catch (const Error& error) {
      const bool limit = storage_ != nullptr && error.kind() == Error::Kind::kResource;
      if (!limit || !may_give_up(ranks_, error)) throw;
      give_up(error.what());
    }
  }
  void give_up(const char* reason) {
    watch_.set_limit(reason);
    decided_ = false;
    result_.verified = false;
    sound_quests_ = 0;
    result_.quests.resize(space_.quest_count());
    result_.enabled.resize(space_.label_count());
  }
  StoredResult stored_result() const {
    return {result_.verified, result_.quests, result_.faults, result_.phases};
  }

  // Finds all states, or takes them from the storage.
  void explore() {
    const bool known = found().phase != RunPhase::kForward;
    std::vector<SortedRun<W>> runs;
    if (known) {
      watch_.begin_phase("reading");
      result_.complete = true;
      if (fits_ordinals()) runs = recorder_.read_runs();
    } else {
      runs = search_forward();
    }
    take_exploration();
    if (!result_.complete || !fits_ordinals()) return;
    const KeyCodec<W> codec(space_, options_.ownership);
    store_.emplace(codec, run_format(codec, options_.partitions), std::move(runs), watch_.scratch(),
                   ranks_);
    QUEST_CHECK_MSG(store_->size() == found().profile.states,
                    "the stored levels have other sizes than the profile");
    release_free_memory();
  }

  std::vector<SortedRun<W>> search_forward() {
    ForwardSearch<W> search(space_, forward_options_, parallel_, watch_);
    const bool resumed = recorder_.resumed();
    if (resumed) {
      watch_.begin_phase("reading");
      recorder_.restore(search);
    }
    watch_.begin_phase("forward");
    if (!resumed) search.start(initial_);
    bool any = resumed || scan_level(search);
    while (any && search.expand_level()) any = scan_level(search);
    result_.complete = !any;
    if (!result_.complete) {
      recorder_.forward_stopped();
      watch_.set_limit(fmt::format("{}, on level {} after {} states", watch_.limit(),
                                   search.level(), search.profile().states));
      recorder_.take_counts(search);
      return {};
    }
    recorder_.forward_done(search);
    return fits_ordinals() ? search.take_runs() : std::vector<SortedRun<W>>();
  }
  bool scan_level(ForwardSearch<W>& search) {
    const bool any = search.scan_level();
    if (any) recorder_.level_done(search);
    return any;
  }
  bool fits_ordinals() {
    if (found().profile.states < kNoOrdinal) return true;
    watch_.set_limit("more states than the backward search can number (2^32)");
    return false;
  }

  // Decides the quests group by group: as many together as memory holds.
  void decide() {
    if (!store_) return;
    QUEST_CHECK_MSG(checker_.quest_count() == space_.quest_count(),
                    "verify: the checker has other quests");
    find_faults();
    outcomes_ = recorder_.read_outcomes();
    sound_quests_ = outcomes_.size();
    result_.verified = options_.verify;
    decided_ = found().phase == RunPhase::kPaths;
    if (!decided_) decide_groups();
    if (!decided_) result_.verified = false;  // part of the check, or all of it, was not made
    if (!decided_ && outcomes_.empty()) return;
    watch_.begin_phase("paths");
    describe();
    if (!decided_ && outcomes_.size() < space_.quest_count()) return;
    if (keep_tables_) {
      if (!ranks_.alone()) gather_solution();
      result_.solved = std::make_unique<StoredSolution<W>>(watch_.take_scratch(),
                                                           std::move(*store_), std::move(tables_));
    } else if (storage_ != nullptr && decided_) {
      open_stored_space();
    }
  }

  // What is known of single states is kept by a rank on its own where it could hold it all.
  bool can_keep_tables() const { return ranks_.alone() || found().profile.states <= kGathered; }
  void gather_solution() {
    for (DistanceTable& table : tables_) table = gather_distances(*store_, table);
    StateStore<W> all = gather_store(*store_);
    store_.emplace(std::move(all));
  }

  void decide_groups() {
    plan_groups();
    if (leaves_distances_out()) {
      decided_ = decide_without_distances();
      return;
    }
    if (!list_predecessors()) return;
    plan_groups();
    do {
      decided_ = decide_group();
    } while (decided_ && outcomes_.size() < space_.quest_count());
    lists_.clear();
  }

  // A stored run keeps distances for those who ask it later.
  bool leaves_distances_out() const {
    const bool wanted = storage_ != nullptr || options_.distances == Distances::kAlways ||
                        (options_.distances == Distances::kWhereTheyFit && all_fit_);
    return !wanted && result_.faults.empty() && space_.quest_count() > 0 &&
           follow_from_exploration(space_, found().quests, found().profile);
  }

  // A quest is live in all states, or blocked wherever it is pending: then in all states, the initial
  // one first, or in none.
  bool decide_without_distances() {
    result_.distances = keep_tables_ = false;
    if (options_.verify) {
      watch_.begin_phase("verify");
      const DistanceTable none(store_->own_size(), QuestGroup{}, 1, nullptr, store_->first());
      result_.verified = verify_search<W>(checker_, *store_, none, found().profile, false, options_,
                                          parallel_, watch_) &&
                         verify_counts<W>(checker_, *store_, found().quests, parallel_, watch_);
      if (!result_.verified) return false;
    }
    const std::vector<Word> start(
        initial_.begin(), initial_.begin() + static_cast<std::ptrdiff_t>(space_.word_count()));
    for (const QuestSightings& quest : found().quests) {
      QuestOutcome outcome;
      if (quest.done_states == 0 && quest.pending_states > 0) {
        outcome.dead_ends.blocked_states = quest.pending_states;
        outcome.dead_ends.first_blocked = Sighting{0, start};
        outcome.initial_blocked = 1;
      }
      outcomes_.push_back(std::move(outcome));
    }
    sound_quests_ = outcomes_.size();
    return true;
  }

  bool list_predecessors() {
    if (!space_.make_one_way_expander()) return true;
    watch_.begin_phase("one-way events");
    auto made = list_one_way_predecessors<W>(space_, *store_, one_way_transitions(), options_,
                                             parallel_, watch_);
    if (!made) return false;
    lists_ = std::move(*made);
    return true;
  }

  void plan_groups() {
    const std::uint64_t quests = space_.quest_count();
    most_quests_ = std::clamp(options_.quests_at_once, 1u, 64u);
    const std::uint64_t together = std::min(quests, most_quests_);
    const std::uint64_t states = store_->own_size();
    all_fit_ = watch_.fits(states * (quests - together) + backward_bytes(states, together, 1)) &&
               outcomes_.empty();
    keep_tables_ = all_fit_ && can_keep_tables();
    if (!all_fit_) shrink_groups();
  }
  // To as many quests as fit into memory beside what is there.
  void shrink_groups() {
    keep_tables_ = false;
    tables_.clear();
    const std::uint64_t states = store_->own_size();
    while (most_quests_ > 1 && !watch_.fits(backward_bytes(states, most_quests_, 1))) {
      --most_quests_;
    }
  }

  // Decides one group more: distances, dead ends, check, random play. False when a limit was hit.
  bool decide_group() {
    std::optional<DistanceTable> table = find_distances();
    if (!table) return false;
    const QuestGroup group = table->group();
    std::optional<std::vector<DeadEnds>> dead_ends =
        find_dead_ends<W>(space_, *store_, lists_, *table, options_, parallel_, watch_);
    if (!dead_ends) return false;
    std::vector<QuestOutcome> outcomes(group.count);
    for (std::size_t q = 0; q < group.count; ++q) {
      outcomes[q].dead_ends = std::move((*dead_ends)[q]);
      outcomes[q].initial_blocked = count_initial_blocked(*table, q);
    }
    if (group.end() == space_.quest_count()) lists_.clear();
    const bool levels = recorder_.finished_groups() == 0;
    VerifyProgress marks = recorder_.read_marks(*store_, levels);
    const bool verified = !options_.verify || verify(*table, levels, marks);
    result_.verified &= verified;
    if (options_.random_play && !watch_.limit_hit()) {
      watch_.begin_phase("random play");
      const std::vector<RandomPlay> plays = evaluate_random_play<W>(
          space_, *store_, *table, initial_, found().profile.transitions, parallel_, watch_);
      for (std::size_t q = 0; q < group.count; ++q) outcomes[q].random_play = plays[q];
    }
    outcomes_.insert(outcomes_.end(), outcomes.begin(), outcomes.end());
    if (keep_tables_) tables_.push_back(std::move(*table));
    if (!verified) return false;
    if (watch_.stop_requested()) {  // the plays may be cut short
      if (options_.verify) recorder_.verify_stopped(*store_, marks);
      return false;
    }
    sound_quests_ = outcomes_.size();
    recorder_.group_done(outcomes);
    return true;
  }

  // The distances of the next group. Where memory turns out not to hold the search for so many
  // quests, with longer distances than expected, there are fewer in it.
  std::optional<DistanceTable> find_distances() {
    if (found().phase == RunPhase::kVerify) return recorder_.read_distances(*store_);
    watch_.begin_phase("backward");
    const auto first = static_cast<std::uint32_t>(outcomes_.size());
    for (;;) {
      std::optional<QuestGroup> begun = recorder_.begun_group();
      const QuestGroup group = begun ? *begun : next_group(first);
      const std::uint64_t states = store_->own_size();
      if (watch_.limit_hit(backward_bytes(states, group.count, 1))) return {};
      std::optional<DistanceTable> table;
      BackwardRounds rounds;
      if (begun) {
        table = recorder_.read_distances(*store_);
        rounds.resume_from = found().distance;
      } else {
        recorder_.begin_group(group);
        table.emplace(states, group, 1u, watch_.scratch_for(states * group.count), store_->first());
      }
      rounds.after_round = [&](std::uint32_t distance) {
        recorder_.round_done(*store_, *table, distance);
      };
      const BackwardEnd end = compute_distances<W>(space_, *store_, lists_, *table, options_,
                                                   parallel_, watch_, rounds);
      if (end == BackwardEnd::kFinished) {
        recorder_.distances_done(*store_, *table);
        return table;
      }
      if (end == BackwardEnd::kStopped) return {};
      table.reset();
      most_quests_ = group.count / 2;
      shrink_groups();
      recorder_.begin_group(next_group(first));
    }
  }
  QuestGroup next_group(std::uint32_t first) const {
    const std::size_t quests = space_.quest_count();
    return quests == 0 ? QuestGroup{} : QuestGroup::beginning_at(first, quests, most_quests_);
  }

  bool verify(const DistanceTable& table, bool levels, VerifyProgress& marks) {
    watch_.begin_phase("verify");
    const VerifyRounds rounds{levels, &marks, [&] { recorder_.verify_round_done(*store_, marks); }};
    return verify_search<W>(checker_, *store_, table, found().profile, !result_.faults.empty(),
                            options_, parallel_, watch_, rounds);
  }

  // At most; some of them do not change the state.
  std::uint64_t one_way_transitions() const {
    std::uint64_t sum = 0;
    for (std::size_t label = 0; label < space_.label_count(); ++label) {
      if (!space_.invertible(label)) sum += found().enabled[label];
    }
    return std::min(sum, found().profile.transitions);
  }

  // All traces in one sweep over the levels.
  void describe() {
    std::vector<std::vector<Word>> targets;
    const auto want = [&](const std::vector<Word>& state) { targets.push_back(state); };
    for (std::size_t q = 0; q < outcomes_.size(); ++q) {
      const DeadEnds& ends = outcomes_[q].dead_ends;
      if (found().quests[q].first_done) want(found().quests[q].first_done->state);
      if (ends.first_blocked) want(ends.first_blocked->state);
      if (ends.farthest) want(ends.farthest->state);
      for (const FatalLabel& fatal : ends.fatal) want(fatal.source->state);
    }
    const std::vector<Trace> traces =
        TraceFinder<W>(space_, *store_, initial_, parallel_).find(targets);
    std::size_t next = 0;
    for (std::size_t q = 0; q < outcomes_.size(); ++q) {
      QuestResult& quest = result_.quests[q];
      const DeadEnds& ends = outcomes_[q].dead_ends;
      if (found().quests[q].first_done) quest.completion = traces[next++];
      if (ends.first_blocked) quest.counterexample = traces[next++];
      if (ends.farthest) quest.farthest = traces[next++];
      quest.farthest_distance = ends.farthest_distance;
      quest.blocked_states = ends.blocked_states;
      quest.initial_blocked = outcomes_[q].initial_blocked;
      quest.fatal_transitions = ends.fatal_transitions;
      quest.random_play = outcomes_[q].random_play;
      for (const FatalLabel& fatal : ends.fatal) {
        const TransitionLabel& label = space_.label(fatal.label);
        FatalEvent event{label.event, label.branches, fatal.count, traces[next++]};
        append_step(event.shortest, label, fatal.destination);
        quest.fatal_events.push_back(std::move(event));
      }
      sort_fatal_events(quest.fatal_events);
    }
  }
  static void sort_fatal_events(std::vector<FatalEvent>& events) {
    std::stable_sort(events.begin(), events.end(), [](const FatalEvent& a, const FatalEvent& b) {
      if (a.shortest.steps.size() != b.shortest.steps.size()) {
        return a.shortest.steps.size() < b.shortest.steps.size();
      }
      if (a.event != b.event) return a.event < b.event;
      return a.branches < b.branches;
    });
  }

  std::uint64_t count_initial_blocked(const DistanceTable& distances, std::size_t quest) const {
    std::vector<Ordinal> blocked;
    for (std::size_t row = 0; row < initial_.size(); row += space_.word_count()) {
      const Key<W> key = store_->codec().encode(initial_.data() + row, 1);
      if (!store_->owns(key)) continue;
      const Ordinal state = store_->find(key);
      if (distances.at(state, quest) == DistanceTable::kBlocked) blocked.push_back(state);
    }
    std::sort(blocked.begin(), blocked.end());
    const auto last = std::unique(blocked.begin(), blocked.end());
    return ranks_.sum(static_cast<std::uint64_t>(last - blocked.begin()));
  }

  void find_faults() {
    std::vector<std::vector<Word>> targets;
    std::vector<std::uint32_t> labels;
    for (std::uint32_t label = 0; label < found().faults.size(); ++label) {
      if (!found().faults[label]) continue;
      labels.push_back(label);
      targets.push_back(found().faults[label]->state);
    }
    if (targets.empty()) return;
    std::vector<Trace> traces = TraceFinder<W>(space_, *store_, initial_, parallel_).find(targets);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const TransitionLabel& label = space_.label(labels[i]);
      result_.faults.push_back({label.event, label.branches, std::move(traces[i])});
    }
  }

  // The only place where a verdict is given.
  void conclude() {
    const bool explored = result_.complete && result_.faults.empty();
    result_.decided = result_.complete && decided_;
    result_.verdict = Verdict::kProved;
    bool refuted = false;
    for (std::size_t q = 0; q < result_.quests.size(); ++q) {
      QuestResult& quest = result_.quests[q];
      const bool sound = explored && q < sound_quests_;
      quest.verdict = !sound                      ? Verdict::kUnknown
                      : quest.blocked_states == 0 ? Verdict::kProved
                                                  : Verdict::kRefuted;
      refuted |= quest.verdict == Verdict::kRefuted;
      if (quest.verdict == Verdict::kUnknown) result_.verdict = Verdict::kUnknown;
    }
    if (!explored || !decided_) result_.verdict = Verdict::kUnknown;
    if (refuted) result_.verdict = Verdict::kRefuted;
  }

  const StateSpace& space_;
  const StateSpace& checker_;
  const SearchOptions forward_options_;
  const SearchOptions options_;  // of the later phases: their records are longer
  RunStorage* storage_;
  Parallel parallel_;
  RunWatch watch_;
  Ranks ranks_;
  RunRecorder<W> recorder_;
  std::vector<Word> initial_;
  std::optional<StateStore<W>> store_;
  std::vector<PredecessorLists> lists_;
  bool decided_ = false;                // all quests
  std::uint64_t most_quests_ = 64;      // in a group
  bool all_fit_ = false;                // all distances fit into memory together
  bool keep_tables_ = false;            // and are kept
  std::vector<DistanceTable> tables_;   // of the groups so far, when kept
  std::vector<QuestOutcome> outcomes_;  // of the quests whose distances are known
  std::size_t sound_quests_ = 0;        // of these, how many are decided for good
  Certification result_;
};

}  // namespace

Certification certify(const StateSpace& space, const StateSpace* checker,
                      const SearchOptions& options, const ProgressCallback& progress,
                      RunStorage* storage, Transport* transport) {
  prefer_mapped_blocks();
  return with_width(space.word_count(), [&]<unsigned W>() {
    return Certifier<W>(space, checker, options, progress, storage, transport).run();
  });
}

}  // namespace questproof
