// SPDX-License-Identifier: MIT
#include "core/model/reduce/constant_variables.h"

#include <fmt/format.h>

#include <utility>

#include "core/model/reduce/shrink.h"
#include "core/model/reduce/value_analysis.h"

namespace questproof {
namespace {

class Folder {
 public:
  explicit Folder(GameModel& model)
      : model_(model), values_(reachable_values(model)), wraps_(model.variables.size(), false) {}

  void fold_events() {
    for (Event& event : model_.events) {
      ValueState state(values_);
      Condition guard = simplified(state, event.guard);
      state.assume(event.guard);
      event.guard = std::move(guard);
      if (!state.possible()) event.guard = Condition::never();
      fold_body(event.body, std::move(state));
    }
  }

  void fold_quests() {
    const ValueState state(values_);
    for (Quest& quest : model_.quests) {
      for (Condition* condition : {&quest.open, &quest.done, &quest.failed}) {
        *condition = simplified(state, *condition);
      }
    }
  }

  // After the events: a domain may shrink only when nothing wraps around in it.
  void shrink_domains(std::vector<ReducedModel::Note>& notes) {
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      const ValueSet& values = values_[i];
      const Variable& variable = model_.variables[i];
      if (wraps_[i] || (values.lowest() == variable.low && values.highest() == variable.high))
        continue;
      const std::string text =
          values.is_single()
              ? fmt::format("always {}", value_name(variable, static_cast<Value>(values.lowest())))
              : fmt::format("{} .. {} became {} .. {}", variable.low, variable.high,
                            values.lowest(), values.highest());
      notes.push_back({VariableId{i}, text, true});
      shrink_domain(model_.variables[i], static_cast<Value>(values.lowest()),
                    static_cast<Value>(values.highest()));
    }
  }

 private:
  ValueState fold_body(std::vector<Statement>& body, ValueState state) {
    std::vector<Statement> kept;
    for (Statement& statement : body) {
      if (!state.possible()) break;
      switch (statement.kind) {
        case Statement::Kind::kStop: state.exclude(); break;
        case Statement::Kind::kIf:
        case Statement::Kind::kChoose:
          state = fold_branches(statement, std::move(state));
          if (statement.branches.empty()) continue;
          break;
        default: state = fold_write(statement, std::move(state));
      }
      kept.push_back(std::move(statement));
    }
    body = std::move(kept);
    return state;
  }

  ValueState fold_write(Statement& statement, ValueState state) {
    const ValueSet value = state.of(statement.value);
    const bool may_leave = state.write(model_, statement);
    if (may_leave) {
      if (statement.overflow == Overflow::kWrap) wraps_[statement.target.index] = true;
      return state;
    }
    statement.overflow = Overflow::kSaturate;
    if (value.is_single()) statement.value = Term::of(static_cast<Value>(value.lowest()));
    if (statement.kind == Statement::Kind::kAdd && state.of(statement.target).is_single()) {
      statement.kind = Statement::Kind::kAssign;
      statement.subtract = false;
      statement.value = Term::of(static_cast<Value>(state.of(statement.target).lowest()));
    }
    return state;
  }

  ValueState fold_branches(Statement& statement, ValueState state) {
    ValueState none = state;
    ValueState after = state;
    after.exclude();
    std::vector<Branch> kept;
    for (Branch& branch : statement.branches) {
      const ValueState& before = statement.kind == Statement::Kind::kIf ? none : state;
      ValueState inside = before;
      inside.assume(branch.condition);
      if (inside.possible()) {
        Condition condition = simplified(before, branch.condition);
        none.assume_not(branch.condition);
        branch.condition = std::move(condition);
        after.join(fold_body(branch.body, std::move(inside)));
        kept.push_back(std::move(branch));
      }
    }
    after.join(none);
    statement.branches = std::move(kept);
    return after;
  }

  GameModel& model_;
  const std::vector<ValueSet> values_;
  std::vector<bool> wraps_;  // per variable
};

// A variable with one value keeps it: only writes that may be faults matter.
void drop_writes_of_constants(const GameModel& model, std::vector<Statement>& body) {
  std::erase_if(body, [&model](const Statement& statement) {
    const bool writes =
        statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd;
    if (!writes || statement.overflow == Overflow::kError) return false;
    const Variable& target = model.variables[statement.target.index];
    return target.low == target.high;
  });
  for (Statement& statement : body) {
    for (Branch& branch : statement.branches) drop_writes_of_constants(model, branch.body);
  }
}

}  // namespace

void fold_constants(ReducedModel& reduced) {
  Folder folder(reduced.model);
  folder.fold_events();
  folder.fold_quests();
  folder.shrink_domains(reduced.notes);
  for (Event& event : reduced.model.events) drop_writes_of_constants(reduced.model, event.body);
}

}  // namespace questproof
