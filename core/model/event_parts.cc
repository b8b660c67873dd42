// SPDX-License-Identifier: MIT
#include "core/model/event_parts.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace questproof {
namespace {

void add(const Term& term, std::vector<VariableId>& list) {
  if (term.is_variable) list.push_back(term.variable);
}

void add(const Condition& condition, std::vector<VariableId>& list) {
  if (condition.kind == Condition::Kind::kCompare) {
    add(condition.left, list);
    add(condition.right, list);
  }
  for (const Condition& part : condition.parts) add(part, list);
}

void add(const std::vector<Statement>& body, std::vector<VariableId>& list) {
  for (const Statement& statement : body) {
    if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd) {
      list.push_back(statement.target);
      add(statement.value, list);
    }
    for (const Branch& branch : statement.branches) {
      add(branch.condition, list);
      add(branch.body, list);
    }
  }
}

std::vector<VariableId> sorted(std::vector<VariableId> list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

bool may_stop(const std::vector<Statement>& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement& statement) {
    return statement.kind == Statement::Kind::kStop ||
           std::any_of(statement.branches.begin(), statement.branches.end(),
                       [](const Branch& branch) { return may_stop(branch.body); });
  });
}

// What all must hold of a condition.
void flatten(const Condition& condition, std::vector<Condition>& conjuncts) {
  if (condition.kind == Condition::Kind::kAll) {
    for (const Condition& part : condition.parts) flatten(part, conjuncts);
  } else {
    conjuncts.push_back(condition);
  }
}

// Classes of variables, growing together (Galler and Fischer 1964).
class Classes {
 public:
  explicit Classes(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t of(VariableId variable) {
    std::uint32_t root = variable.index;
    while (parent_[root] != root) root = parent_[root] = parent_[parent_[root]];
    return root;
  }
  void join(const std::vector<VariableId>& variables) {
    for (VariableId variable : variables) parent_[of(variable)] = of(variables.front());
  }

 private:
  std::vector<std::uint32_t> parent_;
};

EventPart whole(const Event& event) {
  std::vector<VariableId> all;
  add(event.guard, all);
  add(event.body, all);
  return {sorted(std::move(all)), event.guard, event.body};
}

}  // namespace

std::vector<VariableId> variables_of(const Condition& condition) {
  std::vector<VariableId> list;
  add(condition, list);
  return sorted(std::move(list));
}

std::vector<VariableId> variables_of(const std::vector<Statement>& body) {
  std::vector<VariableId> list;
  add(body, list);
  return sorted(std::move(list));
}

std::vector<EventPart> parts_of(const Event& event, std::size_t variable_count) {
  if (may_stop(event.body)) return {whole(event)};
  std::vector<Condition> conjuncts;
  flatten(event.guard, conjuncts);
  Classes classes(variable_count);
  for (const Condition& conjunct : conjuncts) classes.join(variables_of(conjunct));
  for (const Statement& statement : event.body) classes.join(variables_of({statement}));

  constexpr std::uint32_t kNoVariable = ~std::uint32_t{0};
  std::map<std::uint32_t, EventPart> parts;
  const auto part = [&](const std::vector<VariableId>& variables) -> EventPart& {
    EventPart& found = parts[variables.empty() ? kNoVariable : classes.of(variables.front())];
    found.variables.insert(found.variables.end(), variables.begin(), variables.end());
    return found;
  };
  for (Condition& conjunct : conjuncts) {
    EventPart& owner = part(variables_of(conjunct));
    if (owner.guard.kind != Condition::Kind::kAll) owner.guard = Condition::all({});
    owner.guard.parts.push_back(std::move(conjunct));
  }
  for (const Statement& statement : event.body) {
    part(variables_of({statement})).body.push_back(statement);
  }
  std::vector<EventPart> result;
  for (auto& [root, found] : parts) {
    found.variables = sorted(std::move(found.variables));
    result.push_back(std::move(found));
  }
  return result;
}

}  // namespace questproof
