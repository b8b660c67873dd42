// SPDX-License-Identifier: MIT
#include "core/model/cone.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/model/comparison.h"
#include "core/model/reduce/reduce.h"
#include "core/model/reduce/variable_set.h"

namespace questproof {
namespace {

// Names may hold any letters; in quotes, one text can be read in one way only.
std::string quoted(std::string_view name) {
  std::string text = "\"";
  for (const char letter : name) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter;
  }
  return text + "\"";
}

const char* word(Overflow overflow) {
  switch (overflow) {
    case Overflow::kSaturate: return "saturate";
    case Overflow::kWrap: return "wrap";
    case Overflow::kError: return "error";
  }
  return "?";
}

// Writes conditions and statements by names, so that things which differ only in the order of
// declarations, or of the parts of a condition, come out alike.
class Writer {
 public:
  explicit Writer(const GameModel& model) : model_(model) {}

  std::string variable(VariableId variable) const {
    return quoted(model_.variables[variable.index].name);
  }

  std::string condition(const Condition& condition, bool wanted = true) const {
    switch (condition.kind) {
      case Condition::Kind::kTrue: return wanted ? "true" : "false";
      case Condition::Kind::kFalse: return wanted ? "false" : "true";
      case Condition::Kind::kNot: return this->condition(condition.parts.at(0), !wanted);
      case Condition::Kind::kCompare: return compare(condition, wanted);
      case Condition::Kind::kAll:
      case Condition::Kind::kAny: break;
    }
    return list(condition, wanted);
  }

  std::string body(const std::vector<Statement>& body) const {
    std::string text;
    for (const Statement& statement : body) text += this->statement(statement) + "; ";
    return text;
  }

 private:
  std::string term(const Term& term) const {
    return term.is_variable ? variable(term.variable) : fmt::format("{}", term.constant);
  }

  std::string compare(const Condition& condition, bool wanted) const {
    Comparison comparison = wanted ? condition.comparison : negated(condition.comparison);
    std::string left = term(condition.left);
    std::string right = term(condition.right);
    const bool turn = condition.left.is_variable == condition.right.is_variable
                          ? right < left
                          : condition.right.is_variable;
    if (turn) {
      std::swap(left, right);
      comparison = mirrored(comparison);
    }
    return fmt::format("{} {} {}", left, symbol(comparison), right);
  }

  // A list within a list of its kind is part of that.
  void collect(const Condition& condition, bool wanted, bool all,
               std::set<std::string>& parts) const {
    if (condition.kind == Condition::Kind::kNot) {
      collect(condition.parts.at(0), !wanted, all, parts);
      return;
    }
    const bool is_list =
        condition.kind == Condition::Kind::kAll || condition.kind == Condition::Kind::kAny;
    if (is_list && ((condition.kind == Condition::Kind::kAll) == wanted) == all) {
      for (const Condition& part : condition.parts) collect(part, wanted, all, parts);
      return;
    }
    parts.insert(this->condition(condition, wanted));
  }

  std::string list(const Condition& condition, bool wanted) const {
    const bool all = (condition.kind == Condition::Kind::kAll) == wanted;
    std::set<std::string> parts;
    collect(condition, wanted, all, parts);
    parts.erase(all ? "true" : "false");
    if (parts.count(all ? "false" : "true") > 0) return all ? "false" : "true";
    if (parts.empty()) return all ? "true" : "false";
    if (parts.size() == 1) return *parts.begin();
    return fmt::format("{}({})", all ? "all" : "any", fmt::join(parts, ", "));
  }

  std::string statement(const Statement& statement) const {
    switch (statement.kind) {
      case Statement::Kind::kStop: return "stop";
      case Statement::Kind::kAssign:
        return fmt::format("{} := {} {}", variable(statement.target), term(statement.value),
                           word(statement.overflow));
      case Statement::Kind::kAdd:
        return fmt::format("{} {} {} {}", variable(statement.target),
                           statement.subtract ? "-=" : "+=", term(statement.value),
                           word(statement.overflow));
      case Statement::Kind::kIf:
      case Statement::Kind::kChoose: break;
    }
    std::vector<std::string> branches;
    for (const Branch& branch : statement.branches) {
      branches.push_back(fmt::format("{} {{ {}}}", condition(branch.condition), body(branch.body)));
    }
    // Of chance any may run; of conditions the first that holds.
    if (statement.kind == Statement::Kind::kChoose) {
      std::sort(branches.begin(), branches.end());
      branches.erase(std::unique(branches.begin(), branches.end()), branches.end());
    }
    return fmt::format("{} {{ {} }}", statement.kind == Statement::Kind::kIf ? "if" : "choose",
                       fmt::join(branches, " | "));
  }

  const GameModel& model_;
};

// Takes out choices that do nothing, whatever is chosen, and stops in front of nothing. `after`:
// something follows the body.
void tidy(std::vector<Statement>& body, bool after) {
  std::vector<Statement> kept;
  for (auto statement = body.rbegin(); statement != body.rend(); ++statement) {
    const bool followed = after || !kept.empty();
    bool keep = is_write(*statement) || (statement->kind == Statement::Kind::kStop && followed);
    for (Branch& branch : statement->branches) {
      tidy(branch.body, followed);
      keep = keep || !branch.body.empty();
    }
    if (keep) kept.push_back(std::move(*statement));
  }
  std::reverse(kept.begin(), kept.end());
  body = std::move(kept);
}

void add_variables(const std::vector<Statement>& body, VariableSet& set) {
  for (const Statement& statement : body) {
    if (is_write(statement)) {
      set.insert(statement.target);
      set.insert_read(statement.value);
    }
    for (const Branch& branch : statement.branches) {
      set.insert_reads(branch.condition);
      add_variables(branch.body, set);
    }
  }
}

bool is_in_slice(const Event& event) {
  return event.guard.kind != Condition::Kind::kFalse && !event.body.empty();
}

std::string start_text(const GameModel& slice, const Variant& variant, const VariableSet& cone) {
  std::map<std::string, Value> values;
  for (std::uint32_t v = 0; v < slice.variables.size(); ++v) {
    if (cone.contains({v})) values.emplace(quoted(slice.variables[v].name), variant.values[v]);
  }
  std::string text = "start:";
  for (const auto& [name, value] : values) text += fmt::format(" {} = {};", name, value);
  return text;
}

std::vector<Cone::Part> parts_of_slice(const GameModel& slice, const VariableSet& cone) {
  const Writer writer(slice);
  std::vector<Cone::Part> parts;
  for (std::uint32_t v = 0; v < slice.variables.size(); ++v) {
    const Variable& variable = slice.variables[v];
    if (!cone.contains({v})) continue;
    parts.push_back(
        {"variable", variable.name,
         fmt::format("variable {}: {} .. {}{}", quoted(variable.name), variable.low, variable.high,
                     variable.kind == VariableKind::kPosition ? ", a position" : "")});
  }
  for (const Event& event : slice.events) {
    if (!is_in_slice(event)) continue;
    parts.push_back({"event", event.name,
                     fmt::format("event {}: when {} do {}", quoted(event.name),
                                 writer.condition(event.guard), writer.body(event.body))});
  }
  for (const Variant& variant : slice.variants) {
    parts.push_back({"start", "", start_text(slice, variant, cone)});
  }
  const Quest& quest = slice.quests.front();
  const Condition pending = Condition::all({quest.open, Condition::negation(quest.failed)});
  parts.push_back({"quest", quest.name,
                   fmt::format("quest: done when {}; pending when {} and not done",
                               writer.condition(quest.done), writer.condition(pending))});
  std::sort(parts.begin(), parts.end(), [](const Cone::Part& one, const Cone::Part& other) {
    return std::tie(one.kind, one.name, one.text) < std::tie(other.kind, other.name, other.text);
  });
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

}  // namespace

GameModel slice_of(const GameModel& model, QuestId quest) {
  GameModel slice = cone(model, quest, parse_reductions("constant-variables")).model;
  for (Event& event : slice.events) {
    tidy(event.body, false);
    if (!is_in_slice(event)) {
      event.guard = Condition::never();
      event.body.clear();
    }
  }
  return slice;
}

Cone cone_of(const GameModel& model, QuestId quest) {
  const GameModel slice = slice_of(model, quest);
  VariableSet variables(slice.variables.size());
  Cone result;
  for (const Event& event : slice.events) {
    result.events.push_back(is_in_slice(event));
    if (!is_in_slice(event)) continue;
    variables.insert_reads(event.guard);
    add_variables(event.body, variables);
  }
  for (const Quest& only : slice.quests) {
    for (const Condition* condition : {&only.open, &only.done, &only.failed}) {
      variables.insert_reads(*condition);
    }
  }
  for (std::uint32_t v = 0; v < slice.variables.size(); ++v) {
    const bool inside = variables.contains({v});
    result.variables.push_back(inside);
    if (inside && slice.variables[v].kind == VariableKind::kPosition) {
      result.determines_lengths = false;
    }
  }
  result.parts = parts_of_slice(slice, variables);
  return result;
}

Hash128 fingerprint(const Cone& cone) {
  std::string text = "questproof cone 1\n";
  for (const Cone::Part& part : cone.parts) {
    text += fmt::format("{}:{}\n", part.text.size(), part.text);
  }
  return hash_128(text);
}

std::vector<ConeDifference> differences(const Cone& before, const Cone& after) {
  // A kind and name has one part on each side, but for starts and renamed quests.
  std::map<std::pair<std::string, std::string>,
           std::pair<std::set<std::string>, std::set<std::string>>>
      texts;
  const auto key = [](const Cone::Part& part) {
    return std::pair(part.kind, part.kind == "quest" ? std::string() : part.name);
  };
  std::string quest;
  for (const Cone::Part& part : before.parts) texts[key(part)].first.insert(part.text);
  for (const Cone::Part& part : after.parts) {
    texts[key(part)].second.insert(part.text);
    if (part.kind == "quest") quest = part.name;
  }
  std::vector<ConeDifference> result;
  for (const auto& [kind_and_name, both] : texts) {
    const auto& [kind, name] = kind_and_name;
    std::vector<std::string> gone;
    std::vector<std::string> fresh;
    std::set_difference(both.first.begin(), both.first.end(), both.second.begin(),
                        both.second.end(), std::back_inserter(gone));
    std::set_difference(both.second.begin(), both.second.end(), both.first.begin(),
                        both.first.end(), std::back_inserter(fresh));
    for (std::size_t i = 0; i < std::max(gone.size(), fresh.size()); ++i) {
      result.push_back({kind, kind == "quest" ? quest : name, i < gone.size() ? gone[i] : "",
                        i < fresh.size() ? fresh[i] : ""});
    }
  }
  return result;
}

}  // namespace questproof
