// SPDX-License-Identifier: MIT
#include "coordinator/diff/level_comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "coordinator/state_text.h"
#include "coordinator/walkthrough.h"
#include "core/model/state_layout.h"
#include "core/verify/state_table.h"

namespace questproof {
namespace {

constexpr std::size_t kMostFactors = 12;  // variables without which states are counted again

const char* trigger_name(Trigger trigger) {
  switch (trigger) {
    case Trigger::kPlayer: return "player";
    case Trigger::kDelay: return "delay";
    case Trigger::kChance: return "chance";
    case Trigger::kExternal: return "external";
  }
  return "player";
}

// States of both builds as numbers: equal ones where all common variables are equal.
class CommonStates {
 public:
  explicit CommonStates(const TwinNames& names)
      : names_(names), layout_(variables_of(names)), table_(layout_.word_count(), 0) {}

  std::uint32_t number_before(const Valuation& values) {
    Valuation common;
    for (const TwinNames::Twins& twins : names_.variables()) {
      common.push_back(code(twins, values[twins.before.index]));
    }
    return number(common);
  }
  std::uint32_t number_after(const Valuation& values) {
    Valuation common;
    for (const TwinNames::Twins& twins : names_.variables()) {
      common.push_back(values[twins.after.index] - names_.after().variables[twins.after.index].low);
    }
    return number(common);
  }

 private:
  static std::int64_t size(const Variable& variable) {
    return std::int64_t{variable.high} - variable.low + 1;
  }

  // The values of the new variable, and behind them those of the old one that it does not have.
  static std::vector<Variable> variables_of(const TwinNames& names) {
    std::vector<Variable> result;
    for (const TwinNames::Twins& twins : names.variables()) {
      const std::int64_t all = size(names.after().variables[twins.after.index]) +
                               size(names.before().variables[twins.before.index]);
      Variable variable;
      variable.high = static_cast<Value>(std::min<std::int64_t>(all, 0x7fffffff) - 1);
      result.push_back(std::move(variable));
    }
    return result;
  }

  Value code(const TwinNames::Twins& twins, Value before) const {
    const Variable& after = names_.after().variables[twins.after.index];
    if (const auto value = names_.value_after(twins, before)) return *value - after.low;
    const Variable& old_one = names_.before().variables[twins.before.index];
    return static_cast<Value>(
        std::min<std::int64_t>(size(after) + (std::int64_t{before} - old_one.low), 0x7ffffffe));
  }

  std::uint32_t number(const Valuation& common) {
    std::vector<Word> packed(layout_.word_count());
    layout_.pack(common, packed);
    table_.insert(packed, numbers_);
    return numbers_.front();
  }

  const TwinNames& names_;
  StateLayout layout_;
  StateTable table_;
  std::vector<std::uint32_t> numbers_;
};

class Comparer {
 public:
  Comparer(const TwinNames& names, std::size_t most_states)
      : names_(names),
        common_(names),
        before_(names.before(), most_states),
        after_(names.after(), most_states) {}

  LevelComparison run() {
    find_first();
    while (before_.next_level()) continue;
    while (after_.next_level()) continue;
    result_.states_before = before_.states();
    result_.states_after = after_.states();
    result_.complete_before = before_.complete();
    result_.complete_after = after_.complete();
    find_growth();
    return std::move(result_);
  }

 private:
  // Common states that are new on this level, each with the first state that has them.
  using Fresh = std::map<std::uint32_t, std::uint32_t>;

  Fresh fresh_before(std::size_t level) {
    Fresh fresh;
    if (level >= before_.levels()) return fresh;
    for (std::uint32_t s = before_.level_begin(level); s < before_.level_end(level); ++s) {
      const std::uint32_t number = common_.number_before(before_.values(s));
      if (seen_before_.insert(number).second) fresh.emplace(number, s);
    }
    return fresh;
  }
  Fresh fresh_after(std::size_t level) {
    Fresh fresh;
    if (level >= after_.levels()) return fresh;
    for (std::uint32_t s = after_.level_begin(level); s < after_.level_end(level); ++s) {
      const std::uint32_t number = common_.number_after(after_.values(s));
      if (seen_after_.insert(number).second) fresh.emplace(number, s);
    }
    return fresh;
  }

  void find_first() {
    for (std::size_t level = 0;; ++level) {
      const Fresh old_ones = fresh_before(level);
      const Fresh new_ones = fresh_after(level);
      if (differ(level, old_ones, new_ones)) return;
      ++result_.levels_compared;
      const bool more_before = before_.next_level();
      const bool more_after = after_.next_level();
      if (before_.hit_limit() || after_.hit_limit() || (!more_before && !more_after)) return;
    }
  }

  bool differ(std::size_t level, const Fresh& old_ones, const Fresh& new_ones) {
    FirstDifference difference;
    difference.level = level;
    std::optional<std::uint32_t> old_state;
    std::optional<std::uint32_t> new_state;
    for (const auto& [number, state] : old_ones) {
      if (new_ones.count(number) > 0) continue;
      ++difference.only_before;
      old_state = std::min(old_state.value_or(state), state);
    }
    for (const auto& [number, state] : new_ones) {
      if (old_ones.count(number) > 0) continue;
      ++difference.only_after;
      new_state = std::min(new_state.value_or(state), state);
    }
    if (!old_state && !new_state) return false;
    difference.in_after = new_state.has_value();
    difference.witness = new_state ? walk_to(after_, *new_state) : walk_to(before_, *old_state);
    result_.first = std::move(difference);
    return true;
  }

  // How many values each variable takes.
  static std::vector<std::uint64_t> values_taken(const LevelSearch& search) {
    std::vector<std::set<Value>> taken(search.model().variables.size());
    for (std::uint32_t s = 0; s < search.states(); ++s) {
      const Valuation values = search.values(s);
      for (std::size_t v = 0; v < values.size(); ++v) taken[v].insert(values[v]);
    }
    std::vector<std::uint64_t> counts;
    for (const std::set<Value>& values : taken) counts.push_back(values.size());
    return counts;
  }

  static std::uint64_t domain(const Variable& variable) {
    return static_cast<std::uint64_t>(std::int64_t{variable.high} - variable.low + 1);
  }

  void find_growth() {
    const std::vector<std::uint64_t> taken_before = values_taken(before_);
    const std::vector<std::uint64_t> taken_after = values_taken(after_);
    std::vector<std::pair<VariableGrowth, VariableId>> found;
    // Two searches that were cut off have seen different parts.
    const bool comparable = before_.complete() && after_.complete();
    for (const TwinNames::Twins& twins : names_.variables()) {
      if (!comparable) break;
      const Variable& old_one = names_.before().variables[twins.before.index];
      const Variable& new_one = names_.after().variables[twins.after.index];
      VariableGrowth growth;
      growth.reached_before = taken_before[twins.before.index];
      growth.reached_after = taken_after[twins.after.index];
      growth.domain_before = domain(old_one);
      growth.domain_after = domain(new_one);
      if (growth.reached_before == growth.reached_after) continue;
      growth.change = growth.reached_after > growth.reached_before ? VariableGrowth::Change::kMore
                                                                   : VariableGrowth::Change::kFewer;
      growth.name = new_one.name;
      if (old_one.name != new_one.name) growth.before = old_one.name;
      found.emplace_back(std::move(growth), twins.after);
    }
    for (const VariableId id : names_.only_after()) {
      VariableGrowth growth;
      growth.name = names_.after().variables[id.index].name;
      growth.domain_after = domain(names_.after().variables[id.index]);
      growth.reached_after = taken_after[id.index];
      found.emplace_back(std::move(growth), id);
    }
    for (const VariableId id : names_.only_before()) {
      VariableGrowth growth;
      growth.change = VariableGrowth::Change::kGone;
      growth.name = names_.before().variables[id.index].name;
      growth.domain_before = domain(names_.before().variables[id.index]);
      growth.reached_before = taken_before[id.index];
      found.emplace_back(std::move(growth), id);
    }
    const auto ratio = [](const VariableGrowth& growth) {
      const double before = static_cast<double>(std::max<std::uint64_t>(1, growth.reached_before));
      const double after = static_cast<double>(std::max<std::uint64_t>(1, growth.reached_after));
      return std::abs(std::log2(after / before));
    };
    std::stable_sort(found.begin(), found.end(), [&](const auto& one, const auto& other) {
      return ratio(one.first) > ratio(other.first);
    });
    for (std::size_t i = 0; i < found.size(); ++i) {
      auto& [growth, id] = found[i];
      const bool gone = growth.change == VariableGrowth::Change::kGone;
      if (i < kMostFactors) growth.factor = factor(gone ? before_ : after_, id);
      result_.growth.push_back(std::move(growth));
    }
  }

  static std::optional<double> factor(const LevelSearch& search, VariableId variable) {
    if (!search.complete()) return std::nullopt;
    const GameModel& model = search.model();
    const StateLayout layout(model.variables);
    StateTable table(layout.word_count(), search.states());
    std::vector<Word> packed(layout.word_count());
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t s = 0; s < search.states(); ++s) {
      Valuation values = search.values(s);
      values[variable.index] = model.variables[variable.index].low;
      layout.pack(values, packed);
      table.insert(packed, numbers);
    }
    return static_cast<double>(search.states()) / static_cast<double>(table.size());
  }

  const TwinNames& names_;
  CommonStates common_;
  LevelSearch before_;
  LevelSearch after_;
  std::set<std::uint32_t> seen_before_;
  std::set<std::uint32_t> seen_after_;
  LevelComparison result_;
};

}  // namespace

LevelComparison compare_levels(const TwinNames& names, std::size_t most_states) {
  return Comparer(names, most_states).run();
}

FoundWalk walk_to(const LevelSearch& search, std::uint32_t state) {
  const GameModel& model = search.model();
  FoundWalk walk;
  walk.start = variant_text(model, search.variant(state));
  Valuation before = search.first(state);
  for (const PlayedEvent& played : search.path(state)) {
    const Event& event = model.events[played.event.index];
    FoundStep step;
    step.event = event.name;
    step.label = event.label;
    step.scene = scene_of(model, event, before);
    step.trigger = trigger_name(event.trigger);
    step.where = to_string(model, event.where);
    step.changes = found_changes(model, before, played.after);
    walk.steps.push_back(std::move(step));
    before = played.after;
  }
  walk.length = walk.steps.size();
  return walk;
}

std::vector<FoundChange> found_changes(const GameModel& model, const Valuation& before,
                                       const Valuation& after) {
  std::vector<FoundChange> changes;
  for (const Change& change : changes_between(before, after)) {
    const Variable& variable = model.variables[change.variable.index];
    changes.push_back(
        {variable.name, value_name(variable, change.from), value_name(variable, change.to)});
  }
  return changes;
}

}  // namespace questproof
