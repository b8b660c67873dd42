// SPDX-License-Identifier: MIT
#include "core/model/undo_check.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

#include "core/model/event_parts.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

using Variables = std::vector<VariableId>;  // ascending, distinct

bool overlap(const Variables& a, const Variables& b) {
  Variables both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return !both.empty();
}

Variables united(const Variables& a, const Variables& b) {
  Variables all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

void insert(const EventPart& part, Event& event) {
  event.guard.parts.push_back(part.guard);
  event.body.insert(event.body.end(), part.body.begin(), part.body.end());
}

// Parts of two events that share variables with each other, and with no part outside.
struct Group {
  Variables variables;
  Event there, back;

  Group() { there.guard = back.guard = Condition::all({}); }
};

void merge(std::vector<Group>& groups, const EventPart& part, Event Group::*side) {
  Group merged;
  merged.variables = part.variables;
  insert(part, merged.*side);
  std::vector<Group> kept;
  for (Group& group : groups) {
    if (!overlap(group.variables, part.variables)) {
      kept.push_back(std::move(group));
      continue;
    }
    merged.variables = united(merged.variables, group.variables);
    for (Event Group::*each : {&Group::there, &Group::back}) {
      insert({{}, (group.*each).guard, (group.*each).body}, merged.*each);
    }
  }
  kept.push_back(std::move(merged));
  groups = std::move(kept);
}

class Checker {
 public:
  Checker(const GameModel& model, std::uint64_t most_cases)
      : model_(model), most_cases_(most_cases) {
    for (const Variable& variable : model.variables) {
      Variable bare;
      bare.low = variable.low;
      bare.high = variable.high;
      bench_.variables.push_back(bare);
      lowest_.push_back(variable.low);
    }
    for (const Event& event : model.events) {
      parts_.push_back(parts_of(event, model.variables.size()));
      Variables all;
      for (const EventPart& part : parts_.back()) all = united(all, part.variables);
      variables_.push_back(std::move(all));
      written_.push_back(written_by(event.body));
    }
  }

  UndoCheck run() {
    for (std::uint32_t e = 0; e < model_.events.size(); ++e) {
      if (written_[e].empty() || has_partner(e) || has_partners(e)) continue;
      const bool gave_up = cases(concerned(e)) > most_cases_;
      return {false, EventId{e},
              gave_up ? "there are too many combinations of values to try them all"
                      : "for some values no single event leads back",
              gave_up};
    }
    return {true, std::nullopt, "", false};
  }

 private:
  static Variables written_by(const std::vector<Statement>& body) {
    Variables list;
    for (const Statement& statement : body) {
      if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd) {
        list = united(list, {statement.target});
      }
      for (const Branch& branch : statement.branches) list = united(list, written_by(branch.body));
    }
    return list;
  }

  // How many combinations of values there are; a large number when there are very many.
  std::uint64_t cases(const Variables& variables) const {
    std::uint64_t product = 1;
    for (VariableId variable : variables) {
      const Variable& info = bench_.variables[variable.index];
      product *= static_cast<std::uint64_t>(std::int64_t{info.high} - info.low + 1);
      if (product > most_cases_) return most_cases_ + 1;
    }
    return product;
  }

  // Calls `holds` with all values of these variables; whether it was always true.
  bool for_all(const Variables& variables,
               const std::function<bool(const Valuation&)>& holds) const {
    Valuation values = lowest_;
    while (true) {
      if (!holds(values)) return false;
      std::size_t digit = 0;
      while (digit < variables.size()) {
        const std::size_t index = variables[digit].index;
        if (values[index] < bench_.variables[index].high) {
          ++values[index];
          break;
        }
        values[index] = bench_.variables[index].low;
        ++digit;
      }
      if (digit == variables.size()) return true;
    }
  }

  bool leads(EventId event, const Valuation& from, const Valuation& to) const {
    const std::vector<Outcome> all = outcomes(bench_, event, from);
    return std::any_of(all.begin(), all.end(), [&](const Outcome& outcome) {
      return !outcome.fault && outcome.values == to;
    });
  }

  // --- one partner ---

  bool has_partner(std::uint32_t e) {
    if (undoes(e, e)) return true;
    for (std::uint32_t other = 0; other < model_.events.size(); ++other) {
      if (other != e && written_[other] == written_[e] && undoes(e, other)) return true;
    }
    return false;
  }

  // Whether each result of event `e` leads back through event `other`.
  bool undoes(std::uint32_t e, std::uint32_t other) {
    std::vector<Group> groups;
    for (const EventPart& part : parts_[e]) merge(groups, part, &Group::there);
    for (const EventPart& part : parts_[other]) merge(groups, part, &Group::back);
    return std::all_of(groups.begin(), groups.end(), [&](Group& group) {
      return cases(group.variables) <= most_cases_ && is_undone(group);
    });
  }

  bool is_undone(Group& group) {
    bench_.events = {std::move(group.there), std::move(group.back)};
    return for_all(group.variables, [&](const Valuation& from) {
      const std::vector<Outcome> there = outcomes(bench_, EventId{0}, from);
      return std::all_of(there.begin(), there.end(), [&](const Outcome& outcome) {
        return outcome.fault || leads(EventId{1}, outcome.values, from);
      });
    });
  }

  // --- several partners ---

  // Partners that concern variables of the event only; or all that write what it writes, and then
  // what they concern must be tried too.
  bool has_partners(std::uint32_t e) {
    if (has_partners(e, variables_[e])) return true;
    const Variables more = concerned(e);
    return more != variables_[e] && has_partners(e, more);
  }

  // Its variables, and those of all events that write what it writes.
  Variables concerned(std::uint32_t e) const {
    Variables all = variables_[e];
    for (std::uint32_t other = 0; other < model_.events.size(); ++other) {
      if (overlap(written_[other], written_[e])) all = united(all, variables_[other]);
    }
    return all;
  }

  bool has_partners(std::uint32_t e, const Variables& variables) {
    if (cases(variables) > most_cases_) return false;
    bench_.events = {model_.events[e]};
    for (std::uint32_t other = 0; other < model_.events.size(); ++other) {
      if (united(variables, variables_[other]) == variables) {
        bench_.events.push_back(model_.events[other]);
      }
    }
    std::uint32_t last = 1;  // the one that led back most recently
    return for_all(variables, [&](const Valuation& from) {
      const std::vector<Outcome> there = outcomes(bench_, EventId{0}, from);
      return std::all_of(there.begin(), there.end(), [&](const Outcome& outcome) {
        if (outcome.fault || outcome.values == from) return true;
        if (leads(EventId{last}, outcome.values, from)) return true;
        for (std::uint32_t i = 1; i < bench_.events.size(); ++i) {
          if (leads(EventId{i}, outcome.values, from)) {
            last = i;
            return true;
          }
        }
        return false;
      });
    });
  }

  const GameModel& model_;
  const std::uint64_t most_cases_;
  GameModel bench_;  // the variables, and the events that are being tried
  Valuation lowest_;
  std::vector<std::vector<EventPart>> parts_;  // by event, here and below
  std::vector<Variables> variables_;
  std::vector<Variables> written_;
};

}  // namespace

UndoCheck check_undoable(const GameModel& model, std::uint64_t most_cases) {
  return Checker(model, most_cases).run();
}

}  // namespace questproof
