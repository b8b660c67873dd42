// SPDX-License-Identifier: MIT
#include "core/model/reduce/value_state.h"

#include <limits>
#include <utility>

#include "core/model/comparison.h"
#include "core/model/reduce/value_arithmetic.h"

namespace questproof {
namespace {

constexpr std::int64_t kFarAway = std::numeric_limits<std::int64_t>::max() / 4;

// The values that can stand left of the comparison when the right side lies in `right`.
ValueSet allowed_left(const ValueSet& left, Comparison comparison, const ValueSet& right) {
  switch (comparison) {
    case Comparison::kEqual: return left.intersection(right);
    case Comparison::kNotEqual: return right.is_single() ? left.without(right) : left;
    case Comparison::kLess:
      return left.intersection(ValueSet::range(-kFarAway, right.highest() - 1));
    case Comparison::kLessEqual:
      return left.intersection(ValueSet::range(-kFarAway, right.highest()));
    case Comparison::kGreater:
      return left.intersection(ValueSet::range(right.lowest() + 1, kFarAway));
    case Comparison::kGreaterEqual:
      return left.intersection(ValueSet::range(right.lowest(), kFarAway));
  }
  return left;
}

}  // namespace

const ValueSet& ValueState::of(VariableId variable) const {
  const auto found = changed_.find(variable.index);
  return found == changed_.end() ? base_->at(variable.index) : found->second;
}

void ValueState::set(VariableId variable, ValueSet values) {
  if (values.empty()) possible_ = false;
  changed_[variable.index] = std::move(values);
}

ValueSet ValueState::of(const Term& term) const {
  return term.is_variable ? of(term.variable) : ValueSet::single(term.constant);
}

void ValueState::narrow(const Term& term, const ValueSet& values) {
  if (values.empty()) possible_ = false;
  if (term.is_variable) set(term.variable, values);
}

void ValueState::assume_compare(const Term& left, Comparison comparison, const Term& right) {
  if (left.is_variable && right.is_variable && left.variable == right.variable) {
    const bool holds = comparison == Comparison::kEqual || comparison == Comparison::kLessEqual ||
                       comparison == Comparison::kGreaterEqual;
    if (!holds) possible_ = false;
    return;
  }
  const ValueSet left_values = of(left);
  const ValueSet right_values = of(right);
  if (left_values.empty() || right_values.empty()) return exclude();
  narrow(left, allowed_left(left_values, comparison, right_values));
  narrow(right, allowed_left(right_values, mirrored(comparison), left_values));
}

void ValueState::assume_any(const std::vector<Condition>& parts, bool holds) {
  ValueState result = *this;
  result.possible_ = false;
  for (const Condition& part : parts) {
    ValueState one = *this;
    one.assume(part, holds);
    result.join(one);
  }
  *this = std::move(result);
}

void ValueState::assume(const Condition& condition, bool holds) {
  if (!possible_) return;
  switch (condition.kind) {
    case Condition::Kind::kTrue:
    case Condition::Kind::kFalse:
      if ((condition.kind == Condition::Kind::kTrue) != holds) possible_ = false;
      return;
    case Condition::Kind::kCompare:
      assume_compare(condition.left, holds ? condition.comparison : negated(condition.comparison),
                     condition.right);
      return;
    case Condition::Kind::kNot: assume(condition.parts.at(0), !holds); return;
    case Condition::Kind::kAll:
    case Condition::Kind::kAny:
      if ((condition.kind == Condition::Kind::kAny) == holds) {
        assume_any(condition.parts, holds);
        return;
      }
      for (const Condition& part : condition.parts) assume(part, holds);
      return;
  }
}

void ValueState::join(const ValueState& other) {
  if (!other.possible_) return;
  if (!possible_) {
    *this = other;
    return;
  }
  for (auto& [index, values] : changed_) {
    values = bounded(values.united(other.of(VariableId{index})));
  }
  for (const auto& [index, values] : other.changed_) {
    if (!changed_.contains(index)) changed_[index] = bounded(values.united(base_->at(index)));
  }
}

bool ValueState::write(const GameModel& model, const Statement& statement) {
  ValueSet result = of(statement.value);
  if (statement.kind == Statement::Kind::kAdd) {
    // x + x is twice a value, not the sum of two independent ones; the larger set is sound.
    result = sum(of(statement.target), statement.subtract ? negated(result) : result);
  }
  const Variable& target = model.variables.at(statement.target.index);
  const Landing landing = land(result, target, statement.overflow);
  set(statement.target, landing.values);
  return landing.may_leave_domain;
}

bool may_hold(const ValueState& state, const Condition& condition) {
  ValueState copy = state;
  copy.assume(condition);
  return copy.possible();
}

bool may_fail(const ValueState& state, const Condition& condition) {
  ValueState copy = state;
  copy.assume_not(condition);
  return copy.possible();
}

namespace {

// A part of a conjunction matters only where the parts before it hold, a part of a disjunction
// only where they fail.
Condition simplified_parts(const ValueState& state, const Condition& condition) {
  const bool all = condition.kind == Condition::Kind::kAll;
  ValueState here = state;
  std::vector<Condition> parts;
  for (const Condition& part : condition.parts) {
    Condition simple = simplified(here, part);
    here.assume(part, all);
    if (simple.kind == (all ? Condition::Kind::kTrue : Condition::Kind::kFalse)) continue;
    parts.push_back(std::move(simple));
  }
  if (parts.size() == 1) return std::move(parts.front());
  return all ? Condition::all(std::move(parts)) : Condition::any(std::move(parts));
}

Term simplified_term(const ValueState& state, const Term& term) {
  if (!term.is_variable || !state.of(term.variable).is_single()) return term;
  return Term::of(static_cast<Value>(state.of(term.variable).lowest()));
}

}  // namespace

Condition simplified(const ValueState& state, const Condition& condition) {
  if (!may_hold(state, condition)) return Condition::never();
  if (!may_fail(state, condition)) return Condition::always();
  switch (condition.kind) {
    case Condition::Kind::kAll:
    case Condition::Kind::kAny: return simplified_parts(state, condition);
    case Condition::Kind::kNot: {
      Condition inner = simplified(state, condition.parts.at(0));
      if (inner.kind == Condition::Kind::kTrue) return Condition::never();
      if (inner.kind == Condition::Kind::kFalse) return Condition::always();
      return Condition::negation(std::move(inner));
    }
    case Condition::Kind::kCompare:
      return Condition::compare(simplified_term(state, condition.left), condition.comparison,
                                simplified_term(state, condition.right));
    default: return condition;
  }
}

std::vector<ValueSet> domains(const GameModel& model) {
  std::vector<ValueSet> result;
  for (const Variable& variable : model.variables) result.push_back(domain_of(variable));
  return result;
}

}  // namespace questproof
