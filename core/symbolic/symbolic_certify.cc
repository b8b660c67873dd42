// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_certify.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/base/process_usage.h"
#include "core/symbolic/symbolic_layers.h"

namespace questproof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kBytesPerNode = 40;  // with tables, cache and marks
constexpr std::uint64_t kFirstBudget = std::uint64_t{1}
                                       << 18;  // nodes, of the first try of an order
constexpr std::uint64_t kBudgetGrowth = 8;

std::uint64_t clamped(const BigCount& count) {
  return count.fits() ? count.number() : std::numeric_limits<std::uint64_t>::max();
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Answers questions about single states from the sets.
class SymbolicSolution final : public SolvedSpace {
 public:
  SymbolicSolution(std::unique_ptr<SymbolicSpace> space, std::vector<QuestSets> quests)
      : space_(std::move(space)), quests_(std::move(quests)) {
    size_ = clamped(space_->count(space_->reachable()));
  }

  std::uint64_t size() const override { return size_; }
  bool contains(StateView state) const override {
    return space_->contains(space_->reachable(), space_->model().tuple_of(state));
  }
  std::optional<Standing> standing(StateView state, std::size_t quest) const override {
    const std::vector<std::uint32_t> tuple = space_->model().tuple_of(state);
    if (!space_->contains(space_->reachable(), tuple)) return std::nullopt;
    const QuestSets& sets = quests_.at(quest);
    Standing standing;
    standing.done = space_->contains(sets.done, tuple);
    standing.live = space_->contains(sets.live, tuple);
    standing.blocked = space_->contains(sets.blocked, tuple);
    if (standing.done) standing.distance = 0;
    return standing;
  }
  std::optional<std::uint32_t> depth(StateView) const override { return std::nullopt; }

 private:
  std::unique_ptr<SymbolicSpace> space_;
  std::vector<QuestSets> quests_;
  std::uint64_t size_ = 0;
};

class SymbolicCertifier {
 public:
  SymbolicCertifier(const CompiledModel& compiled, const SymbolicOptions& options,
                    const ProgressCallback& progress)
      : compiled_(compiled), options_(options), progress_(progress), start_(Clock::now()) {
    const std::uint64_t memory =
        options.memory_bytes != 0 ? options.memory_bytes : machine_memory_bytes() / 5 * 2;
    most_nodes_ = std::clamp<std::uint64_t>(memory / kBytesPerNode, 1000, std::uint64_t{1} << 31);
    deadline_ = options.time_seconds;
  }

  SymbolicCertification run() {
    for (const Quest& quest : compiled_.model().quests) {
      QuestResult result;
      result.name = quest.name;
      result_.certification.quests.push_back(std::move(result));
    }
    try {
      explore();
      if (space_) decide();
      if (space_) describe();
    } catch (const NotSymbolic& reason) {
      result_.not_symbolic = true;
      give_up(reason.reason);
    } catch (const DiagramLimit& limit) {
      give_up(limit.reason);
    }
    result_.certification.limit = result_.limit;
    return std::move(result_);
  }

 private:
  void give_up(std::string reason) {
    result_.limit = std::move(reason);
    forget_sets();
    space_.reset();
  }
  void forget_sets() {
    faults_.clear();
    fatal_.clear();
    quests_.clear();
  }

  void look() {
    if (options_.stop_requested != nullptr && *options_.stop_requested)
      throw DiagramLimit{"stopped on request"};
    const double now = seconds_since(start_);
    if (deadline_ > 0 && now > deadline_) {
      throw DiagramLimit{fmt::format("the time limit of {} s", deadline_)};
    }
    if (!progress_ || now - shown_ < 0.1) return;
    shown_ = now;
    Progress seen;
    seen.phase = phase_;
    seen.states = space_ ? space_->store().node_count() : 0;
    seen.seconds = now;
    progress_(seen);
  }

  void begin_phase(const char* name) {
    end_phase();
    phase_ = name;
    phase_start_ = Clock::now();
    phase_cpu_ = cpu_seconds();
  }
  void end_phase() {
    if (*phase_ == '\0') return;
    result_.certification.phases.push_back(
        {phase_, seconds_since(phase_start_), cpu_seconds() - phase_cpu_, peak_resident_bytes()});
    phase_ = "";
  }

  // Tries orders, each with few nodes at first and with more when all have failed.
  void explore() {
    begin_phase("diagrams");
    std::vector<VariableOrder> orders = variable_orders(compiled_.model());
    if (orders.size() > options_.most_orders) orders.resize(options_.most_orders);
    for (std::uint64_t budget = std::min(kFirstBudget, most_nodes_);; budget *= kBudgetGrowth) {
      const bool last = budget >= most_nodes_ / kBudgetGrowth;
      for (std::size_t i = 0; i < orders.size(); ++i) {
        if (last && i > 0) break;  // all memory goes to the best one
        if (try_order(orders[i], last ? most_nodes_ : budget, last)) return;
      }
    }
  }

  bool try_order(const VariableOrder& order, std::uint64_t nodes, bool last) {
    DiagramBudget budget;
    budget.most_nodes = nodes;
    budget.look = [this] { look(); };
    space_ = std::make_unique<SymbolicSpace>(compiled_, order, budget);
    ++result_.figures.orders_tried;
    try {
      space_->explore();
      space_->set_most_nodes(most_nodes_);
      result_.figures.order = order.method;
      result_.figures.order_cost = order.cost;
      return true;
    } catch (const DiagramLimit&) {
      if (last || (deadline_ > 0 && seconds_since(start_) > deadline_)) throw;
      if (options_.stop_requested != nullptr && *options_.stop_requested) throw;
      space_.reset();
      return false;
    }
  }

  // Counts and verdicts.
  void decide() {
    SymbolicSpace& space = *space_;
    Certification& found = result_.certification;
    result_.states = space.count(space.reachable());
    find_enabled();
    result_.deadlocks = space.count(space.deadlocks());
    found.profile.states = clamped(result_.states);
    found.profile.transitions = clamped(result_.transitions);
    found.profile.deadlocks = clamped(result_.deadlocks);
    begin_phase("backward");
    const Diagram initial = space.initial();
    for (std::size_t q = 0; q < found.quests.size(); ++q) {
      quests_.push_back(space.decide(compiled_.model().quests[q]));
      const QuestSets& sets = quests_.back();
      QuestResult& quest = found.quests[q];
      result_.quests.push_back({space.count(sets.done), space.count(sets.pending),
                                space.count(sets.blocked), BigCount()});
      find_fatal(q);
      const SymbolicQuestCounts& counts = result_.quests.back();
      quest.done_states = clamped(counts.done);
      quest.pending_states = clamped(counts.pending);
      quest.blocked_states = clamped(counts.blocked);
      quest.fatal_transitions = clamped(counts.fatal_transitions);
      quest.initial_blocked = clamped(space.count(space.common(initial, sets.blocked)));
      space.tidy();
    }
    conclude();
  }

  void find_enabled() {
    Certification& found = result_.certification;
    found.enabled.assign(compiled_.label_count(), 0);
    faults_.clear();
    for (std::uint32_t label = 0; label < compiled_.label_count(); ++label) {
      const Diagram enabled = space_->enabled(label);
      found.enabled[label] = clamped(space_->count(enabled));
      result_.transitions += space_->count(space_->sources(label));
      if (compiled_.label(label).fault && !enabled.empty()) faults_.emplace_back(label, enabled);
      space_->tidy();
    }
  }

  // Transitions from states that are not blocked into ones that are.
  void find_fatal(std::size_t q) {
    if (quests_[q].blocked.empty()) return;
    const Diagram safe = space_->without(space_->reachable(), quests_[q].blocked);
    for (std::uint32_t label = 0; label < compiled_.label_count(); ++label) {
      if (compiled_.label(label).fault) continue;
      Diagram sources = space_->sources_into(label, safe, quests_[q].blocked);
      if (sources.empty()) continue;
      const BigCount count = space_->count(sources);
      result_.quests[q].fatal_transitions += count;
      fatal_.push_back({q, label, count, std::move(sources)});
      space_->tidy();
    }
  }

  // The only place where a verdict is given.
  void conclude() {
    Certification& found = result_.certification;
    found.complete = true;
    found.decided = true;
    bool refuted = false;
    for (std::size_t q = 0; q < found.quests.size(); ++q) {
      QuestResult& quest = found.quests[q];
      quest.verdict = !faults_.empty()             ? Verdict::kUnknown
                      : quests_[q].blocked.empty() ? Verdict::kProved
                                                   : Verdict::kRefuted;
      refuted = refuted || quest.verdict == Verdict::kRefuted;
    }
    found.verdict = !faults_.empty() ? Verdict::kUnknown
                    : refuted        ? Verdict::kRefuted
                                     : Verdict::kProved;
  }

  // What is looked for level by level.
  struct Wanted {
    enum class Kind { kCounterexample, kFault, kCompletion, kFatal, kFarthest };
    Kind kind = Kind::kCompletion;
    std::size_t quest = 0;
    std::size_t item = 0;  // of fatal_ or faults_
    Diagram targets;
    std::optional<LayerSighting> sighting;
  };

  // Paths and levels. A counterexample has the time that verdicts have; the rest only that for details.
  void describe() {
    const double verdicts_by = deadline_;
    SymbolicLayers layers(*space_);
    std::vector<Wanted> wanted = wanted_paths();
    begin_phase("paths");
    std::uint32_t looked = 0;
    try {
      for (bool more = true; more; more = layers.grow()) {
        look_for(wanted, layers, looked++);
        if (!misses_counterexample(wanted)) deadline_ = detail_deadline();
      }
      result_.levels_known = true;
    } catch (const DiagramLimit&) {
      space_->recover();
    }
    deadline_ = verdicts_by > 0 ? verdicts_by + options_.detail_seconds : 0;
    take_paths(wanted, layers, looked);
    if (result_.levels_known) {
      for (std::uint32_t level = 0; level < layers.count(); ++level) {
        const BigCount states = space_->count(layers.layer(level));
        result_.certification.profile.states_per_level.push_back(clamped(states));
      }
      find_farthest(layers);
    }
    end_phase();
    take_figures();
    result_.certification.solved =
        std::make_unique<SymbolicSolution>(std::move(space_), std::exchange(quests_, {}));
    forget_sets();
  }

  double detail_deadline() {
    if (options_.detail_seconds <= 0) return deadline_;
    if (!details_until_) details_until_ = seconds_since(start_) + options_.detail_seconds;
    return *details_until_;
  }

  std::vector<Wanted> wanted_paths() {
    std::vector<Wanted> wanted;
    using Kind = Wanted::Kind;
    for (std::size_t i = 0; i < faults_.size(); ++i) {
      wanted.push_back({Kind::kFault, 0, i, faults_[i].second, {}});
    }
    for (std::size_t q = 0; q < quests_.size(); ++q) {
      wanted.push_back({Kind::kCompletion, q, 0, quests_[q].done, {}});
      wanted.push_back({Kind::kCounterexample, q, 0, quests_[q].blocked, {}});
    }
    for (std::size_t i = 0; i < fatal_.size(); ++i) {
      wanted.push_back({Kind::kFatal, fatal_[i].quest, i, fatal_[i].sources, {}});
    }
    std::erase_if(wanted, [](const Wanted& each) { return each.targets.empty(); });
    return wanted;
  }

  static bool misses_counterexample(const std::vector<Wanted>& wanted) {
    return std::any_of(wanted.begin(), wanted.end(), [](const Wanted& each) {
      const bool vital =
          each.kind == Wanted::Kind::kCounterexample || each.kind == Wanted::Kind::kFault;
      return vital && !each.sighting;
    });
  }

  static void look_for(std::vector<Wanted>& wanted, SymbolicLayers& layers, std::uint32_t level) {
    for (Wanted& each : wanted) {
      if (!each.sighting) each.sighting = layers.sighting(each.targets, level);
    }
  }

  void take_paths(const std::vector<Wanted>& wanted, SymbolicLayers& layers, std::uint32_t) {
    result_.completions_known = result_.routes_known = true;
    for (const Wanted& each : wanted) {
      QuestResult& quest = result_.certification.quests.at(each.quest);
      if (!each.sighting) {
        if (each.kind == Wanted::Kind::kCompletion) result_.completions_known = false;
        if (each.kind == Wanted::Kind::kFatal) result_.routes_known = false;
        QUEST_CHECK(!result_.levels_known);
        continue;
      }
      Trace trace = layers.trace(*each.sighting);
      switch (each.kind) {
        case Wanted::Kind::kCounterexample: quest.counterexample = std::move(trace); break;
        case Wanted::Kind::kCompletion: quest.completion = std::move(trace); break;
        case Wanted::Kind::kFatal: add_fatal(quest, each, std::move(trace)); break;
        case Wanted::Kind::kFault: {
          const TransitionLabel& label = compiled_.label(faults_[each.item].first);
          result_.certification.faults.push_back({label.event, label.branches, std::move(trace)});
          break;
        }
        case Wanted::Kind::kFarthest: break;
      }
    }
    for (QuestResult& quest : result_.certification.quests) sort_fatal_events(quest.fatal_events);
  }

  void add_fatal(QuestResult& quest, const Wanted& wanted, Trace trace) {
    const Fatal& fatal = fatal_[wanted.item];
    const TransitionLabel& label = compiled_.label(fatal.label);
    const std::vector<Word> after =
        space_->model().packed(space_->successor(fatal.label, wanted.sighting->tuple));
    trace.steps.push_back({label.event, label.branches});
    trace.states.insert(trace.states.end(), after.begin(), after.end());
    quest.fatal_events.push_back(
        {label.event, label.branches, clamped(fatal.count), std::move(trace)});
  }

  static void sort_fatal_events(std::vector<FatalEvent>& events) {
    std::stable_sort(events.begin(), events.end(), [](const FatalEvent& a, const FatalEvent& b) {
      if (a.shortest.steps.size() != b.shortest.steps.size()) {
        return a.shortest.steps.size() < b.shortest.steps.size();
      }
      return a.event != b.event ? a.event < b.event : a.branches < b.branches;
    });
  }

  // Back from done, level by level.
  void find_farthest(SymbolicLayers& layers) {
    begin_phase("distances");
    try {
      for (std::size_t q = 0; q < quests_.size(); ++q) find_farthest(layers, q);
      result_.farthest_known = true;
    } catch (const DiagramLimit&) {
      space_->recover();
      for (QuestResult& quest : result_.certification.quests) {
        quest.farthest.reset();
        quest.farthest_distance = 0;
      }
    }
  }

  void find_farthest(SymbolicLayers& layers, std::size_t q) {
    const QuestSets& sets = quests_[q];
    Diagram frontier = sets.done, rest = space_->without(sets.live, sets.done), farthest;
    std::uint32_t distance = 0, largest = 0;
    while (!frontier.empty() && !rest.empty()) {
      frontier = space_->common(space_->predecessors(frontier), rest);
      rest = space_->without(rest, frontier);
      ++distance;
      const Diagram here = space_->common(frontier, sets.pending);
      if (here.empty()) continue;
      farthest = here;
      largest = distance;
    }
    QuestResult& quest = result_.certification.quests[q];
    quest.farthest_distance = largest;
    for (std::uint32_t level = 0; level < layers.count() && !farthest.empty(); ++level) {
      if (const auto seen = layers.sighting(farthest, level)) {
        quest.farthest = layers.trace(*seen);
        return;
      }
    }
  }

  void take_figures() {
    SymbolicFigures& figures = result_.figures;
    figures.levels = space_->model().level_count();
    figures.nodes = space_->node_count(space_->reachable());
    figures.peak_nodes = space_->store().peak_node_count();
    figures.relation_nodes = space_->model().relations().node_count();
    figures.memory_bytes = space_->store().memory_bytes();
  }

  struct Fatal {
    std::size_t quest = 0;
    std::uint32_t label = 0;
    BigCount count;
    Diagram sources;
  };

  const CompiledModel& compiled_;
  const SymbolicOptions& options_;
  const ProgressCallback& progress_;
  Clock::time_point start_;
  double deadline_ = 0;
  std::optional<double> details_until_;
  double shown_ = 0;
  const char* phase_ = "";
  Clock::time_point phase_start_;
  double phase_cpu_ = 0;
  std::uint64_t most_nodes_ = 0;
  std::unique_ptr<SymbolicSpace> space_;  // before all that holds its diagrams
  std::vector<QuestSets> quests_;
  std::vector<std::pair<std::uint32_t, Diagram>> faults_;  // label, where
  std::vector<Fatal> fatal_;
  SymbolicCertification result_;
};

}  // namespace

SymbolicCertification certify_symbolically(const CompiledModel& compiled,
                                           const SymbolicOptions& options,
                                           const ProgressCallback& progress) {
  return SymbolicCertifier(compiled, options, progress).run();
}

}  // namespace questproof
