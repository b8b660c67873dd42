// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/check.h"
#include "core/model/comparison.h"
#include "core/symbolic/case_relation.h"

namespace questproof {
namespace {

constexpr std::uint32_t kNoLevel = RelationStore::kNoLevel;
constexpr std::size_t kMostCases = 300'000;         // of an event
constexpr std::size_t kMostCasesInAll = 3'000'000;  // of a model
constexpr std::uint64_t kMostValues = 1 << 20;      // of all variables together

using Branches = std::vector<std::pair<std::uint32_t, BranchId>>;

}  // namespace

// Relations of one event, label by label. Parts of an event share no variable: what the event does is
// any combination of what they do, except that a fault of one ends the others.
class SymbolicModel::EventBuilder {
 public:
  EventBuilder(SymbolicModel& owner, EventId event)
      : owner_(owner),
        labels_(owner.compiled_.labels()),
        event_(event),
        coarse_(labels_.is_coarse(event)) {
    find_chance(owner.model().events[event.index].body);
  }

  std::size_t run(std::size_t most_cases) {
    parts_ = cases_of(owner_.model(), event_, most_cases);
    add_results();
    add_faults();
    if (coarse_) add_coverage();
    std::size_t cases = 0;
    for (const PartCases& part : parts_) cases += part.cases.size();
    return cases;
  }

 private:
  using Groups = std::map<Branches, std::vector<LevelledCase>>;
  enum class Keep { kResults, kDomain };

  void find_chance(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      for (const Branch& branch : statement.branches) {
        if (statement.kind == Statement::Kind::kChoose) chance_.insert(branch.id);
        find_chance(branch.body);
      }
    }
  }

  // A coarse label names only the choices of chance.
  Branches named(const Branches& branches, std::uint32_t before) const {
    Branches result;
    for (const auto& [statement, branch] : branches) {
      if (statement < before && (!coarse_ || chance_.contains(branch))) {
        result.emplace_back(statement, branch);
      }
    }
    return result;
  }

  LevelledCase levelled(const EventCase& each, Keep keep) const {
    std::map<std::uint32_t, LevelledCase::Touch> touches;
    const auto touch = [&](VariableId variable) -> LevelledCase::Touch* {
      const std::uint32_t level = owner_.level_of(variable);
      if (level == kNoLevel) return nullptr;
      touches[level].level = level;
      return &touches[level];
    };
    const auto stored = [&](VariableId variable, Value value) {
      return static_cast<std::uint32_t>(std::int64_t{value} -
                                        owner_.model().variables[variable.index].low);
    };
    for (const auto& [variable, value] : each.reads) {
      if (auto* at = touch(variable)) at->from = stored(variable, value);
    }
    for (const auto& [variable, value] : each.writes) {
      if (keep == Keep::kDomain) break;
      if (auto* at = touch(variable)) at->to = stored(variable, value);
    }
    LevelledCase result;
    for (const auto& [level, entry] : touches) result.touches.push_back(entry);
    return result;
  }

  RelationId relation(const std::vector<LevelledCase>& cases) {
    return relation_of(owner_.relations_, cases, owner_.domains_);
  }

  // What a part can do before a statement of the event's body runs: all that is not a fault earlier.
  Groups groups_before(const PartCases& part, std::uint32_t statement) const {
    Groups groups;
    for (const EventCase& each : part.cases) {
      if (each.fault && *each.fault < statement) continue;
      groups[named(each.branches, statement)].push_back(levelled(each, Keep::kDomain));
    }
    return groups;
  }

  // Calls visit(branches in order, relation) for every combination of a group of each part.
  template <typename Visit>
  void combine(const std::vector<Groups>& groups, const Visit& visit) {
    std::vector<std::vector<std::pair<Branches, RelationId>>> parts;
    for (const Groups& part : groups) {
      parts.emplace_back();
      for (const auto& [branches, cases] : part) {
        parts.back().emplace_back(branches, relation(cases));
      }
    }
    const auto descend = [&](const auto& self, std::size_t part, const Branches& branches,
                             RelationId found) -> void {
      if (part == parts.size()) {
        Branches ordered = branches;
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        visit(ordered, found);
        return;
      }
      for (const auto& [more, relation] : parts[part]) {
        Branches all = branches;
        all.insert(all.end(), more.begin(), more.end());
        self(self, part + 1, all, owner_.relations_.both(found, relation));
      }
    };
    descend(descend, 0, {}, kUnchanged);
  }

  std::uint32_t label_node(const Branches& branches) const {
    std::uint32_t node = labels_.root(event_);
    for (const auto& [statement, branch] : branches) node = labels_.child(node, branch);
    return node;
  }

  void enable(std::uint32_t label, RelationId where) {
    std::vector<RelationId>& known = owner_.labels_[label].enabled;
    if (where == kNoTransition || std::find(known.begin(), known.end(), where) != known.end())
      return;
    known.push_back(where);
  }

  void add_results() {
    std::vector<Groups> groups;
    for (const PartCases& part : parts_) {
      groups.emplace_back();
      for (const EventCase& each : part.cases) {
        if (each.fault) continue;
        groups.back()[named(each.branches, kNoLevel)].push_back(levelled(each, Keep::kResults));
      }
    }
    combine(groups, [&](const Branches& branches, RelationId found) {
      if (found == kNoTransition) return;
      const std::uint32_t label = labels_.label(label_node(branches));
      QUEST_CHECK(owner_.labels_[label].transitions == kNoTransition);
      owner_.labels_[label].transitions = owner_.relations_.changing(found);
      enable(label, owner_.relations_.domain(found));
    });
  }

  // The first part that is a fault ends the event; the others have run so far.
  void add_faults() {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      std::map<std::uint32_t, Groups> by_statement;
      for (const EventCase& each : parts_[p].cases) {
        if (!each.fault) continue;
        by_statement[*each.fault][named(each.branches, kNoLevel)].push_back(
            levelled(each, Keep::kDomain));
      }
      for (const auto& [statement, faults] : by_statement) {
        std::vector<Groups> groups;
        for (std::size_t q = 0; q < parts_.size(); ++q) {
          groups.push_back(q == p ? faults : groups_before(parts_[q], statement));
        }
        combine(groups, [&](const Branches& branches, RelationId found) {
          if (found != kNoTransition) enable(labels_.fault_label(label_node(branches)), found);
        });
      }
    }
  }

  // Coarse events: where each branch of an `if` runs.
  void add_coverage() {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      std::map<std::pair<std::uint32_t, BranchId>, std::vector<LevelledCase>> by_branch;
      for (const EventCase& each : parts_[p].cases) {
        for (const auto& entry : each.branches) {
          if (!chance_.contains(entry.second))
            by_branch[entry].push_back(levelled(each, Keep::kDomain));
        }
      }
      for (const auto& [entry, cases] : by_branch) {
        std::vector<Groups> groups;
        for (std::size_t q = 0; q < parts_.size(); ++q) {
          Groups others = q == p ? Groups{} : groups_before(parts_[q], entry.first);
          groups.emplace_back();
          for (auto& [branches, each] : others) {
            auto& all = groups.back()[{}];
            all.insert(all.end(), each.begin(), each.end());
          }
          if (q == p) groups.back()[{}] = cases;
        }
        combine(groups, [&, branch = entry.second](const Branches&, RelationId found) {
          enable(labels_.coverage_label(branch), found);
        });
      }
    }
  }

  SymbolicModel& owner_;
  const LabelTable& labels_;
  EventId event_;
  bool coarse_;
  std::set<BranchId> chance_;
  std::vector<PartCases> parts_;
};

SymbolicModel::SymbolicModel(const CompiledModel& compiled, VariableOrder order)
    : compiled_(compiled),
      order_(std::move(order)),
      levels_(compiled.model().variables.size(), kNoLevel),
      labels_(compiled.label_count()) {
  std::uint64_t values = 0;
  for (const VariableId variable : order_.variables) {
    const Variable& domain = model().variables[variable.index];
    const std::int64_t size = std::int64_t{domain.high} - domain.low + 1;
    values += static_cast<std::uint64_t>(size);
    if (values > kMostValues) {
      throw NotSymbolic{fmt::format("{} has a very large domain", domain.name)};
    }
    levels_[variable.index] = static_cast<std::uint32_t>(domains_.size());
    domains_.push_back(static_cast<std::uint32_t>(size));
  }
  std::vector<std::pair<std::pair<std::uint32_t, std::int64_t>, std::uint32_t>> places;
  for (std::uint32_t level = 0; level < domains_.size(); ++level) {
    const StateLayout::Field& field = compiled.layout().field(order_.variables[level]);
    places.push_back({{field.word, -std::int64_t{field.shift}}, level});
  }
  std::sort(places.begin(), places.end());
  for (const auto& [place, level] : places) by_significance_.push_back(level);
  std::size_t left = kMostCasesInAll;
  for (std::uint32_t event = 0; event < model().events.size(); ++event) {
    left -= EventBuilder(*this, {event}).run(std::min(left, kMostCases));
  }
}

std::vector<std::uint32_t> SymbolicModel::tuple_of(const Valuation& values) const {
  std::vector<std::uint32_t> tuple;
  for (const VariableId variable : order_.variables) {
    tuple.push_back(static_cast<std::uint32_t>(std::int64_t{values[variable.index]} -
                                               model().variables[variable.index].low));
  }
  return tuple;
}

std::vector<std::uint32_t> SymbolicModel::tuple_of(StateView state) const {
  return tuple_of(compiled_.layout().unpack(state));
}

Valuation SymbolicModel::valuation_of(std::span<const std::uint32_t> tuple) const {
  Valuation values;
  for (const Variable& variable : model().variables) values.push_back(variable.low);
  for (std::size_t level = 0; level < tuple.size(); ++level) {
    const VariableId variable = order_.variables[level];
    values[variable.index] =
        static_cast<Value>(std::int64_t{values[variable.index]} + tuple[level]);
  }
  return values;
}

std::vector<Word> SymbolicModel::packed(std::span<const std::uint32_t> tuple) const {
  std::vector<Word> state(compiled_.layout().word_count());
  compiled_.layout().pack(valuation_of(tuple), state);
  return state;
}

NodeId SymbolicModel::initial(SetOperations& sets) const {
  NodeId all = kNothing;
  for (const Variant& variant : model().variants) {
    all = sets.unite(all, sets.tuple(tuple_of(variant.values)));
  }
  return all;
}

NodeId SymbolicModel::where(SetOperations& sets, NodeId set, const Condition& condition) const {
  switch (condition.kind) {
    case Condition::Kind::kTrue: return set;
    case Condition::Kind::kFalse: return kNothing;
    case Condition::Kind::kCompare: return where_compared(sets, set, condition);
    case Condition::Kind::kAll:
      for (const Condition& part : condition.parts) set = where(sets, set, part);
      return set;
    case Condition::Kind::kAny: {
      NodeId any = kNothing;
      for (const Condition& part : condition.parts) any = sets.unite(any, where(sets, set, part));
      return any;
    }
    case Condition::Kind::kNot: return sets.subtract(set, where(sets, set, condition.parts.at(0)));
  }
  return kNothing;
}

// A comparison: for each value of the right side, those of the left side.
NodeId SymbolicModel::where_compared(SetOperations& sets, NodeId set,
                                     const Condition& condition) const {
  const auto values_of = [&](const Term& term) -> std::pair<std::int64_t, std::int64_t> {
    if (!term.is_variable) return {term.constant, term.constant};
    const Variable& variable = model().variables[term.variable.index];
    return {variable.low, variable.high};
  };
  const auto with = [&](NodeId from, const Term& term, const auto& fits) {
    const auto [low, high] = values_of(term);
    std::vector<bool> allowed;
    for (std::int64_t value = low; value <= high; ++value) allowed.push_back(fits(value));
    if (term.is_variable && level_of(term.variable) != kNoLevel) {
      return sets.restrict(from, level_of(term.variable), allowed);
    }
    return allowed.front() ? from : kNothing;
  };
  NodeId all = kNothing;
  const auto [low, high] = values_of(condition.right);
  for (std::int64_t right = low; right <= high; ++right) {
    const NodeId here =
        with(set, condition.right, [&](std::int64_t value) { return value == right; });
    all = sets.unite(all, with(here, condition.left, [&](std::int64_t left) {
                       return compares(left, condition.comparison, right);
                     }));
  }
  return all;
}

std::vector<std::uint32_t> SymbolicModel::smallest(SetOperations& sets, NodeId set) const {
  QUEST_CHECK(set != kNothing);
  std::vector<std::uint32_t> tuple(level_count());
  for (const std::uint32_t level : by_significance_) {
    tuple[level] = sets.smallest_value(set, level);
    std::vector<bool> only(tuple[level] + 1, false);
    only.back() = true;
    set = sets.restrict(set, level, only);
  }
  return tuple;
}

}  // namespace questproof
