// SPDX-License-Identifier: MIT
#include "games/script/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace questproof::script {
namespace {

class Lint {
 public:
  explicit Lint(Program& program) : program_(program), model_(program.model) {}

  void run() {
    collect();
    if (model_.quests.empty()) {
      program_.diagnostics.warning({}, "the game has no quest: there is nothing to prove",
                                   "Quest(QUEST, main) { DoneWhen(condition) }");
    }
    check_variables();
    check_contents();
    for (const DelayInfo& delay : program_.delays) {
      if (!delay.started) warn(delay.where, delay.name, "is never started", "StartDelay starts it");
    }
    for (const DialogueInfo& dialogue : program_.dialogues) {
      if (!dialogue.started) {
        warn(dialogue.where, dialogue.name, "is never started", "StartDialogue starts it");
      }
    }
  }

 private:
  void warn(const SourceLocation& where, const std::string& name, const char* what,
            const char* remedy) {
    program_.diagnostics.warning(where, name + " " + what, remedy);
  }

  void collect() {
    read_.assign(model_.variables.size(), false);
    written_.assign(model_.variables.size(), false);
    for (const Event& event : model_.events) {
      read(event.guard);
      visit(event.body);
    }
    for (const Quest& quest : model_.quests) {
      read(quest.open);
      read(quest.done);
      read(quest.failed);
    }
    for (std::size_t i = 0; i < written_.size(); ++i) {
      for (const Variant& variant : model_.variants) {
        if (variant.values[i] != model_.variants.front().values[i]) written_[i] = true;
      }
    }
  }

  void read(const Term& term) {
    if (term.is_variable) read_[term.variable.index] = true;
  }

  void read(const Condition& condition) {
    if (condition.kind == Condition::Kind::kCompare) {
      read(condition.left);
      read(condition.right);
    }
    for (const Condition& part : condition.parts) read(part);
  }

  void visit(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      const bool writes =
          statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd;
      if (writes) {
        written_[statement.target.index] = true;
        read(statement.value);
      }
      for (const Branch& branch : statement.branches) {
        read(branch.condition);
        visit(branch.body);
      }
    }
  }

  void check_variables() {
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      const Variable& variable = model_.variables[i];
      if (variable.kind == VariableKind::kItem) {
        if (!read_[i]) warn(variable.where, variable.name, "is never asked for", "HasItem asks");
      } else if (variable.kind == VariableKind::kVariable) {
        if (!read_[i]) {
          warn(variable.where, variable.name, "is never read", "remove it, or ask for it");
        }
        if (!written_[i]) {
          warn(variable.where, variable.name, "never changes",
               "set it somewhere, or declare it as a Constant");
        }
      }
    }
  }

  void check_contents() {
    for (const Content& content : model_.contents) {
      if (content.at_start || !content.sites.empty()) continue;
      if (content.kind == "item") {
        warn(content.where, content.name, "can never be had", "AddItem gives it");
      } else if (content.kind == "scene") {
        warn(content.where, content.name, "is a scene that nothing leads to",
             "Exit, GoToScene and Hotspot lead to scenes");
      } else if (content.kind == "entity") {
        warn(content.where, content.name, "can never be seen", "SetVisible shows it");
      }
    }
  }

  Program& program_;
  const GameModel& model_;
  std::vector<bool> read_;
  std::vector<bool> written_;
};

}  // namespace

void lint(Program& program) { Lint(program).run(); }

}  // namespace questproof::script
