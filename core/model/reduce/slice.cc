// SPDX-License-Identifier: MIT
#include "core/model/reduce/slice.h"

#include <utility>

#include "core/model/reduce/shrink.h"
#include "core/model/reduce/variable_set.h"

namespace questproof {
namespace {

// Finds the variables that matter: a least fixpoint.
class Slicer {
 public:
  Slicer(const GameModel& model, bool keep_guards)
      : model_(model), keep_guards_(keep_guards), matters_(model.variables.size()) {}

  VariableSet run() {
    for (const Quest& quest : model_.quests) {
      for (const Condition* condition : {&quest.open, &quest.done, &quest.failed}) {
        matters_.insert_reads(*condition);
      }
    }
    VariableSet before = matters_;
    do {
      before = matters_;
      for (const Event& event : model_.events) {
        if (acts(event.body, false) || keep_guards_) matters_.insert_reads(event.guard);
      }
    } while (matters_ != before);
    return matters_;
  }

  // Whether the body does something that matters. `after`: something that runs after the body does,
  // so that it matters whether the event stops here.
  bool acts(const std::vector<Statement>& body, bool after) {
    bool result = false;
    for (auto statement = body.rbegin(); statement != body.rend(); ++statement) {
      if (visit(*statement, after || result)) result = true;
    }
    return result;
  }

 private:
  bool visit(const Statement& statement, bool after) {
    if (statement.kind == Statement::Kind::kStop) return after;
    if (is_write(statement)) {
      const bool fault = may_be_fault(model_, statement);
      if (!fault && !matters_.contains(statement.target)) return false;
      matters_.insert(statement.target);
      matters_.insert_read(statement.value);
      return true;
    }
    bool decides = false;
    for (const Branch& branch : statement.branches) {
      if (acts(branch.body, after)) decides = true;
    }
    if (decides) {
      for (const Branch& branch : statement.branches) matters_.insert_reads(branch.condition);
    }
    return decides;
  }

  const GameModel& model_;
  const bool keep_guards_;
  VariableSet matters_;
};

// Takes out what does not matter.
class Stripper {
 public:
  Stripper(ReducedModel& reduced, const VariableSet& matters)
      : reduced_(reduced), matters_(matters) {}

  void strip_event(Event& event) {
    bool cut = false;
    strip_body(event.body, cut);
  }

  void drop_event(Event& event) {
    reduced_.examined[event.body_branch.index] = false;
    forget(event.body);
    event.guard = Condition::never();
    event.body.clear();
  }

 private:
  // `cut`: a stop was taken out before this point together with the choice that decided it. What
  // comes after it does nothing that matters, and whether it runs is not known any more.
  void strip_body(std::vector<Statement>& body, bool& cut) {
    std::vector<Statement> kept;
    for (Statement& statement : body) {
      const bool keep = is_write(statement) ? matters_.contains(statement.target)
                        : statement.kind == Statement::Kind::kStop ? true
                                                                   : strip_choice(statement, cut);
      if (keep) kept.push_back(std::move(statement));
    }
    body = std::move(kept);
  }

  bool strip_choice(Statement& statement, bool& cut) {
    const bool was_cut = cut;
    const bool stops = has_stop(statement.branches);
    for (Branch& branch : statement.branches) {
      bool branch_cut = was_cut;
      strip_body(branch.body, branch_cut);
      cut = cut || branch_cut;
    }
    if (!was_cut && readable(statement)) return true;
    forget(statement.branches);
    cut = cut || stops;
    return false;
  }

  bool readable(const Statement& statement) const {
    VariableSet reads(reduced_.model.variables.size());
    for (const Branch& branch : statement.branches) reads.insert_reads(branch.condition);
    return matters_.contains_all(reads);
  }

  static bool has_stop(const std::vector<Branch>& branches) {
    for (const Branch& branch : branches) {
      for (const Statement& statement : branch.body) {
        if (statement.kind == Statement::Kind::kStop || has_stop(statement.branches)) return true;
      }
    }
    return false;
  }

  void forget(const std::vector<Branch>& branches) {
    for (const Branch& branch : branches) {
      reduced_.examined[branch.id.index] = false;
      forget(branch.body);
    }
  }
  void forget(const std::vector<Statement>& body) {
    for (const Statement& statement : body) forget(statement.branches);
  }

  ReducedModel& reduced_;
  const VariableSet& matters_;
};

void drop_variables(ReducedModel& reduced, const VariableSet& matters, const char* note) {
  GameModel& model = reduced.model;
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    const VariableId variable{i};
    if (matters.contains(variable)) continue;
    if (model.variables[i].low < model.variables[i].high) reduced.notes.push_back({variable, note});
    make_constant(model, variable);
  }
}

}  // namespace

void drop_unread_variables(ReducedModel& reduced) {
  const VariableSet matters = Slicer(reduced.model, true).run();
  Stripper stripper(reduced, matters);
  for (Event& event : reduced.model.events) stripper.strip_event(event);
  drop_variables(reduced, matters, "never read: left out");
}

void restrict_to_cone(ReducedModel& reduced) {
  Slicer slicer(reduced.model, false);
  const VariableSet matters = slicer.run();
  Stripper stripper(reduced, matters);
  for (Event& event : reduced.model.events) {
    if (slicer.acts(event.body, false)) {
      stripper.strip_event(event);
    } else {
      stripper.drop_event(event);
    }
  }
  drop_variables(reduced, matters, "no influence on a quest: left out");
}

}  // namespace questproof
