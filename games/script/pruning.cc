// SPDX-License-Identifier: MIT
#include "games/script/pruning.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/model/comparison.h"
#include "games/script/conditions.h"

namespace questproof::script {
namespace {

class Pruning {
 public:
  explicit Pruning(GameModel& model) : model_(model) {}

  void run() {
    find_constants();
    number_variables();
    for (Event& event : model_.events) {
      event.guard = decided(std::move(event.guard));
      rewrite(event.body);
    }
    for (Quest& quest : model_.quests) {
      quest.open = decided(std::move(quest.open));
      quest.done = decided(std::move(quest.done));
      quest.failed = decided(std::move(quest.failed));
    }
    for (Variant& variant : model_.variants) remove_values(variant.values);
    drop_variables();
    number_branches();
  }

 private:
  void find_constants() {
    constant_.assign(model_.variables.size(), false);
    for (std::size_t i = 0; i < constant_.size(); ++i) {
      const VariableKind kind = model_.variables[i].kind;
      if (kind == VariableKind::kVariable || kind == VariableKind::kItem) continue;
      constant_[i] =
          std::all_of(model_.variants.begin(), model_.variants.end(), [&](const Variant& variant) {
            return variant.values[i] == model_.variants.front().values[i];
          });
    }
    for (const Event& event : model_.events) find_writes(event.body);
  }

  void find_writes(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      const bool assigns = statement.kind == Statement::Kind::kAssign;
      if (assigns || statement.kind == Statement::Kind::kAdd) {
        const std::size_t target = statement.target.index;
        const bool same = assigns && !statement.value.is_variable &&
                          statement.value.constant == model_.variants.front().values[target];
        if (!same) constant_[target] = false;
      }
      for (const Branch& branch : statement.branches) find_writes(branch.body);
    }
  }

  void number_variables() {
    std::uint32_t next = 0;
    for (const bool constant : constant_) {
      new_variable_.push_back(VariableId{next});
      if (!constant) ++next;
    }
  }

  Term rewritten(const Term& term) const {
    if (!term.is_variable) return term;
    const std::size_t index = term.variable.index;
    if (constant_[index]) return Term::of(model_.variants.front().values[index]);
    return Term::of(new_variable_[index]);
  }

  Condition decided(Condition condition) const {
    if (condition.kind == Condition::Kind::kCompare) {
      condition.left = rewritten(condition.left);
      condition.right = rewritten(condition.right);
      if (condition.left.is_variable || condition.right.is_variable) return condition;
      return compares(condition.left.constant, condition.comparison, condition.right.constant)
                 ? Condition::always()
                 : Condition::never();
    }
    for (Condition& part : condition.parts) part = decided(std::move(part));
    switch (condition.kind) {
      case Condition::Kind::kAll: return conjunction(std::move(condition.parts));
      case Condition::Kind::kAny: return disjunction(std::move(condition.parts));
      case Condition::Kind::kNot: return negated(std::move(condition.parts.front()));
      default: return condition;
    }
  }

  // The values of variant 0 are still those of all variables here.
  void rewrite(std::vector<Statement>& body) {
    std::vector<Statement> kept;
    for (Statement& statement : body) {
      const bool writes =
          statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd;
      if (writes) {
        if (constant_[statement.target.index]) continue;
        statement.target = new_variable_[statement.target.index];
        statement.value = rewritten(statement.value);
      }
      for (Branch& branch : statement.branches) {
        branch.condition = decided(std::move(branch.condition));
        rewrite(branch.body);
      }
      if (!does_nothing(statement)) kept.push_back(std::move(statement));
    }
    body = std::move(kept);
  }

  bool does_nothing(const Statement& statement) const {
    if (statement.kind != Statement::Kind::kIf) return false;
    return std::all_of(
        statement.branches.begin(), statement.branches.end(), [&](const Branch& branch) {
          return branch.body.empty() && model_.branches[branch.id.index].where.line == 0;
        });
  }

  void remove_values(Valuation& values) const {
    Valuation kept;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!constant_[i]) kept.push_back(values[i]);
    }
    values = std::move(kept);
  }

  void drop_variables() {
    std::vector<Variable> kept;
    for (std::size_t i = 0; i < constant_.size(); ++i) {
      if (!constant_[i]) kept.push_back(std::move(model_.variables[i]));
    }
    model_.variables = std::move(kept);
  }

  void number_branches() {
    branch_used_.assign(model_.branches.size(), false);
    for (const Event& event : model_.events) {
      branch_used_[event.body_branch.index] = true;
      mark_branches(event.body);
    }
    std::vector<BranchInfo> kept;
    for (std::size_t i = 0; i < branch_used_.size(); ++i) {
      new_branch_.push_back(BranchId{static_cast<std::uint32_t>(kept.size())});
      if (branch_used_[i]) kept.push_back(std::move(model_.branches[i]));
    }
    model_.branches = std::move(kept);
    for (Event& event : model_.events) {
      event.body_branch = new_branch_[event.body_branch.index];
      rename_branches(event.body);
    }
    for (Content& content : model_.contents) {
      std::erase_if(content.sites, [&](BranchId id) { return !branch_used_[id.index]; });
      for (BranchId& id : content.sites) id = new_branch_[id.index];
    }
  }

  void mark_branches(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      for (const Branch& branch : statement.branches) {
        branch_used_[branch.id.index] = true;
        mark_branches(branch.body);
      }
    }
  }

  void rename_branches(std::vector<Statement>& body) const {
    for (Statement& statement : body) {
      for (Branch& branch : statement.branches) {
        branch.id = new_branch_[branch.id.index];
        rename_branches(branch.body);
      }
    }
  }

  GameModel& model_;
  std::vector<bool> constant_;            // by old variable
  std::vector<VariableId> new_variable_;  // by old variable
  std::vector<bool> branch_used_;         // by old branch
  std::vector<BranchId> new_branch_;      // by old branch
};

}  // namespace

void prune_constants(GameModel& model) { Pruning(model).run(); }

}  // namespace questproof::script
