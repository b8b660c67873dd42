// SPDX-License-Identifier: MIT
#include "core/search/certify.h"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/parallel.h"
#include "core/base/process_usage.h"
#include "core/search/dead_ends.h"
#include "core/search/distance_table.h"
#include "core/search/forward_search.h"
#include "core/search/predecessor_lists.h"
#include "core/search/random_play.h"
#include "core/search/run_watch.h"
#include "core/search/state_store.h"
#include "core/search/trace_finder.h"
#include "core/search/verify_pass.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

template <unsigned W>
class StoredSolution final : public SolvedSpace {
 public:
  StoredSolution(StateStore<W> store, DistanceTable distances, const StateSpace& space)
      : store_(std::move(store)), distances_(std::move(distances)), words_(space.word_count()) {}

  std::uint64_t size() const override { return store_.size(); }
  bool contains(StateView state) const override { return store_.find(state) != kNoOrdinal; }
  std::optional<std::uint32_t> depth(StateView state) const override {
    const Ordinal ordinal = store_.find(state);
    if (ordinal == kNoOrdinal) return std::nullopt;
    return store_.level(ordinal);
  }
  std::optional<Standing> standing(StateView state, std::size_t quest) const override {
    const Ordinal ordinal = store_.find(state);
    if (ordinal == kNoOrdinal) return std::nullopt;
    const std::uint32_t cell = distances_.at(ordinal, quest);
    Standing standing;
    standing.done = cell == 0;
    standing.live = DistanceTable::live(cell);
    standing.blocked = cell == DistanceTable::kBlocked;
    if (standing.live) standing.distance = cell;
    return standing;
  }

 private:
  StateStore<W> store_;
  DistanceTable distances_;
  std::size_t words_;
};

template <unsigned W>
class Certifier {
 public:
  Certifier(const StateSpace& space, const StateSpace* checker, const SearchOptions& options,
            const ProgressCallback& progress)
      : space_(space),
        checker_(checker != nullptr ? *checker : space),
        options_(with_bounded_rounds(options, sizeof(Key<W>))),
        parallel_(options.threads),
        watch_(options, progress),
        initial_(space.initial_states()) {}

  Certification run() {
    explore();
    if (result_.complete) decide();
    watch_.end_phase();
    result_.limit = watch_.limit();
    result_.phases = watch_.phases();
    conclude();
    return std::move(result_);
  }

 private:
  void explore() {
    watch_.begin_phase("forward");
    ForwardSearch<W> search(space_, options_, parallel_, watch_);
    search.start(initial_);
    bool finished = true;
    while (finished && search.scan_level()) finished = search.expand_level();
    result_.profile = search.profile();
    result_.enabled = search.enabled();
    result_.complete = finished;
    sightings_ = search.quests();
    faults_ = search.faults();
    result_.quests.resize(space_.quest_count());
    for (std::size_t q = 0; q < result_.quests.size(); ++q) {
      result_.quests[q].done_states = sightings_[q].done_states;
      result_.quests[q].pending_states = sightings_[q].pending_states;
    }
    if (!finished) {
      watch_.set_limit(fmt::format("{}, on level {} after {} states", watch_.limit(),
                                   search.level(), result_.profile.states));
      return;
    }
    if (result_.profile.states >= kNoOrdinal) {
      watch_.set_limit("more states than the backward search can number (2^32)");
      return;
    }
    store_.emplace(search.codec(), search.format(), search.take_runs());
    release_free_memory();
  }

  void decide() {
    if (!store_) return;
    find_faults();
    std::vector<PredecessorLists> lists;
    if (space_.make_one_way_expander()) {
      watch_.begin_phase("one-way events");
      auto made = list_one_way_predecessors<W>(space_, *store_, one_way_transitions(), options_,
                                               parallel_, watch_);
      if (!made) return;
      lists = std::move(*made);
    }
    watch_.begin_phase("backward");
    auto distances = compute_distances<W>(space_, *store_, lists, options_, parallel_, watch_);
    if (!distances) return;
    const std::vector<DeadEnds> dead_ends =
        find_dead_ends<W>(space_, *store_, lists, *distances, options_, parallel_);
    lists.clear();
    decided_ = true;
    if (options_.verify) {
      watch_.begin_phase("verify");
      result_.verified = verify_search<W>(checker_, *store_, *distances, result_.profile,
                                          !result_.faults.empty(), options_, parallel_, watch_);
    }
    watch_.begin_phase("paths");
    describe(dead_ends, *distances);
    if (options_.random_play && !watch_.limit_hit()) {
      watch_.begin_phase("random play");
      const std::vector<RandomPlay> plays = evaluate_random_play<W>(
          space_, *store_, *distances, initial_, result_.profile.transitions, parallel_, watch_);
      for (std::size_t q = 0; q < plays.size(); ++q) result_.quests[q].random_play = plays[q];
    }
    result_.solved =
        std::make_unique<StoredSolution<W>>(std::move(*store_), std::move(*distances), space_);
  }

  // At most; some of them do not change the state.
  std::uint64_t one_way_transitions() const {
    std::uint64_t sum = 0;
    for (std::size_t label = 0; label < space_.label_count(); ++label) {
      if (!space_.invertible(label)) sum += result_.enabled[label];
    }
    return std::min(sum, result_.profile.transitions);
  }

  // All traces in one sweep over the levels.
  void describe(const std::vector<DeadEnds>& dead_ends, const DistanceTable& distances) {
    std::vector<std::vector<Word>> targets;
    const auto want = [&](const std::vector<Word>& state) { targets.push_back(state); };
    for (std::size_t q = 0; q < dead_ends.size(); ++q) {
      if (sightings_[q].first_done) want(sightings_[q].first_done->state);
      if (dead_ends[q].first_blocked) want(dead_ends[q].first_blocked->state);
      if (dead_ends[q].farthest) want(dead_ends[q].farthest->state);
      for (const FatalLabel& fatal : dead_ends[q].fatal) want(fatal.source->state);
    }
    const std::vector<Trace> traces =
        TraceFinder<W>(space_, *store_, initial_, parallel_).find(targets);
    std::size_t next = 0;
    for (std::size_t q = 0; q < dead_ends.size(); ++q) {
      QuestResult& quest = result_.quests[q];
      const DeadEnds& found = dead_ends[q];
      if (sightings_[q].first_done) quest.completion = traces[next++];
      if (found.first_blocked) quest.counterexample = traces[next++];
      if (found.farthest) quest.farthest = traces[next++];
      quest.farthest_distance = found.farthest_distance;
      quest.blocked_states = found.blocked_states;
      quest.initial_blocked = count_initial_blocked(distances, q);
      quest.fatal_transitions = found.fatal_transitions;
      for (const FatalLabel& fatal : found.fatal) {
        const TransitionLabel& label = space_.label(fatal.label);
        FatalEvent event{label.event, label.branches, fatal.count, traces[next++]};
        append_step(event.shortest, label, fatal.destination);
        quest.fatal_events.push_back(std::move(event));
      }
      std::stable_sort(quest.fatal_events.begin(), quest.fatal_events.end(),
                       [](const FatalEvent& a, const FatalEvent& b) {
                         if (a.shortest.steps.size() != b.shortest.steps.size()) {
                           return a.shortest.steps.size() < b.shortest.steps.size();
                         }
                         if (a.event != b.event) return a.event < b.event;
                         return a.branches < b.branches;
                       });
    }
  }

  std::uint64_t count_initial_blocked(const DistanceTable& distances, std::size_t quest) const {
    std::vector<Ordinal> blocked;
    for (std::size_t row = 0; row < initial_.size(); row += space_.word_count()) {
      const Ordinal state = store_->find(StateView(initial_).subspan(row, space_.word_count()));
      if (distances.at(state, quest) == DistanceTable::kBlocked) blocked.push_back(state);
    }
    std::sort(blocked.begin(), blocked.end());
    return static_cast<std::uint64_t>(std::unique(blocked.begin(), blocked.end()) -
                                      blocked.begin());
  }

  void find_faults() {
    std::vector<std::vector<Word>> targets;
    std::vector<std::uint32_t> labels;
    for (std::uint32_t label = 0; label < faults_.size(); ++label) {
      if (!faults_[label]) continue;
      labels.push_back(label);
      targets.push_back(faults_[label]->state);
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
    const bool sound = result_.complete && decided_ && result_.faults.empty() &&
                       (result_.verified || !options_.verify);
    result_.verdict = Verdict::kProved;
    for (QuestResult& quest : result_.quests) {
      quest.verdict = !sound                      ? Verdict::kUnknown
                      : quest.blocked_states == 0 ? Verdict::kProved
                                                  : Verdict::kRefuted;
      if (quest.verdict == Verdict::kRefuted) result_.verdict = Verdict::kRefuted;
      if (quest.verdict == Verdict::kUnknown && result_.verdict == Verdict::kProved) {
        result_.verdict = Verdict::kUnknown;
      }
    }
    if (!sound && result_.verdict == Verdict::kProved) result_.verdict = Verdict::kUnknown;
  }

  const StateSpace& space_;
  const StateSpace& checker_;
  const SearchOptions options_;
  Parallel parallel_;
  RunWatch watch_;
  std::vector<Word> initial_;
  std::vector<QuestSightings> sightings_;
  std::vector<std::optional<Sighting>> faults_;
  std::optional<StateStore<W>> store_;
  bool decided_ = false;
  Certification result_;
};

}  // namespace

Certification certify(const StateSpace& space, const StateSpace* checker,
                      const SearchOptions& options, const ProgressCallback& progress) {
  prefer_mapped_blocks();
  return with_width(space.word_count(), [&]<unsigned W>() {
    return Certifier<W>(space, checker, options, progress).run();
  });
}

}  // namespace questproof
