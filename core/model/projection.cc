// SPDX-License-Identifier: MIT
#include "core/model/projection.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/model/event_parts.h"

namespace questproof {
namespace {

bool is_kept(const std::vector<bool>& kept, const Term& term) {
  return !term.is_variable || kept[term.variable.index];
}

bool is_write(const Statement& statement) {
  return statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd;
}

bool writes(const std::vector<Statement>& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement& statement) {
    return is_write(statement) ||
           std::any_of(statement.branches.begin(), statement.branches.end(),
                       [](const Branch& branch) { return writes(branch.body); });
  });
}

class Projector {
 public:
  Projector(const GameModel& model, const std::vector<bool>& kept) : kept_(kept), result_(model) {}

  GameModel run(std::size_t quest) {
    for (std::size_t v = 0; v < kept_.size(); ++v) {
      if (kept_[v]) continue;
      Variable& variable = result_.variables[v];
      variable.high = variable.low;
      variable.value_names.clear();
      for (Variant& variant : result_.variants) variant.values[v] = variable.low;
    }
    for (std::uint32_t e = 0; e < result_.events.size(); ++e) {
      event_ = EventId{e};
      Event& event = result_.events[e];
      event.body = project(event.body);
      if (!writes(event.body)) event.body.clear();
      event.guard = event.body.empty() ? Condition::never() : weakened(event.guard, true);
    }
    Quest only = result_.quests.at(quest);
    only.open = Condition::always();
    only.failed = Condition::never();
    only.done = weakened(only.done, true);
    result_.quests = {std::move(only)};
    result_.contents.clear();
    return std::move(result_);
  }

 private:
  // What kept variables must fulfil for the condition to come out as `wanted`.
  Condition weakened(const Condition& condition, bool wanted) const {
    switch (condition.kind) {
      case Condition::Kind::kTrue:
      case Condition::Kind::kFalse:
        return (condition.kind == Condition::Kind::kTrue) == wanted ? Condition::always()
                                                                    : Condition::never();
      case Condition::Kind::kCompare:
        if (!is_kept(kept_, condition.left) || !is_kept(kept_, condition.right)) {
          return Condition::always();
        }
        return wanted ? condition : Condition::negation(condition);
      case Condition::Kind::kNot: return weakened(condition.parts.at(0), !wanted);
      case Condition::Kind::kAll:
      case Condition::Kind::kAny: break;
    }
    std::vector<Condition> parts;
    for (const Condition& part : condition.parts) parts.push_back(weakened(part, wanted));
    const bool all = (condition.kind == Condition::Kind::kAll) == wanted;
    return all ? Condition::all(std::move(parts)) : Condition::any(std::move(parts));
  }

  bool knows(const Condition& condition) const {
    const std::vector<VariableId> variables = variables_of(condition);
    return std::all_of(variables.begin(), variables.end(),
                       [&](VariableId variable) { return kept_[variable.index]; });
  }

  std::vector<Statement> project(const std::vector<Statement>& body) {
    std::vector<Statement> result;
    for (const Statement& statement : body) {
      if (is_write(statement)) {
        if (!kept_[statement.target.index]) continue;
        QUEST_CHECK(is_kept(kept_, statement.value));
        result.push_back(statement);
      } else if (statement.kind == Statement::Kind::kStop) {
        result.push_back(statement);
      } else {
        result.push_back(choice(statement));
      }
    }
    return result;
  }

  Statement choice(const Statement& statement) {
    Statement result = statement;
    const bool known = std::all_of(statement.branches.begin(), statement.branches.end(),
                                   [&](const Branch& branch) { return knows(branch.condition); });
    std::vector<Condition> none;
    for (Branch& branch : result.branches) {
      none.push_back(weakened(branch.condition, false));
      if (!known) branch.condition = weakened(branch.condition, true);
      branch.body = project(branch.body);
    }
    if (known) return result;
    result.kind = Statement::Kind::kChoose;
    result.branches.push_back({BranchId{static_cast<std::uint32_t>(result_.branches.size())},
                               Condition::all(std::move(none)),
                               {}});
    result_.branches.push_back({event_, statement.where, "none of them"});
    return result;
  }

  const std::vector<bool>& kept_;
  GameModel result_;
  EventId event_;  // that is being projected
};

bool add_sources(const std::vector<Statement>& body, std::vector<bool>& kept) {
  bool more = false;
  for (const Statement& statement : body) {
    if (is_write(statement) && kept[statement.target.index] && !is_kept(kept, statement.value)) {
      kept[statement.value.variable.index] = true;
      more = true;
    }
    for (const Branch& branch : statement.branches) more = add_sources(branch.body, kept) || more;
  }
  return more;
}

}  // namespace

GameModel projected(const GameModel& model, std::size_t quest, const std::vector<bool>& kept) {
  QUEST_CHECK(kept.size() == model.variables.size());
  return Projector(model, kept).run(quest);
}

void keep_sources(const GameModel& model, std::vector<bool>& kept) {
  for (bool more = true; more;) {
    more = false;
    for (const Event& event : model.events) more = add_sources(event.body, kept) || more;
  }
}

}  // namespace questproof
