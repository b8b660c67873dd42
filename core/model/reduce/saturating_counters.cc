// SPDX-License-Identifier: MIT
#include "core/model/reduce/saturating_counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/model/reduce/shrink.h"
#include "core/model/reduce/variable_set.h"

namespace questproof {
namespace {

// Computes for every variable its threshold: values from there on are never told apart. A variable
// that must stay as it is has the threshold `high`.
class Thresholds {
 public:
  explicit Thresholds(const GameModel& model)
      : model_(model), eligible_(model.variables.size(), true) {
    for (const Variable& variable : model.variables) thresholds_.push_back(variable.low);
  }

  std::vector<std::int64_t> run() {
    for (const Quest& quest : model_.quests) {
      for (const Condition* condition : {&quest.open, &quest.done, &quest.failed}) {
        read(*condition);
      }
    }
    for (const Event& event : model_.events) {
      read(event.guard);
      read(event.body);
    }
    for (std::uint32_t i = 0; i < eligible_.size(); ++i) {
      if (!eligible_[i]) raise(VariableId{i}, model_.variables[i].high);
    }
    do {
      changed_ = false;
      for (const Event& event : model_.events) flow(event.body);
    } while (changed_);
    return thresholds_;
  }

 private:
  const Variable& variable(VariableId id) const { return model_.variables[id.index]; }

  void raise(VariableId id, std::int64_t threshold) {
    threshold = std::min<std::int64_t>(threshold, variable(id).high);
    if (threshold <= thresholds_[id.index]) return;
    thresholds_[id.index] = threshold;
    changed_ = true;
  }

  void read(const Condition& condition) {
    if (condition.kind == Condition::Kind::kCompare) {
      const Comparison comparison = condition.comparison;
      read_compared(condition.left, condition.right,
                    comparison == Comparison::kLess || comparison == Comparison::kGreaterEqual);
      read_compared(condition.right, condition.left,
                    comparison == Comparison::kGreater || comparison == Comparison::kLessEqual);
    }
    for (const Condition& part : condition.parts) read(part);
  }

  // Above every value of the other side, no comparison changes its answer any more; at the highest
  // one neither, where it only asks whether the term is smaller.
  void read_compared(const Term& term, const Term& other, bool asks_smaller) {
    if (!term.is_variable) return;
    const std::int64_t highest = other.is_variable ? variable(other.variable).high : other.constant;
    raise(term.variable, asks_smaller ? highest : highest + 1);
  }

  void read(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      if (is_write(statement) && !keeps_order(statement)) eligible_[statement.target.index] = false;
      for (const Branch& branch : statement.branches) {
        read(branch.condition);
        read(branch.body);
      }
    }
  }

  // The result for a larger value is never smaller, and values cut off at T have the same result
  // cut off at T.
  bool keeps_order(const Statement& statement) const {
    const bool lands = statement.overflow == Overflow::kSaturate;
    if (statement.kind == Statement::Kind::kAssign) return lands || inside(statement);
    if (!lands) return false;
    if (statement.value.is_variable) {
      return !statement.subtract && variable(statement.value.variable).low >= 0;
    }
    return statement.subtract ? statement.value.constant <= 0 : statement.value.constant >= 0;
  }

  // An assignment of which the result lies in the domain of the target, whatever the value.
  bool inside(const Statement& statement) const {
    const Variable& target = variable(statement.target);
    const Term& term = statement.value;
    if (!term.is_variable) return target.low <= term.constant && term.constant <= target.high;
    const Variable& source = variable(term.variable);
    return target.low <= source.low && source.high <= target.high;
  }

  void flow(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      if (is_write(statement) && statement.value.is_variable) flow(statement);
      for (const Branch& branch : statement.branches) flow(branch.body);
    }
  }

  // What the target must be able to tell apart, the source must too.
  void flow(const Statement& statement) {
    const VariableId target = statement.target;
    const VariableId source = statement.value.variable;
    const std::int64_t needed = thresholds_[target.index];
    if (!eligible_[target.index]) {
      raise(source, variable(source).high);
    } else if (statement.kind == Statement::Kind::kAssign) {
      raise(source, needed);
    } else {
      raise(source, needed - variable(target).low);
    }
  }

  const GameModel& model_;
  std::vector<bool> eligible_;
  std::vector<std::int64_t> thresholds_;
  bool changed_ = false;
};

void cut_writes(std::vector<Statement>& body, const std::vector<bool>& cut,
                const GameModel& model) {
  for (Statement& statement : body) {
    if (is_write(statement) && cut[statement.target.index]) {
      statement.overflow = Overflow::kSaturate;
      if (statement.kind == Statement::Kind::kAssign && !statement.value.is_variable) {
        statement.value.constant =
            std::min(statement.value.constant, model.variables[statement.target.index].high);
      }
    }
    for (Branch& branch : statement.branches) cut_writes(branch.body, cut, model);
  }
}

}  // namespace

void saturate_counters(ReducedModel& reduced) {
  GameModel& model = reduced.model;
  const std::vector<std::int64_t> thresholds = Thresholds(model).run();
  std::vector<bool> cut(thresholds.size(), false);
  for (std::uint32_t i = 0; i < thresholds.size(); ++i) {
    Variable& variable = model.variables[i];
    if (thresholds[i] >= variable.high) continue;
    cut[i] = true;
    const auto high = static_cast<Value>(thresholds[i]);
    reduced.notes.push_back(
        {VariableId{i}, fmt::format("{} .. {} became {} .. {}: larger values are "
                                    "never told apart",
                                    variable.low, variable.high, variable.low, high)});
    for (Variant& variant : model.variants) variant.values[i] = std::min(variant.values[i], high);
    shrink_domain(variable, variable.low, high);
  }
  for (Event& event : model.events) cut_writes(event.body, cut, model);
}

}  // namespace questproof
