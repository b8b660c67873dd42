// SPDX-License-Identifier: MIT
#include "core/model/reduce/no_effect.h"

#include <algorithm>
#include <utility>

#include "core/model/reduce/value_state.h"
#include "core/model/reduce/variable_set.h"

namespace questproof {
namespace {

class Dropper {
 public:
  explicit Dropper(const GameModel& model) : model_(model), domains_(domains(model)) {}

  void drop(Event& event) const {
    ValueState state(domains_);
    state.assume(event.guard);
    drop(event.body, std::move(state));
    drop_last_stops(event.body);
  }

 private:
  ValueState drop(std::vector<Statement>& body, ValueState state) const {
    std::vector<Statement> kept;
    for (Statement& statement : body) {
      if (statement.kind == Statement::Kind::kStop) {
        state.exclude();
      } else if (!is_write(statement)) {
        state = drop_in_branches(statement, std::move(state));
      } else {
        if (changes_nothing(statement, state)) continue;
        state.write(model_, statement);
      }
      kept.push_back(std::move(statement));
    }
    body = std::move(kept);
    return state;
  }

  ValueState drop_in_branches(Statement& statement, ValueState state) const {
    ValueState none = state;
    ValueState after = state;
    after.exclude();
    for (Branch& branch : statement.branches) {
      ValueState inside = statement.kind == Statement::Kind::kIf ? none : state;
      inside.assume(branch.condition);
      after.join(drop(branch.body, std::move(inside)));
      none.assume_not(branch.condition);
    }
    after.join(none);
    return after;
  }

  static bool changes_nothing(const Statement& statement, const ValueState& state) {
    const ValueSet value = state.of(statement.value);
    if (statement.kind == Statement::Kind::kAdd) return value == ValueSet::single(0);
    if (statement.value == Term::of(statement.target)) return true;
    return value.is_single() && value == state.of(statement.target);
  }

  // A stop that nothing follows.
  static void drop_last_stops(std::vector<Statement>& body) {
    while (!body.empty() && body.back().kind == Statement::Kind::kStop) body.pop_back();
    if (body.empty()) return;
    for (Branch& branch : body.back().branches) drop_last_stops(branch.body);
  }

  const GameModel& model_;
  const std::vector<ValueSet> domains_;
};

bool writes(const std::vector<Statement>& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement& statement) {
    return is_write(statement) ||
           std::any_of(statement.branches.begin(), statement.branches.end(),
                       [](const Branch& branch) { return writes(branch.body); });
  });
}

}  // namespace

void drop_statements_without_effect(ReducedModel& reduced) {
  const Dropper dropper(reduced.model);
  reduced.without_effect.clear();
  for (std::uint32_t i = 0; i < reduced.model.events.size(); ++i) {
    Event& event = reduced.model.events[i];
    dropper.drop(event);
    if (!writes(event.body)) reduced.without_effect.push_back(EventId{i});
  }
}

}  // namespace questproof
