// SPDX-License-Identifier: MIT
#include "core/model/reduce/value_analysis.h"

#include <cstdint>
#include <utility>

#include "core/model/reduce/value_arithmetic.h"

namespace questproof {
namespace {

constexpr int kGrowthsBeforeWidening = 150;

void add_variables(const Condition& condition, std::vector<bool>& seen) {
  if (condition.kind == Condition::Kind::kCompare) {
    if (condition.left.is_variable) seen[condition.left.variable.index] = true;
    if (condition.right.is_variable) seen[condition.right.variable.index] = true;
  }
  for (const Condition& part : condition.parts) add_variables(part, seen);
}

void add_variables(const std::vector<Statement>& body, std::vector<bool>& seen) {
  for (const Statement& statement : body) {
    if (statement.kind == Statement::Kind::kAdd) seen[statement.target.index] = true;
    if (statement.value.is_variable) seen[statement.value.variable.index] = true;
    for (const Branch& branch : statement.branches) {
      add_variables(branch.condition, seen);
      add_variables(branch.body, seen);
    }
  }
}

class Analysis {
 public:
  explicit Analysis(const GameModel& model) : model_(model), values_(model.variables.size()) {}

  std::vector<ValueSet> run() {
    for (const Variant& variant : model_.variants) {
      for (std::size_t i = 0; i < values_.size(); ++i) {
        values_[i] = bounded(values_[i].united(ValueSet::single(variant.values[i])));
      }
    }
    growths_.assign(values_.size(), 0);
    find_readers();
    waiting_.assign(model_.events.size(), true);
    for (bool again = true; again;) {
      again = false;
      for (std::size_t event = 0; event < model_.events.size(); ++event) {
        if (!waiting_[event]) continue;
        waiting_[event] = false;
        again = true;
        run_event(model_.events[event]);
      }
    }
    return std::move(values_);
  }

 private:
  void find_readers() {
    readers_.resize(values_.size());
    for (std::size_t event = 0; event < model_.events.size(); ++event) {
      std::vector<bool> seen(values_.size(), false);
      add_variables(model_.events[event].guard, seen);
      add_variables(model_.events[event].body, seen);
      for (std::size_t i = 0; i < seen.size(); ++i) {
        if (seen[i]) readers_[i].push_back(event);
      }
    }
  }

  void run_event(const Event& event) {
    // The base must not move while the event runs on it.
    const std::vector<ValueSet> base = values_;
    ValueState state(base);
    state.assume(event.guard);
    run_body(event.body, std::move(state));
  }

  // The state behind the body; impossible when every path stops.
  ValueState run_body(const std::vector<Statement>& body, ValueState state) {
    for (const Statement& statement : body) {
      if (!state.possible()) break;
      switch (statement.kind) {
        case Statement::Kind::kStop: state.exclude(); break;
        case Statement::Kind::kIf:
        case Statement::Kind::kChoose: state = run_branches(statement, std::move(state)); break;
        default:
          state.write(model_, statement);
          if (state.possible()) grow(statement.target, state.of(statement.target));
      }
    }
    return state;
  }

  ValueState run_branches(const Statement& statement, ValueState state) {
    ValueState none = state;  // of the branches so far holds
    ValueState after = state;
    after.exclude();
    for (const Branch& branch : statement.branches) {
      ValueState inside = statement.kind == Statement::Kind::kIf ? none : state;
      inside.assume(branch.condition);
      if (inside.possible()) after.join(run_body(branch.body, std::move(inside)));
      none.assume_not(branch.condition);
    }
    after.join(none);
    return after;
  }

  void grow(VariableId variable, const ValueSet& values) {
    ValueSet& known = values_[variable.index];
    ValueSet larger = bounded(known.united(values));
    if (larger == known) return;
    if (++growths_[variable.index] > kGrowthsBeforeWidening) {
      larger = domain_of(model_.variables[variable.index]);
    }
    known = std::move(larger);
    for (const std::size_t event : readers_[variable.index]) waiting_[event] = true;
  }

  const GameModel& model_;
  std::vector<ValueSet> values_;
  std::vector<int> growths_;                       // per variable
  std::vector<std::vector<std::size_t>> readers_;  // per variable: events
  std::vector<bool> waiting_;                      // per event
};

}  // namespace

std::vector<ValueSet> reachable_values(const GameModel& model) { return Analysis(model).run(); }

}  // namespace questproof
