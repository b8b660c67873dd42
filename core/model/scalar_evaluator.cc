// SPDX-License-Identifier: MIT
#include "core/model/scalar_evaluator.h"

#include <algorithm>

#include "core/model/comparison.h"

namespace questproof {
namespace {

constexpr std::int64_t kLargestIndex = 4096;  // values of an index variable

// What is known of a condition when only one variable is.
enum class Known { kNo, kMaybe, kYes };

Known known_if(bool value) { return value ? Known::kYes : Known::kNo; }

Known evaluate(const Condition& condition, VariableId variable, Value value) {
  const auto known = [&](const Term& term) {
    return !term.is_variable || term.variable == variable;
  };
  const auto number = [&](const Term& term) { return term.is_variable ? value : term.constant; };
  switch (condition.kind) {
    case Condition::Kind::kTrue: return Known::kYes;
    case Condition::Kind::kFalse: return Known::kNo;
    case Condition::Kind::kCompare:
      if (!known(condition.left) || !known(condition.right)) return Known::kMaybe;
      return known_if(
          compares(number(condition.left), condition.comparison, number(condition.right)));
    case Condition::Kind::kNot: {
      const Known inner = evaluate(condition.parts.at(0), variable, value);
      if (inner == Known::kMaybe) return inner;
      return known_if(inner == Known::kNo);
    }
    case Condition::Kind::kAll:
    case Condition::Kind::kAny: break;
  }
  const bool all = condition.kind == Condition::Kind::kAll;
  Known result = known_if(all);
  for (const Condition& part : condition.parts) {
    const Known inner = evaluate(part, variable, value);
    result = all ? std::min(result, inner) : std::max(result, inner);
  }
  return result;
}

bool mentions(const Condition& condition, VariableId variable) {
  const auto is = [&](const Term& term) { return term.is_variable && term.variable == variable; };
  if (condition.kind == Condition::Kind::kCompare) {
    return is(condition.left) || is(condition.right);
  }
  return std::any_of(condition.parts.begin(), condition.parts.end(),
                     [&](const Condition& part) { return mentions(part, variable); });
}

std::vector<EventId> all_events(const GameModel& model) {
  std::vector<EventId> events;
  for (std::uint32_t i = 0; i < model.events.size(); ++i) events.push_back({i});
  return events;
}

}  // namespace

ScalarEvaluator::ScalarEvaluator(const GameModel& model, const StateLayout& layout,
                                 const LabelTable& labels)
    : ScalarEvaluator(model, layout, labels, all_events(model)) {}

ScalarEvaluator::ScalarEvaluator(const GameModel& model, const StateLayout& layout,
                                 const LabelTable& labels, const std::vector<EventId>& events)
    : layout_(layout), bytecode_(model, layout, labels) {
  for (const EventId event : events) {
    const std::uint32_t entry = bytecode_.compile_event(event);
    entries_.push_back({entry, bytecode_.first_test(entry)});
  }
  choose_index(model, events);
}

// The variable that leaves the fewest candidates, taken over its values alike.
void ScalarEvaluator::choose_index(const GameModel& model, const std::vector<EventId>& events) {
  auto best = static_cast<double>(events.size());
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    const Variable& variable = model.variables[i];
    const std::int64_t size = std::int64_t{variable.high} - variable.low + 1;
    if (size < 2 || size > kLargestIndex) continue;
    std::size_t used = 0;
    for (const EventId event : events) {
      used += mentions(model.events[event.index].guard, {i}) ? 1U : 0U;
    }
    if (used == 0) continue;
    std::vector<std::uint32_t> begins;
    std::vector<Candidate> candidates;
    for (std::int64_t v = 0; v < size; ++v) {
      begins.push_back(static_cast<std::uint32_t>(candidates.size()));
      const auto value = static_cast<Value>(variable.low + v);
      for (std::size_t e = 0; e < events.size(); ++e) {
        const Condition& guard = model.events[events[e].index].guard;
        if (evaluate(guard, {i}, value) != Known::kNo) candidates.push_back(entries_[e]);
      }
    }
    begins.push_back(static_cast<std::uint32_t>(candidates.size()));
    const double average = static_cast<double>(candidates.size()) / static_cast<double>(size);
    if (average >= best) continue;
    best = average;
    indexed_ = true;
    index_variable_ = {i};
    begins_ = std::move(begins);
    candidates_ = std::move(candidates);
  }
}

void ScalarEvaluator::successors(StateView state, SuccessorRows& rows,
                                 std::vector<Word>& scratch) const {
  rows.clear();
  const Candidate* begin = entries_.data();
  const Candidate* end = begin + entries_.size();
  if (indexed_) {
    const StateLayout::Field& f = layout_.field(index_variable_);
    const std::size_t value = (state[f.word] & f.mask()) >> f.shift;
    begin = candidates_.data() + begins_[value];
    end = candidates_.data() + begins_[value + 1];
  }
  for (const Candidate* each = begin; each != end; ++each) {
    if (each->first_test.passes(state.data())) bytecode_.run(each->entry, state, rows, scratch);
  }
}

}  // namespace questproof
