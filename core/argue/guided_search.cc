// SPDX-License-Identifier: MIT
#include "core/argue/guided_search.h"

#include <algorithm>
#include <map>
#include <vector>

#include "core/base/hash.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// All states that were met, each with where it was first met from.
class MetStates {
 public:
  explicit MetStates(std::size_t word_count) : word_count_(word_count), slots_(1024, kNone) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(parents_.size()); }
  StateView state(std::uint32_t number) const {
    return StateView(words_).subspan(number * word_count_, word_count_);
  }
  std::uint32_t parent(std::uint32_t number) const { return parents_[number]; }
  std::uint32_t label(std::uint32_t number) const { return labels_[number]; }

  // The number of the state, or nothing when it was met before.
  std::optional<std::uint32_t> insert(StateView state, std::uint32_t parent, std::uint32_t label) {
    if (2 * parents_.size() >= slots_.size()) grow();
    std::uint32_t& slot = slots_[find(state)];
    if (slot != kNone) return std::nullopt;
    slot = size();
    words_.insert(words_.end(), state.begin(), state.end());
    parents_.push_back(parent);
    labels_.push_back(label);
    return slot;
  }

 private:
  std::size_t find(StateView wanted) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_64(wanted) & mask;
    while (slots_[at] != kNone &&
           !std::equal(wanted.begin(), wanted.end(), state(slots_[at]).begin())) {
      at = (at + 1) & mask;
    }
    return at;
  }
  void grow() {
    std::vector<std::uint32_t> numbers(slots_.size() * 2, kNone);
    slots_.swap(numbers);
    for (std::uint32_t number = 0; number < size(); ++number) slots_[find(state(number))] = number;
  }

  std::size_t word_count_;
  std::vector<Word> words_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> labels_;
  std::vector<std::uint32_t> slots_;  // open addressing
};

// States by estimate, the earliest of the best first.
class Queue {
 public:
  bool empty() const { return levels_.empty(); }
  std::uint32_t best() const { return levels_.begin()->first; }
  void push(std::uint32_t estimate, std::uint32_t state) {
    levels_[estimate].waiting.push_back(state);
  }
  std::uint32_t pop() {
    Level& level = levels_.begin()->second;
    const std::uint32_t state = level.waiting[level.next++];
    if (level.next == level.waiting.size()) levels_.erase(levels_.begin());
    return state;
  }

 private:
  struct Level {
    std::vector<std::uint32_t> waiting;
    std::size_t next = 0;
  };
  std::map<std::uint32_t, Level> levels_;
};

class GuidedSearch {
 public:
  GuidedSearch(const CompiledModel& model, const RelaxedModel& relaxed, std::size_t variant,
               std::size_t quest, RelaxedPlanner::Goal goal, const GuidedOptions& options)
      : model_(model),
        planner_(relaxed, quest, goal),
        variant_(variant),
        quest_(model.model().quests.at(quest)),
        goal_(goal),
        options_(options),
        met_(model.word_count()) {}

  GuidedResult run() {
    std::vector<Word> start(model_.word_count(), 0);
    model_.layout().pack(model_.model().variants.at(variant_).values, start);
    all_.push(0, *met_.insert(start, kNone, kNone));
    while (!all_.empty() || !preferred_.empty()) {
      if (result_.states >= options_.most_states || met_.size() / 8 > options_.most_states ||
          is_stopped()) {
        return std::move(result_);
      }
      const std::uint32_t number = pop();
      if (number >= looked_at_.size()) looked_at_.resize(met_.size(), false);
      if (looked_at_[number]) continue;
      looked_at_[number] = true;
      ++result_.states;
      if (look_at(number)) {
        result_.trace = trace_to(number);
        return std::move(result_);
      }
    }
    result_.impossible = true;
    return std::move(result_);
  }

 private:
  bool is_stopped() const {
    return result_.states % 64 == 0 && options_.stopped && options_.stopped();
  }

  // Whoever had the fewer turns, counting in advance what progress has earned.
  std::uint32_t pop() {
    const bool take_preferred =
        all_.empty() || (!preferred_.empty() && preferred_turns_ <= all_turns_);
    ++(take_preferred ? preferred_turns_ : all_turns_);
    return (take_preferred ? preferred_ : all_).pop();
  }

  bool is_goal(const Valuation& values) const {
    const GameModel& game = model_.model();
    if (goal_ == RelaxedPlanner::Goal::kDone) return holds(game, quest_.done, values);
    return holds(game, quest_.open, values) && !holds(game, quest_.done, values) &&
           !holds(game, quest_.failed, values);
  }

  // Whether the state is a goal; otherwise its successors have been queued.
  bool look_at(std::uint32_t number) {
    constexpr std::int64_t kReward = 1000;  // turns
    const Valuation values = model_.layout().unpack(met_.state(number));
    if (is_goal(values)) return true;
    const auto plan = planner_.plan(values);
    if (!plan) return false;
    if (plan->events < best_) {
      best_ = plan->events;
      preferred_turns_ -= kReward;
    }
    model_.scalar_evaluator().successors(met_.state(number), rows_, scratch_);
    for (std::size_t i = 0; i < rows_.labels.size(); ++i) {
      const StateView row =
          StateView(rows_.words).subspan(i * met_.state(0).size(), met_.state(0).size());
      const auto fresh = met_.insert(row, number, rows_.labels[i]);
      if (!fresh) continue;
      all_.push(plan->events, *fresh);
      if (std::binary_search(plan->helpful.begin(), plan->helpful.end(),
                             model_.label(rows_.labels[i]).event)) {
        preferred_.push(plan->events, *fresh);
      }
    }
    return false;
  }

  Trace trace_to(std::uint32_t number) const {
    std::vector<std::uint32_t> labels;
    for (std::uint32_t at = number; met_.parent(at) != kNone; at = met_.parent(at)) {
      labels.push_back(met_.label(at));
    }
    std::reverse(labels.begin(), labels.end());
    drop_needless(labels);
    Trace trace;
    trace.variant = variant_;
    std::vector<Valuation> states = *played(labels);
    for (std::size_t i = 0; i < states.size(); ++i) {
      std::vector<Word> row(model_.word_count(), 0);
      model_.layout().pack(states[i], row);
      trace.states.insert(trace.states.end(), row.begin(), row.end());
      if (i > 0) trace.steps.push_back(step(labels[i - 1]));
    }
    return trace;
  }

  Step step(std::uint32_t label) const {
    return {model_.label(label).event, model_.label(label).branches};
  }

  // The states on the way, the start included; nothing when a step cannot be made as it was.
  std::optional<std::vector<Valuation>> played(const std::vector<std::uint32_t>& labels) const {
    std::vector<Valuation> states = {model_.model().variants[variant_].values};
    for (const std::uint32_t label : labels) {
      auto next = played(label, states.back());
      if (!next) return std::nullopt;
      states.push_back(std::move(*next));
    }
    return states;
  }
  std::optional<Valuation> played(std::uint32_t label, const Valuation& values) const {
    std::vector<Word> state(model_.word_count(), 0);
    model_.layout().pack(values, state);
    SuccessorRows rows;
    std::vector<Word> scratch;
    model_.scalar_evaluator().successors(state, rows, scratch);
    for (std::size_t i = 0; i < rows.labels.size(); ++i) {
      if (rows.labels[i] != label) continue;
      return model_.layout().unpack(StateView(rows.words).subspan(i * state.size(), state.size()));
    }
    return std::nullopt;
  }

  // Tries to leave out each step, together with the later ones that need it.
  void drop_needless(std::vector<std::uint32_t>& labels) const {
    for (std::size_t at = 0; at < labels.size();) {
      std::vector<std::uint32_t> kept(labels.begin(),
                                      labels.begin() + static_cast<std::ptrdiff_t>(at));
      Valuation values = played(kept)->back();
      bool reached = is_goal(values);
      for (std::size_t later = at + 1; later < labels.size() && !reached; ++later) {
        auto next = played(labels[later], values);
        if (!next) continue;
        values = std::move(*next);
        kept.push_back(labels[later]);
        reached = is_goal(values);
      }
      if (reached) {
        labels = std::move(kept);
      } else {
        ++at;
      }
    }
  }

  const CompiledModel& model_;
  RelaxedPlanner planner_;
  const std::size_t variant_;
  const Quest& quest_;
  const RelaxedPlanner::Goal goal_;
  const GuidedOptions& options_;
  MetStates met_;
  Queue all_, preferred_;
  std::int64_t all_turns_ = 0, preferred_turns_ = 0;
  std::uint32_t best_ = kNone;
  std::vector<bool> looked_at_;
  SuccessorRows rows_;
  std::vector<Word> scratch_;
  GuidedResult result_;
};

}  // namespace

GuidedResult guided_search(const CompiledModel& model, const RelaxedModel& relaxed,
                           std::size_t variant, std::size_t quest, RelaxedPlanner::Goal goal,
                           const GuidedOptions& options) {
  return GuidedSearch(model, relaxed, variant, quest, goal, options).run();
}

}  // namespace questproof
