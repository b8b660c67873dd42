// SPDX-License-Identifier: MIT
#include "core/model/game_model.h"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "core/base/error.h"
#include "core/model/comparison.h"

namespace questproof {

Condition Condition::never() {
  Condition result;
  result.kind = Kind::kFalse;
  return result;
}

Condition Condition::compare(Term left, Comparison comparison, Term right) {
  Condition result;
  result.kind = Kind::kCompare;
  result.comparison = comparison;
  result.left = left;
  result.right = right;
  return result;
}

Condition Condition::equals(VariableId variable, Value value) {
  return compare(Term::of(variable), Comparison::kEqual, Term::of(value));
}

Condition Condition::all(std::vector<Condition> parts) {
  Condition result;
  result.kind = Kind::kAll;
  result.parts = std::move(parts);
  return result;
}

Condition Condition::any(std::vector<Condition> parts) {
  Condition result;
  result.kind = Kind::kAny;
  result.parts = std::move(parts);
  return result;
}

Condition Condition::negation(Condition part) {
  Condition result;
  result.kind = Kind::kNot;
  result.parts.push_back(std::move(part));
  return result;
}

namespace {

// Walks a model and throws at the first thing that is wrong. `place_` says where we are.
class Validator {
 public:
  explicit Validator(const GameModel& model)
      : model_(model), branch_used_(model.branches.size(), false) {}

  void run() {
    check_variables();
    check_variants();
    check_events();
    check_quests();
    check_contents();
  }

 private:
  [[noreturn]] void fail(const SourceLocation& where, const std::string& message) const {
    std::string place = where.file < model_.source_files.size() ? to_string(model_, where) : "";
    if (!place.empty()) place += ": ";
    throw Error(Error::Kind::kInput,
                fmt::format("{}model {}: {}: {}", place, model_.name, place_, message));
  }

  void check_name(std::unordered_set<std::string>& names, const std::string& name,
                  const SourceLocation& where) const {
    if (name.empty()) fail(where, "has no name");
    if (!names.insert(name).second) fail(where, "the name is used twice");
  }

  void check_place(const SourceLocation& where) const {
    if (where.line != 0 && where.file >= model_.source_files.size()) {
      fail(where, fmt::format("source file {} does not exist", where.file));
    }
  }

  void check_variables() {
    std::unordered_set<std::string> names;
    for (const Variable& variable : model_.variables) {
      place_ = fmt::format("variable {}", variable.name);
      check_place(variable.where);
      check_name(names, variable.name, variable.where);
      if (variable.low > variable.high) {
        fail(variable.where,
             fmt::format("the domain {} .. {} is empty", variable.low, variable.high));
      }
      const auto size = std::int64_t{variable.high} - variable.low + 1;
      const auto named = static_cast<std::int64_t>(variable.value_names.size());
      if (named != 0 && named != size) {
        fail(variable.where, fmt::format("{} names for {} values", named, size));
      }
    }
  }

  void check_variants() {
    place_ = "variants";
    if (model_.variants.empty()) fail({}, "there is none; a game needs at least one start");
    for (const Variant& variant : model_.variants) {
      place_ = fmt::format("variant {}", variant.name);
      if (variant.values.size() != model_.variables.size()) {
        fail({}, fmt::format("{} values for {} variables", variant.values.size(),
                             model_.variables.size()));
      }
      for (std::size_t i = 0; i < variant.values.size(); ++i) {
        const Variable& variable = model_.variables[i];
        if (variant.values[i] < variable.low || variant.values[i] > variable.high) {
          fail({}, fmt::format("{} = {} lies outside {} .. {}", variable.name, variant.values[i],
                               variable.low, variable.high));
        }
      }
    }
  }

  void check_events() {
    std::unordered_set<std::string> names;
    for (std::uint32_t i = 0; i < model_.events.size(); ++i) {
      const Event& event = model_.events[i];
      place_ = fmt::format("event {}", event.name);
      check_place(event.where);
      check_name(names, event.name, event.where);
      check_condition(event.guard, event.where);
      check_branch(event.body_branch, EventId{i}, event.where);
      check_statements(event.body, EventId{i});
    }
    for (std::size_t i = 0; i < model_.branches.size(); ++i) {
      place_ = fmt::format("branch {}", i);
      check_place(model_.branches[i].where);
    }
  }

  void check_branch(BranchId id, EventId event, const SourceLocation& where) {
    if (id.index >= model_.branches.size()) {
      fail(where, fmt::format("branch {} does not exist", id.index));
    }
    if (branch_used_[id.index]) fail(where, fmt::format("branch {} is used twice", id.index));
    branch_used_[id.index] = true;
    if (model_.branches[id.index].event != event) {
      fail(where, fmt::format("branch {} is listed under another event", id.index));
    }
  }

  void check_statements(const std::vector<Statement>& body, EventId event) {
    for (const Statement& statement : body) {
      check_place(statement.where);
      if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd) {
        check_write(statement);
      }
      for (const Branch& branch : statement.branches) {
        check_branch(branch.id, event, statement.where);
        check_condition(branch.condition, statement.where);
        check_statements(branch.body, event);
      }
    }
  }

  void check_write(const Statement& statement) const {
    check_variable(statement.target, statement.where);
    check_term(statement.value, statement.where);
    if (statement.kind != Statement::Kind::kAssign || statement.value.is_variable) return;
    if (statement.overflow != Overflow::kError) return;
    const Variable& target = model_.variables[statement.target.index];
    const Value value = statement.value.constant;
    if (value < target.low || value > target.high) {
      fail(statement.where, fmt::format("{} := {} lies outside {} .. {}", target.name, value,
                                        target.low, target.high));
    }
  }

  void check_variable(VariableId variable, const SourceLocation& where) const {
    if (variable.index >= model_.variables.size()) {
      fail(where, fmt::format("variable {} does not exist", variable.index));
    }
  }

  void check_term(const Term& term, const SourceLocation& where) const {
    if (term.is_variable) check_variable(term.variable, where);
  }

  void check_condition(const Condition& condition, const SourceLocation& where) const {
    if (condition.kind == Condition::Kind::kCompare) {
      check_term(condition.left, where);
      check_term(condition.right, where);
    }
    if (condition.kind == Condition::Kind::kNot && condition.parts.size() != 1) {
      fail(where, fmt::format("a negation of {} parts", condition.parts.size()));
    }
    for (const Condition& part : condition.parts) check_condition(part, where);
  }

  void check_quests() {
    std::unordered_set<std::string> names;
    for (const Quest& quest : model_.quests) {
      place_ = fmt::format("quest {}", quest.name);
      check_place(quest.where);
      check_name(names, quest.name, quest.where);
      check_condition(quest.open, quest.where);
      check_condition(quest.done, quest.where);
      check_condition(quest.failed, quest.where);
    }
  }

  void check_contents() {
    for (const Content& content : model_.contents) {
      place_ = fmt::format("{} {}", content.kind, content.name);
      check_place(content.where);
      for (const BranchId site : content.sites) {
        if (site.index >= model_.branches.size()) {
          fail(content.where, fmt::format("branch {} does not exist", site.index));
        }
      }
    }
  }

  const GameModel& model_;
  std::vector<bool> branch_used_;
  std::string place_;
};

// The other side of a comparison gives a constant its name: SCENE == SCENE_PIER.
std::string term_text(const GameModel& model, const Term& term, const Term& other) {
  if (term.is_variable) return model.variables[term.variable.index].name;
  if (!other.is_variable) return fmt::format("{}", term.constant);
  return value_name(model.variables[other.variable.index], term.constant);
}

std::string joined(const GameModel& model, const Condition& condition, const char* connective) {
  std::string text;
  for (const Condition& part : condition.parts) {
    const bool nested =
        (part.kind == Condition::Kind::kAll || part.kind == Condition::Kind::kAny) &&
        part.kind != condition.kind && part.parts.size() > 1;
    if (!text.empty()) text += connective;
    const std::string inner = to_string(model, part);
    text += nested ? fmt::format("({})", inner) : inner;
  }
  return text;
}

}  // namespace

void validate(const GameModel& model) { Validator(model).run(); }

std::string to_string(const GameModel& model, const SourceLocation& where) {
  if (where.line == 0) return "";
  return fmt::format("{}:{}:{}", model.source_files.at(where.file), where.line, where.column);
}

std::string value_name(const Variable& variable, Value value) {
  if (!variable.value_names.empty() && value >= variable.low && value <= variable.high) {
    const auto index = static_cast<std::size_t>(std::int64_t{value} - variable.low);
    return variable.value_names[index];
  }
  return fmt::format("{}", value);
}

std::string to_string(const GameModel& model, const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::kTrue: return "true";
    case Condition::Kind::kFalse: return "false";
    case Condition::Kind::kCompare:
      return fmt::format("{} {} {}", term_text(model, condition.left, condition.right),
                         symbol(condition.comparison),
                         term_text(model, condition.right, condition.left));
    case Condition::Kind::kAll:
      return condition.parts.empty() ? "true" : joined(model, condition, " && ");
    case Condition::Kind::kAny:
      return condition.parts.empty() ? "false" : joined(model, condition, " || ");
    case Condition::Kind::kNot:
      return fmt::format("!({})", to_string(model, condition.parts.at(0)));
  }
  return "";
}

}  // namespace questproof
