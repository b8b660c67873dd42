// SPDX-License-Identifier: MIT
#include "coordinator/diff/model_facts.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

namespace questproof {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

const char* word(ModelFact::Kind kind) {
  switch (kind) {
    case ModelFact::Kind::kVariable: return "variable";
    case ModelFact::Kind::kEvent: return "event";
    case ModelFact::Kind::kQuest: return "quest";
    case ModelFact::Kind::kContent: return "content";
  }
  return "";
}

const char* word(VariableKind kind) {
  switch (kind) {
    case VariableKind::kVariable: return "variable";
    case VariableKind::kItem: return "item";
    case VariableKind::kScene: return "scene";
    case VariableKind::kEntityVisible: return "visible";
    case VariableKind::kEntityInteractive: return "interactive";
    case VariableKind::kInternal: return "internal";
    case VariableKind::kPosition: return "position";
  }
  return "";
}

class FactWriter {
 public:
  explicit FactWriter(const GameModel& model) : model_(model) {}

  std::vector<ModelFact> run() {
    for (std::size_t v = 0; v < model_.variables.size(); ++v) add_variable(v);
    for (const Event& event : model_.events) add_event(event);
    for (const Quest& quest : model_.quests) add_quest(quest);
    for (const Content& content : model_.contents) {
      add(ModelFact::Kind::kContent, content.name, fmt::format("is a {}", content.kind));
    }
    return std::move(facts_);
  }

 private:
  void add(ModelFact::Kind kind, const std::string& name, std::string about) {
    facts_.push_back({kind, name, std::move(about)});
  }

  void add_variable(std::size_t v) {
    const Variable& variable = model_.variables[v];
    std::set<std::string> starts;
    for (const Variant& variant : model_.variants) {
      starts.insert(value_name(variable, variant.values[v]));
    }
    add(ModelFact::Kind::kVariable, variable.name,
        fmt::format("is a {} of {} .. {}, at first {}", word(variable.kind), variable.low,
                    variable.high, fmt::join(starts, " or ")));
    for (std::size_t i = 0; i < variable.value_names.size(); ++i) {
      add(ModelFact::Kind::kVariable, variable.name,
          fmt::format("value {} is {}", i, variable.value_names[i]));
    }
  }

  void add_conditions(ModelFact::Kind kind, const std::string& name, const char* what,
                      const Condition& condition) {
    if (condition.kind == Condition::Kind::kAll) {
      for (const Condition& part : condition.parts) add_conditions(kind, name, what, part);
      return;
    }
    if (condition.kind == Condition::Kind::kTrue) return;
    add(kind, name, fmt::format("{} {}", what, to_string(model_, condition)));
  }

  void add_event(const Event& event) {
    if (!event.label.empty()) {
      add(ModelFact::Kind::kEvent, event.name, fmt::format("is called {}", event.label));
    }
    if (!event.scene.empty()) {
      add(ModelFact::Kind::kEvent, event.name, fmt::format("happens in {}", event.scene));
    }
    add_conditions(ModelFact::Kind::kEvent, event.name, "when", event.guard);
    add_body(event, event.body, "");
  }

  void add_body(const Event& event, const std::vector<Statement>& body, const std::string& where) {
    for (const Statement& statement : body) {
      if (statement.branches.empty()) {
        add(ModelFact::Kind::kEvent, event.name, where + "does " + statement_text(statement));
      }
      for (const Branch& branch : statement.branches) {
        add_body(event, branch.body,
                 fmt::format("{} {} ", statement.kind == Statement::Kind::kIf ? "if" : "perhaps if",
                             to_string(model_, branch.condition)));
      }
    }
  }

  std::string statement_text(const Statement& statement) const {
    if (statement.kind == Statement::Kind::kStop) return "stop";
    const bool writes =
        statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd;
    if (!writes) return "nothing";
    const Variable& target = model_.variables[statement.target.index];
    const std::string value =
        statement.value.is_variable ? model_.variables[statement.value.variable.index].name
        : statement.kind == Statement::Kind::kAssign ? value_name(target, statement.value.constant)
                                                     : fmt::format("{}", statement.value.constant);
    const char* symbol = statement.kind == Statement::Kind::kAssign ? ":="
                         : statement.subtract                       ? "-="
                                                                    : "+=";
    return fmt::format("{} {} {}", target.name, symbol, value);
  }

  void add_quest(const Quest& quest) {
    if (!quest.title.empty()) {
      add(ModelFact::Kind::kQuest, quest.name, fmt::format("is called {}", quest.title));
    }
    add_conditions(ModelFact::Kind::kQuest, quest.name, "open when", quest.open);
    add_conditions(ModelFact::Kind::kQuest, quest.name, "done when", quest.done);
    add_conditions(ModelFact::Kind::kQuest, quest.name, "failed when", quest.failed);
  }

  const GameModel& model_;
  std::vector<ModelFact> facts_;
};

}  // namespace

std::string ModelFact::sentence() const { return fmt::format("{} {} {}", word(kind), name, about); }

std::vector<ModelFact> model_facts(const GameModel& model) { return FactWriter(model).run(); }

std::vector<std::string> name_tokens(const GameModel& model) {
  std::set<std::string> tokens;
  const auto add = [&](const std::string& name) {
    for_each_token(name, [&](std::string_view piece, bool identifier) {
      if (identifier) tokens.emplace(piece);
    });
  };
  for (const Variable& variable : model.variables) {
    add(variable.name);
    for (const std::string& value : variable.value_names) add(value);
  }
  for (const Event& event : model.events) {
    add(event.name);
    add(event.scene);
  }
  for (const Quest& quest : model.quests) add(quest.name);
  for (const Content& content : model.contents) add(content.name);
  return {tokens.begin(), tokens.end()};
}

void for_each_token(std::string_view text,
                    const std::function<void(std::string_view piece, bool identifier)>& visit) {
  while (!text.empty()) {
    std::size_t length = 0;
    const bool identifier = is_letter(text.front());
    if (identifier) {
      while (length < text.size() && (is_letter(text[length]) || is_digit(text[length]))) ++length;
    } else {
      // A digit and what follows it is no identifier: "2nd" is one piece.
      const bool number = is_digit(text.front());
      length = 1;
      while (length < text.size() &&
             (number ? is_letter(text[length]) || is_digit(text[length])
                     : !is_letter(text[length]) && !is_digit(text[length]))) {
        ++length;
      }
    }
    visit(text.substr(0, length), identifier);
    text.remove_prefix(length);
  }
}

}  // namespace questproof
