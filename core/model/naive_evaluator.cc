// SPDX-License-Identifier: MIT
#include "core/model/naive_evaluator.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/model/comparison.h"

namespace questproof {
namespace {

std::int64_t term_value(const Term& term, const Valuation& values) {
  return term.is_variable ? values.at(term.variable.index) : term.constant;
}

// The value that lands in a domain, or nothing when that is a fault.
std::optional<Value> landed(const Variable& target, Overflow overflow, std::int64_t value) {
  const std::int64_t low = target.low;
  const std::int64_t high = target.high;
  if (value < low || value > high) {
    if (overflow == Overflow::kError) return std::nullopt;
    if (overflow == Overflow::kSaturate) value = std::clamp(value, low, high);
    if (overflow == Overflow::kWrap) {
      const std::int64_t size = high - low + 1;
      value = low + ((value - low) % size + size) % size;
    }
  }
  return static_cast<Value>(value);
}

// An event on its way: what ran, the values now, and whether nothing more may run.
struct Run {
  Outcome outcome;
  bool stopped = false;
};

class Interpreter {
 public:
  explicit Interpreter(const GameModel& model) : model_(model) {}

  // Replaces each run by those it can become through `body`.
  std::vector<Run> run_body(const std::vector<Statement>& body, Run start) const {
    std::vector<Run> runs;
    runs.push_back(std::move(start));
    for (const Statement& statement : body) {
      std::vector<Run> next;
      for (Run& run : runs) {
        if (run.stopped) {
          next.push_back(std::move(run));
        } else {
          for (Run& after : step(statement, std::move(run))) next.push_back(std::move(after));
        }
      }
      runs = std::move(next);
    }
    return runs;
  }

 private:
  std::vector<Run> step(const Statement& statement, Run run) const {
    switch (statement.kind) {
      case Statement::Kind::kAssign:
      case Statement::Kind::kAdd: write(statement, run); break;
      case Statement::Kind::kStop: run.stopped = true; break;
      case Statement::Kind::kIf:
        for (const Branch& branch : statement.branches) {
          if (holds(model_, branch.condition, run.outcome.values)) return enter(branch, run);
        }
        break;
      case Statement::Kind::kChoose: {
        std::vector<Run> all;
        for (const Branch& branch : statement.branches) {
          if (!holds(model_, branch.condition, run.outcome.values)) continue;
          for (Run& after : enter(branch, run)) all.push_back(std::move(after));
        }
        if (!all.empty()) return all;
        break;
      }
    }
    std::vector<Run> same;
    same.push_back(std::move(run));
    return same;
  }

  std::vector<Run> enter(const Branch& branch, Run run) const {
    run.outcome.branches.push_back(branch.id);
    return run_body(branch.body, std::move(run));
  }

  void write(const Statement& statement, Run& run) const {
    Valuation& values = run.outcome.values;
    std::int64_t result = term_value(statement.value, values);
    if (statement.kind == Statement::Kind::kAdd) {
      const std::int64_t before = values.at(statement.target.index);
      result = statement.subtract ? before - result : before + result;
    }
    const Variable& target = model_.variables.at(statement.target.index);
    const std::optional<Value> value = landed(target, statement.overflow, result);
    if (value) {
      values.at(statement.target.index) = *value;
    } else {
      run.outcome.fault = statement.where;
      run.stopped = true;
    }
  }

  const GameModel& model_;
};

}  // namespace

bool holds(const GameModel& model, const Condition& condition, const Valuation& values) {
  const auto part_holds = [&](const Condition& part) { return holds(model, part, values); };
  switch (condition.kind) {
    case Condition::Kind::kTrue: return true;
    case Condition::Kind::kFalse: return false;
    case Condition::Kind::kCompare:
      return compares(term_value(condition.left, values), condition.comparison,
                      term_value(condition.right, values));
    case Condition::Kind::kAll:
      return std::all_of(condition.parts.begin(), condition.parts.end(), part_holds);
    case Condition::Kind::kAny:
      return std::any_of(condition.parts.begin(), condition.parts.end(), part_holds);
    case Condition::Kind::kNot: return !part_holds(condition.parts.at(0));
  }
  return false;
}

std::vector<Outcome> outcomes(const GameModel& model, EventId event_id, const Valuation& values) {
  QUEST_CHECK(values.size() == model.variables.size());
  const Event& event = model.events.at(event_id.index);
  std::vector<Outcome> result;
  if (!holds(model, event.guard, values)) return result;
  Run start;
  start.outcome.branches.push_back(event.body_branch);
  start.outcome.values = values;
  for (Run& run : Interpreter(model).run_body(event.body, std::move(start))) {
    result.push_back(std::move(run.outcome));
  }
  return result;
}

}  // namespace questproof
