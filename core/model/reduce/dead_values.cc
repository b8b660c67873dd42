// SPDX-License-Identifier: MIT
#include "core/model/reduce/dead_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/model/reduce/liveness.h"
#include "core/model/reduce/phase.h"

namespace questproof {
namespace {

void collect_writes(const std::vector<Statement>& body, std::size_t first, VariableSet& writes) {
  for (std::size_t i = first; i < body.size(); ++i) {
    if (is_write(body[i])) writes.insert(body[i].target);
    for (const Branch& branch : body[i].branches) collect_writes(branch.body, 0, writes);
  }
}

// Rewrites the events of a model for one phase. A variable's plain value is the one it has at the
// start of the first variant; that is what it is reset to.
class Resetter {
 public:
  // All must outlive this.
  Resetter(const GameModel& model, const Phase& phase, const std::vector<ValueSet>& domains)
      : model_(model),
        domains_(domains),
        phase_(phase),
        liveness_(model, phase),
        was_reset_(model.variables.size()) {
    for (std::size_t location = 0; location < phase_.location_count(); ++location) {
      may_differ_.push_back(liveness_.at(location));
    }
  }

  std::vector<Event> events() {
    std::vector<Event> result;
    do {
      grown_ = false;
      result = model_.events;
      for (std::size_t event = 0; event < result.size(); ++event) rewrite(event, result[event]);
    } while (grown_);
    return result;
  }

  std::vector<Variant> variants() {
    std::vector<Variant> result = model_.variants;
    for (Variant& variant : result) {
      const std::size_t location = phase_.location_of(variant.values);
      for (std::uint32_t i = 0; i < variant.values.size(); ++i) {
        if (!liveness_.at(location).contains(VariableId{i}))
          variant.values[i] = plain(VariableId{i});
      }
    }
    return result;
  }

  bool was_reset(VariableId variable) const { return was_reset_.contains(variable); }

 private:
  using Point = Liveness::Point;

  // What may be so at a point of an event.
  struct Flow {
    std::vector<bool> locations;  // that the phase may have; none: the point is never reached
    VariableSet differ;           // variables that may not have their plain value
    bool reached() const {
      return std::find(locations.begin(), locations.end(), true) != locations.end();
    }
  };

  Value plain(VariableId variable) const { return model_.variants.front().values[variable.index]; }

  template <typename Holds>
  static bool for_all_locations(const Flow& flow, const Holds& holds) {
    for (std::size_t location = 0; location < flow.locations.size(); ++location) {
      if (flow.locations[location] && !holds(location)) return false;
    }
    return true;
  }

  void rewrite(std::size_t index, Event& event) {
    const Event& original = model_.events[index];
    liveness_.forget();
    Flow flow{std::vector<bool>(phase_.location_count(), false),
              VariableSet(model_.variables.size())};
    for (const std::size_t location : phase_.enabled(index)) {
      flow.locations[location] = true;
      flow.differ.insert_all(may_differ_[location]);
    }
    if (!flow.reached()) return;
    forget_plain(original.guard, flow);
    find_exits(original.body, flow);
    event.body.clear();
    rewrite_body(original.body, nullptr, VariableSet(model_.variables.size()), flow, event.body);
    if (flow.reached()) leave(flow, event.body);
  }

  // The guard may tell that a variable has its plain value.
  void forget_plain(const Condition& guard, Flow& flow) const {
    ValueState state(domains_);
    state.assume(guard);
    for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
      const VariableId variable{i};
      if (state.of(variable) == ValueSet::single(plain(variable))) flow.differ.erase(variable);
    }
  }

  void find_exits(const std::vector<Statement>& body, const Flow& flow) {
    event_exits_ = flow;
    event_exits_.locations.assign(flow.locations.size(), false);
    const Point start{&body, 0, nullptr};
    for_all_locations(flow, [&](std::size_t location) {
      const auto& exits = liveness_.ahead(start, location).exits;
      for (std::size_t i = 0; i < exits.size(); ++i) {
        if (exits[i]) event_exits_.locations[i] = true;
      }
      return true;
    });
  }

  // `later`: variables that may be written behind this list, before the event ends.
  void rewrite_body(const std::vector<Statement>& body, const Point* after,
                    const VariableSet& later, Flow& flow, std::vector<Statement>& out) {
    for (std::size_t i = 0; i < body.size() && flow.reached(); ++i) {
      const Statement& statement = body[i];
      const Point next{&body, i + 1, after};
      if (statement.kind == Statement::Kind::kStop) {
        leave(flow, out);
        out.push_back(statement);
        flow.locations.assign(flow.locations.size(), false);
      } else if (is_write(statement)) {
        rewrite_write(statement, next, flow, out);
      } else {
        VariableSet behind = later;
        collect_writes(body, i + 1, behind);
        rewrite_choice(statement, next, behind, flow, out);
      }
    }
  }

  void rewrite_write(const Statement& statement, const Point& next, Flow& flow,
                     std::vector<Statement>& out) {
    const VariableId target = statement.target;
    if (phase_.contains(target)) {
      flow.locations = moved(statement, flow);
    } else {
      const bool dead = for_all_locations(flow, [&](std::size_t location) {
        return !liveness_.ahead(next, location).live.contains(target);
      });
      if (dead && !may_be_fault(model_, statement)) return;
      if (statement.kind == Statement::Kind::kAssign &&
          statement.value == Term::of(plain(target))) {
        flow.differ.erase(target);
      } else {
        flow.differ.insert(target);
      }
    }
    out.push_back(statement);
  }

  std::vector<bool> moved(const Statement& statement, const Flow& flow) const {
    std::vector<bool> locations(flow.locations.size(), false);
    for (std::size_t location = 0; location < locations.size(); ++location) {
      if (!flow.locations[location]) continue;
      const auto moved = phase_.after(location, statement);
      if (moved) locations[*moved] = true;
    }
    return locations;
  }

  void rewrite_choice(const Statement& statement, const Point& next, const VariableSet& later,
                      Flow& flow, std::vector<Statement>& out) {
    Flow joined{std::vector<bool>(flow.locations.size(), false),
                VariableSet(model_.variables.size())};
    Statement copy = statement;
    for (std::size_t i = 0; i < statement.branches.size(); ++i) {
      const Branch& branch = statement.branches[i];
      Flow inside = flow;
      restrict(inside, statement, i);
      if (!inside.reached()) continue;
      copy.branches[i].body.clear();
      rewrite_body(branch.body, &next, later, inside, copy.branches[i].body);
      if (!inside.reached()) continue;
      reset_early(next, later, inside, copy.branches[i].body);
      join(joined, inside);
    }
    restrict(flow, statement, statement.branches.size());
    if (flow.reached()) join(joined, flow);
    flow = std::move(joined);
    out.push_back(std::move(copy));
  }

  // Leaves the locations at which the given branch may run; behind the last: at which none may.
  void restrict(Flow& flow, const Statement& statement, std::size_t taken) const {
    for (std::size_t location = 0; location < flow.locations.size(); ++location) {
      if (!flow.locations[location]) continue;
      ValueState state = phase_.at(location);
      const bool last = taken == statement.branches.size();
      if (last || statement.kind == Statement::Kind::kIf) {
        for (std::size_t i = 0; i < taken; ++i) state.assume_not(statement.branches[i].condition);
      }
      if (!last) state.assume(statement.branches[taken].condition);
      flow.locations[location] = state.possible();
    }
  }

  static void join(Flow& flow, const Flow& other) {
    for (std::size_t i = 0; i < flow.locations.size(); ++i) {
      if (other.locations[i]) flow.locations[i] = true;
    }
    flow.differ.insert_all(other.differ);
  }

  // At the end of a branch, where the location is better known than where the event ends: resets
  // what stays dead from here on, unless the end of the event does it for all paths.
  void reset_early(const Point& next, const VariableSet& later, Flow& flow,
                   std::vector<Statement>& out) {
    for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
      const VariableId variable{i};
      if (!flow.differ.contains(variable) || later.contains(variable)) continue;
      if (dead_at(variable, event_exits_)) continue;
      const bool stays_dead = for_all_locations(flow, [&](std::size_t location) {
        const Liveness::Ahead& ahead = liveness_.ahead(next, location);
        if (ahead.live.contains(variable)) return false;
        return dead_at(variable, Flow{ahead.exits, flow.differ});
      });
      if (stays_dead) reset(variable, flow, out);
    }
  }

  bool dead_at(VariableId variable, const Flow& flow) const {
    return for_all_locations(
        flow, [&](std::size_t location) { return !liveness_.at(location).contains(variable); });
  }

  // The event ends here.
  void leave(Flow& flow, std::vector<Statement>& out) {
    for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
      const VariableId variable{i};
      if (flow.differ.contains(variable) && dead_at(variable, flow)) reset(variable, flow, out);
    }
    for_all_locations(flow, [&](std::size_t location) {
      if (may_differ_[location].insert_all(flow.differ)) grown_ = true;
      return true;
    });
  }

  void reset(VariableId variable, Flow& flow, std::vector<Statement>& out) {
    Statement statement;
    statement.target = variable;
    statement.value = Term::of(plain(variable));
    statement.overflow = Overflow::kSaturate;
    out.push_back(std::move(statement));
    flow.differ.erase(variable);
    was_reset_.insert(variable);
  }

  const GameModel& model_;
  const std::vector<ValueSet>& domains_;
  const Phase& phase_;
  Liveness liveness_;
  std::vector<VariableSet> may_differ_;   // per location: not plain in some state there
  Flow event_exits_{{}, VariableSet(0)};  // locations at which the event under work may end
  VariableSet was_reset_;
  bool grown_ = false;
};

std::string names(const GameModel& model, const std::vector<VariableId>& variables) {
  std::string text;
  for (const VariableId variable : variables) {
    text += (text.empty() ? "" : ", ") + model.variables[variable.index].name;
  }
  return text;
}

}  // namespace

void reset_dead_values(ReducedModel& reduced) {
  GameModel& model = reduced.model;
  const std::vector<ValueSet> all = domains(model);
  const std::optional<Phase> phase = find_phase(model, all);
  if (!phase) return;
  Resetter resetter(model, *phase, all);
  std::vector<Event> events = resetter.events();
  std::vector<Variant> variants = resetter.variants();
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    if (!resetter.was_reset(VariableId{i})) continue;
    const Value plain = model.variants.front().values[i];
    reduced.notes.push_back(
        {VariableId{i},
         fmt::format("reset to {} where it cannot be read, as {} tells",
                     value_name(model.variables[i], plain), names(model, phase->variables()))});
  }
  model.events = std::move(events);
  model.variants = std::move(variants);
}

}  // namespace questproof
