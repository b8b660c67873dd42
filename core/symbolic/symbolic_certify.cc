// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_certify.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/check.h"
#include "core/base/process_usage.h"
#include "core/symbolic/sample_check.h"
#include "core/symbolic/symbolic_layers.h"

namespace questproof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kBytesPerNode = 40;                   // with tables, cache and marks
constexpr std::uint64_t kFirstWork = std::uint64_t{1} << 16;  // of the first try of an order
constexpr std::uint64_t kWorkGrowth = 4;

// An order in which the reachable states are soon found is given some more work for verdicts.
constexpr std::uint64_t kDecideWork = std::uint64_t{1} << 22;
constexpr std::uint64_t kDecideShare = 64;

// Of the work for details.
constexpr double kLayerShare = 0.1;
constexpr double kCompletionShare = 0.3;
constexpr double kRouteShare = 0.3;
constexpr double kFarthestShare = 0.3;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class SymbolicCertifier {
 public:
  SymbolicCertifier(const CompiledModel& compiled, const SymbolicOptions& options,
                    const ProgressCallback& progress)
      : compiled_(compiled), options_(options), progress_(progress), start_(Clock::now()) {
    const std::uint64_t memory =
        options.memory_bytes != 0 ? options.memory_bytes : machine_memory_bytes() / 5 * 2;
    most_nodes_ = std::clamp<std::uint64_t>(memory / kBytesPerNode, 1000, std::uint64_t{1} << 31);
  }

  SymbolicCertification run() {
    for (const Quest& quest : compiled_.model().quests) {
      QuestResult result;
      result.name = quest.name;
      result_.certification.quests.push_back(std::move(result));
    }
    try {
      find_verdicts();
      describe();
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
  struct Fatal {
    std::size_t quest = 0;
    std::uint32_t label = 0;
    BigCount count;
    Diagram sources;
  };

  void give_up(std::string reason) {
    result_.limit = std::move(reason);
    forget_sets();
    space_.reset();
  }
  void forget_sets() {
    faults_.clear();
    fatal_.clear();
    quests_.clear();
    distances_.clear();
  }

  bool stopped() const { return options_.stop_requested != nullptr && *options_.stop_requested; }

  bool out_of_time() const {
    return options_.time_seconds > 0 && seconds_since(start_) > options_.time_seconds;
  }

  void look() {
    if (options_.stop_requested != nullptr && *options_.stop_requested)
      throw DiagramLimit{"stopped on request"};
    const double now = seconds_since(start_);
    if (out_of_time()) {
      throw DiagramLimit{fmt::format("the time limit of {} s", options_.time_seconds)};
    }
    if (!progress_ || now - shown_ < 0.1) return;
    shown_ = now;
    Progress seen;
    seen.phase = phase_;
    seen.memory_bytes = space_ ? space_->store().memory_bytes() : 0;
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

  // Tries orders in turn, each with little work at first and with more when all have failed.
  void find_verdicts() {
    begin_phase("diagrams");
    std::vector<VariableOrder> orders = variable_orders(compiled_.model());
    if (orders.size() > options_.most_orders) orders.resize(options_.most_orders);
    std::string limit;
    for (std::uint64_t work = kFirstWork; !orders.empty(); work *= kWorkGrowth) {
      for (std::size_t i = 0; i < orders.size();) {
        const Try end = try_order(orders[i], work, limit);
        if (end == Try::kDecided) return;
        if (end == Try::kTooLarge) {
          orders.erase(orders.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
          ++i;
        }
      }
    }
    throw DiagramLimit{limit};
  }

  enum class Try { kDecided, kTooLarge, kTooMuchWork };

  Try try_order(const VariableOrder& order, std::uint64_t work, std::string& limit) {
    const std::uint64_t left = options_.most_work == 0 ? work : options_.most_work - spent_;
    DiagramBudget budget;
    budget.most_nodes = most_nodes_;
    budget.most_work = std::min(work, left);
    budget.look = [this] { look(); };
    space_ = std::make_unique<SymbolicSpace>(compiled_, order, budget);
    ++result_.figures.orders_tried;
    try {
      space_->explore();
      const std::uint64_t most = kDecideWork + kDecideShare * space_->store().work();
      space_->set_most_work(options_.most_work > 0 ? std::min(left, most) : most);
      decide();
    } catch (const DiagramLimit& reason) {
      if (result_.few_states) throw;
      limit = reason.reason;
      forget_sets();
      const std::uint64_t done = space_->store().work();
      spent_ += done;
      const bool out_of_work = options_.most_work > 0 && spent_ >= options_.most_work;
      space_.reset();
      if (out_of_work || out_of_time() || stopped()) throw;
      return done > budget.most_work ? Try::kTooMuchWork : Try::kTooLarge;
    }
    result_.figures.order = order.method;
    result_.figures.order_cost = order.cost;
    return Try::kDecided;
  }

  // Counts and verdicts.
  void decide() {
    SymbolicSpace& space = *space_;
    Certification& found = result_.certification;
    result_.transitions = BigCount();
    result_.quests.clear();
    result_.states = space.count(space.reachable());
    if (result_.states < BigCount(options_.least_states)) {
      result_.few_states = true;
      throw DiagramLimit{fmt::format("{} states are few", result_.states.to_string())};
    }
    find_enabled();
    result_.deadlocks = space.count(space.deadlocks());
    found.profile.states = clamped(result_.states);
    found.profile.transitions = clamped(result_.transitions);
    found.profile.deadlocks = clamped(result_.deadlocks);
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

  // Paths and levels. Ways to counterexamples and faults may take as much work as the verdicts, and once more; the rest is
  // details, the most useful first.
  void describe() {
    begin_phase("paths");
    SymbolicLayers layers(*space_);
    space_->set_most_work(0);
    grow_layers(layers);
    if (options_.most_work > 0) {
      space_->set_most_work(space_->store().work() + options_.most_work);
    }
    find_vital_paths(layers);
    find_details(layers);
    if (options_.samples > 0) {
      begin_phase("samples");
      result_.samples = check_samples(*space_, quests_, options_.samples);
    }
    end_phase();
    take_figures();
    keep_solution(layers);
    forget_sets();
  }

  void keep_solution(const SymbolicLayers& layers) {
    SymbolicSolution::Sets sets;
    sets.quests = std::exchange(quests_, {});
    if (result_.levels_known) sets.levels = layers.layers();
    sets.distances = std::exchange(distances_, {});
    space_->let_go();
    auto solution = std::make_unique<SymbolicSolution>(std::move(space_), std::move(sets));
    result_.solution = solution.get();
    result_.certification.solved = std::move(solution);
  }

  // Does what may take a share of the work for details; whether it was done.
  template <typename Work>
  bool within(double share, const Work& work) {
    if (options_.detail_work > 0) {
      space_->set_most_work(
          space_->store().work() +
          static_cast<std::uint64_t>(share * static_cast<double>(options_.detail_work)));
    }
    bool done = true;
    try {
      work();
    } catch (const DiagramLimit&) {
      if (stopped()) throw;
      space_->recover();
      done = false;
    }
    space_->set_most_work(0);
    return done;
  }

  // All levels, or as many as a share of the work for details yields.
  void grow_layers(SymbolicLayers& layers) {
    const bool grown = within(kLayerShare, [&] {
      while (layers.count() <= options_.most_levels && layers.grow()) look();
    });
    result_.levels_known = grown && layers.complete();
    if (!result_.levels_known) return;
    for (std::uint32_t level = 0; level < layers.count(); ++level) {
      result_.certification.profile.states_per_level.push_back(
          clamped(space_->count(layers.layer(level))));
    }
  }

  Trace path_to(SymbolicLayers& layers, const Diagram& targets) {
    BackwardLayers back(*space_, targets);
    return layers.shortest_path(back);
  }

  void find_vital_paths(SymbolicLayers& layers) {
    Certification& found = result_.certification;
    for (const auto& [number, where] : faults_) {
      const TransitionLabel& label = compiled_.label(number);
      found.faults.push_back({label.event, label.branches, path_to(layers, where)});
    }
    for (std::size_t q = 0; q < quests_.size(); ++q) {
      if (quests_[q].blocked.empty()) continue;
      found.quests[q].counterexample = path_to(layers, quests_[q].blocked);
    }
  }

  void find_details(SymbolicLayers& layers) {
    std::vector<BackwardLayers> distances;
    for (const QuestSets& sets : quests_) distances.emplace_back(*space_, sets.done);
    result_.completions_known = within(kCompletionShare, [&] {
      for (std::size_t q = 0; q < quests_.size(); ++q) {
        if (quests_[q].done.empty()) continue;
        result_.certification.quests[q].completion = layers.shortest_path(distances[q]);
      }
    });
    result_.routes_known = within(kRouteShare, [&] {
      for (const Fatal& fatal : fatal_) add_fatal(layers, fatal);
    });
    for (QuestResult& quest : result_.certification.quests) sort_fatal_events(quest.fatal_events);
    begin_phase("distances");
    result_.farthest_known = within(kFarthestShare, [&] {
      for (std::size_t q = 0; q < quests_.size(); ++q) find_farthest(layers, distances[q], q);
    });
    for (BackwardLayers& found : distances) {
      distances_.push_back(found.layers());
    }
  }

  void add_fatal(SymbolicLayers& layers, const Fatal& fatal) {
    Trace trace = path_to(layers, fatal.sources);
    const TransitionLabel& label = compiled_.label(fatal.label);
    const std::size_t words = compiled_.word_count();
    const StateView source = StateView(trace.states).last(words);
    const std::vector<Word> after =
        space_->model().packed(space_->successor(fatal.label, space_->model().tuple_of(source)));
    trace.steps.push_back({label.event, label.branches});
    trace.states.insert(trace.states.end(), after.begin(), after.end());
    result_.certification.quests[fatal.quest].fatal_events.push_back(
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

  void find_farthest(SymbolicLayers& layers, BackwardLayers& distances, std::size_t q) {
    while (distances.grow()) look();
    QuestResult& quest = result_.certification.quests[q];
    for (std::uint32_t distance = distances.count(); distance-- > 1;) {
      const Diagram farthest = space_->common(distances.layer(distance), quests_[q].pending);
      if (farthest.empty()) continue;
      quest.farthest = path_to(layers, farthest);
      quest.farthest_distance = distance;
      return;
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

  const CompiledModel& compiled_;
  const SymbolicOptions& options_;
  const ProgressCallback& progress_;
  Clock::time_point start_;
  std::uint64_t spent_ = 0;  // on orders that were given up
  double shown_ = 0;
  const char* phase_ = "";
  Clock::time_point phase_start_;
  double phase_cpu_ = 0;
  std::uint64_t most_nodes_ = 0;
  std::unique_ptr<SymbolicSpace> space_;  // before all that holds its diagrams
  std::vector<QuestSets> quests_;
  std::vector<std::vector<Diagram>> distances_;            // of them, once all were found
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
