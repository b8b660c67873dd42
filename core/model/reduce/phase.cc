// SPDX-License-Identifier: MIT
#include "core/model/reduce/phase.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/model/reduce/variable_set.h"

namespace questproof {
namespace {

constexpr std::size_t kMaximumLocations = 512;
constexpr std::size_t kCandidates = 6;  // that are tried
constexpr std::uint64_t kMaximumValues = 256;

}  // namespace

bool Phase::contains(VariableId variable) const {
  return std::find(variables_.begin(), variables_.end(), variable) != variables_.end();
}

ValueState Phase::at(std::size_t location) const {
  ValueState state(*domains_);
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    state.set(variables_[i], ValueSet::single(locations_[location][i]));
  }
  return state;
}

Phase::Values Phase::values_in(const Valuation& values) const {
  Values result;
  for (const VariableId variable : variables_) result.push_back(values[variable.index]);
  return result;
}

std::optional<Phase::Values> Phase::values_after(std::size_t location,
                                                 const Statement& write) const {
  ValueState state(*domains_);
  state.write(*model_, write);
  if (!state.possible()) return std::nullopt;
  Values values = locations_[location];
  const auto changed = std::find(variables_.begin(), variables_.end(), write.target);
  values[static_cast<std::size_t>(changed - variables_.begin())] =
      static_cast<Value>(state.of(write.target).lowest());
  return values;
}

std::optional<std::size_t> Phase::after(std::size_t location, const Statement& write) const {
  const auto values = values_after(location, write);
  if (!values) return std::nullopt;
  return numbers_.at(*values);
}

std::size_t Phase::number(const Values& values) {
  const auto [found, fresh] = numbers_.emplace(values, locations_.size());
  if (fresh) locations_.push_back(values);
  return found->second;
}

// Runs events on locations. All other variables may have any value.
class Phase::Explorer {
 public:
  Explorer(Phase& phase, std::size_t limit) : phase_(phase), limit_(limit) {}

  // False when there are too many locations.
  bool run() {
    const GameModel& model = *phase_.model_;
    phase_.enabled_.resize(model.events.size());
    for (const Event& event : model.events) {
      guards_.emplace_back(*phase_.domains_);
      guards_.back().assume(event.guard);
    }
    for (const Variant& variant : model.variants) {
      ends_.insert(phase_.number(phase_.values_in(variant.values)));
    }
    std::set<std::size_t> done;
    while (done.size() < ends_.size()) {
      const std::set<std::size_t> now = ends_;
      for (const std::size_t location : now) {
        if (!done.insert(location).second) continue;
        for (std::size_t event = 0; event < model.events.size(); ++event) start(event, location);
        if (phase_.location_count() > limit_) return false;
      }
    }
    for (auto& locations : phase_.enabled_) std::sort(locations.begin(), locations.end());
    return true;
  }

 private:
  using Set = std::set<std::size_t>;

  void start(std::size_t event, std::size_t location) {
    if (!guards_[event].possible()) return;
    for (std::size_t i = 0; i < phase_.variables_.size(); ++i) {
      const ValueSet& allowed = guards_[event].of(phase_.variables_[i]);
      if (!allowed.contains(phase_.locations_[location][i])) return;
    }
    if (!may_hold(phase_.at(location), phase_.model_->events[event].guard)) return;
    phase_.enabled_[event].push_back(location);
    for (const std::size_t end : body(phase_.model_->events[event].body, {location})) {
      ends_.insert(end);
    }
  }

  // The locations behind a list of statements; those where the event stops go to ends_.
  Set body(const std::vector<Statement>& statements, Set here) {
    for (const Statement& statement : statements) {
      if (here.empty()) break;
      if (statement.kind == Statement::Kind::kStop) {
        ends_.insert(here.begin(), here.end());
        return {};
      }
      if (!is_write(statement)) {
        here = choice(statement, here);
      } else if (phase_.contains(statement.target)) {
        Set moved;
        for (const std::size_t location : here) {
          const auto values = phase_.values_after(location, statement);
          if (values) moved.insert(phase_.number(*values));
        }
        here = std::move(moved);
      }
    }
    return here;
  }

  Set choice(const Statement& statement, const Set& here) {
    Set behind;
    for (const std::size_t location : here) {
      ValueState none = phase_.at(location);
      const ValueState all = none;
      for (const Branch& branch : statement.branches) {
        const bool first_only = statement.kind == Statement::Kind::kIf;
        if (may_hold(first_only ? none : all, branch.condition)) {
          behind.merge(body(branch.body, {location}));
        }
        none.assume_not(branch.condition);
      }
      if (none.possible()) behind.insert(location);
    }
    return behind;
  }

  Phase& phase_;
  const std::size_t limit_;
  std::vector<ValueState> guards_;  // per event: what its guard tells
  Set ends_;                        // where events end, and where the game starts
};

std::optional<Phase> Phase::find(const GameModel& model, std::vector<VariableId> variables,
                                 const std::vector<ValueSet>& domains, std::size_t limit) {
  Phase phase(model, std::move(variables), domains);
  if (!Explorer(phase, limit).run()) return std::nullopt;
  return phase;
}

namespace {

void rule_out(const std::vector<Statement>& body, std::vector<bool>& possible) {
  for (const Statement& statement : body) {
    const bool constant =
        statement.kind == Statement::Kind::kAssign && !statement.value.is_variable;
    if (is_write(statement) && !constant) possible[statement.target.index] = false;
    for (const Branch& branch : statement.branches) rule_out(branch.body, possible);
  }
}

}  // namespace

std::vector<VariableId> phase_candidates(const GameModel& model) {
  std::vector<bool> possible(model.variables.size(), true);
  for (const Event& event : model.events) rule_out(event.body, possible);

  // A guard that leaves few of the values scores nearly 1, one that leaves all scores 0.
  const std::vector<ValueSet> base = domains(model);
  std::vector<double> score(model.variables.size(), 0);
  for (const Event& event : model.events) {
    ValueState state(base);
    state.assume(event.guard);
    if (!state.possible()) continue;
    for (std::uint32_t i = 0; i < score.size(); ++i) {
      score[i] += 1 - static_cast<double>(state.of(VariableId{i}).size()) /
                          static_cast<double>(base[i].size());
    }
  }
  std::vector<VariableId> result;
  for (std::uint32_t i = 0; i < score.size(); ++i) {
    const bool asked = score[i] >= 1 && base[i].size() >= 2 && base[i].size() <= kMaximumValues;
    if (possible[i] && asked) result.push_back(VariableId{i});
  }
  std::stable_sort(result.begin(), result.end(), [&score](VariableId a, VariableId b) {
    return score[a.index] > score[b.index];
  });
  return result;
}

std::optional<Phase> find_phase(const GameModel& model, const std::vector<ValueSet>& domains) {
  std::vector<VariableId> candidates = phase_candidates(model);
  if (candidates.size() > kCandidates) candidates.resize(kCandidates);
  std::optional<Phase> best;
  std::vector<VariableId> variables;
  for (const VariableId candidate : candidates) {
    variables.push_back(candidate);
    auto phase = Phase::find(model, variables, domains, kMaximumLocations);
    if (phase) {
      best.emplace(std::move(*phase));
    } else {
      variables.pop_back();
    }
  }
  return best;
}

}  // namespace questproof
