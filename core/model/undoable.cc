// SPDX-License-Identifier: MIT
#include "core/model/undoable.h"

#include <algorithm>
#include <map>
#include <vector>

#include "core/model/comparison.h"
#include "core/model/event_parts.h"
#include "core/model/event_paths.h"
#include "core/model/inverse_paths.h"

namespace questproof {
namespace {

using Kind = SymbolicValue::Kind;

constexpr int kMostDepth = 200;  // of divisions inside each other

std::int64_t domain_size(const GameModel& model, VariableId variable) {
  const Variable& info = model.variables[variable.index];
  return std::int64_t{info.high} - info.low + 1;
}

// --- events that turn variables around ---

// By how much each variable is turned, from 1 to its size - 1. Nothing when the event does anything
// else.
std::optional<std::map<VariableId, std::int64_t>> turns_of(const GameModel& model,
                                                           const Event& event) {
  std::map<VariableId, std::int64_t> turns;
  for (const Statement& statement : event.body) {
    if (statement.kind != Statement::Kind::kAdd || statement.value.is_variable ||
        statement.overflow != Overflow::kWrap) {
      return std::nullopt;
    }
    const std::int64_t size = domain_size(model, statement.target);
    const std::int64_t step = std::int64_t{statement.value.constant} % size;
    std::int64_t& turn = turns[statement.target];
    turn = (turn + (statement.subtract ? -step : step) + size) % size;
  }
  for (VariableId variable : variables_of(event.guard)) {
    if (turns.contains(variable)) return std::nullopt;
  }
  std::erase_if(turns, [](const auto& entry) { return entry.second == 0; });
  return turns;
}

bool turns_back(const GameModel& model, const std::map<VariableId, std::int64_t>& there,
                const std::map<VariableId, std::int64_t>& back) {
  return there.size() == back.size() &&
         std::all_of(there.begin(), there.end(), [&](const auto& entry) {
           const auto other = back.find(entry.first);
           return other != back.end() &&
                  (entry.second + other->second) % domain_size(model, entry.first) == 0;
         });
}

// --- events path by path ---

// What a path's results say of `variable`, in states of `region`.
SymbolicValue result_in(const PathFinder& finder, const EventPath& path, VariableId variable,
                        const EventPath& region) {
  SymbolicValue value = SymbolicValue::shifted(variable, 0);
  for (const auto& [written, result] : path.results) {
    if (written == variable) value = result;
  }
  if (value.kind == Kind::kShifted) {
    const ValueSet set = finder.initial_set(region, value.origin);
    if (set.is_single()) value = SymbolicValue::constant(set.lowest() + value.number);
  } else if (value.kind == Kind::kFlipped) {
    const ValueSet set = finder.initial_set(region, variable);
    const ValueSet both = finder.initial_set({}, variable);
    if (set.is_single()) {
      value = SymbolicValue::constant(both.lowest() + both.highest() - set.lowest());
    }
  }
  return value;
}

bool equal(const SymbolicValue& a, const SymbolicValue& b) {
  if (a.kind != b.kind || a.kind == Kind::kUnknown || a.number != b.number) return false;
  return a.kind == Kind::kConstant || a.origin == b.origin;
}

// Whether both paths give the same results in all states of the region.
bool agree(const PathFinder& finder, const EventPath& a, const EventPath& b,
           const EventPath& region) {
  const auto agree_on = [&](VariableId variable) {
    return equal(result_in(finder, a, variable, region), result_in(finder, b, variable, region));
  };
  for (const auto& [variable, result] : a.results) {
    if (!agree_on(variable)) return false;
  }
  for (const auto& [variable, result] : b.results) {
    if (!agree_on(variable)) return false;
  }
  return true;
}

// A variable that changes wherever the path runs, if one is seen to.
std::optional<VariableId> certainly_changed(const PathFinder& finder, const EventPath& path) {
  for (const auto& [variable, result] : path.results) {
    bool changes = result.kind == Kind::kFlipped;
    if (result.kind == Kind::kConstant) {
      changes = !finder.initial_set(path, variable).contains(result.number);
    } else if (result.kind == Kind::kShifted) {
      changes = result.origin == variable && result.number != 0;
    }
    if (changes) return variable;
  }
  return std::nullopt;
}

// The same said from the other side.
Relation turned(const Relation& relation) {
  return {relation.right, mirrored(relation.comparison), relation.left, -relation.offset};
}

bool says(const std::vector<Relation>& relations, const Relation& relation) {
  return std::any_of(relations.begin(), relations.end(), [&](const Relation& known) {
    return known == relation || known == turned(relation);
  });
}

Relation opposite(Relation relation) {
  relation.comparison = negated(relation.comparison);
  return relation;
}

// Whether the states and results of one inverse path all belong to some of the candidates.
class Division {
 public:
  Division(const PathFinder& finder, const EventPath& inverse,
           const std::vector<const EventPath*>& candidates, std::size_t cases)
      : finder_(finder), inverse_(inverse), candidates_(candidates), cases_(cases) {}

  bool covers(const EventPath& region, int depth = 0) {
    if (agree(finder_, inverse_, nothing_, region)) return true;  // no transition
    for (const EventPath* candidate : candidates_) {
      if (cases_ == 0 || depth > kMostDepth) return false;
      --cases_;
      std::vector<EventPath> outside;
      const std::optional<EventPath> inside = cut(region, *candidate, outside);
      if (!inside || !agree(finder_, inverse_, *candidate, *inside)) continue;
      return std::all_of(outside.begin(), outside.end(),
                         [&](const EventPath& rest) { return covers(rest, depth + 1); });
    }
    return false;
  }

 private:
  // The states of the region in which the candidate runs, and piece by piece the others.
  std::optional<EventPath> cut(EventPath region, const EventPath& candidate,
                               std::vector<EventPath>& outside) const {
    for (const auto& [variable, set] : candidate.sets) {
      EventPath rest = region;
      const ValueSet all = finder_.initial_set(region, variable);
      if (finder_.restrict(rest, variable, all.without(set))) outside.push_back(std::move(rest));
      if (!finder_.restrict(region, variable, set)) return std::nullopt;
    }
    for (const Relation& relation : candidate.relations) {
      if (says(region.relations, relation)) continue;
      if (says(region.relations, opposite(relation))) return std::nullopt;
      EventPath rest = region;
      rest.relations.push_back(opposite(relation));
      if (finder_.simplify(rest)) outside.push_back(std::move(rest));
      region.relations.push_back(relation);
      if (!finder_.simplify(region)) return std::nullopt;
    }
    return region;
  }

  const EventPath nothing_;
  const PathFinder& finder_;
  const EventPath& inverse_;
  const std::vector<const EventPath*>& candidates_;
  std::size_t cases_;
};

class Prover {
 public:
  Prover(const GameModel& model, const UndoLimits& limits)
      : model_(model),
        limits_(limits),
        finder_(model, limits.paths),
        writers_(model.variables.size()) {}

  UndoProof run() {
    find_turns();
    for (std::uint32_t e = 0; e < model_.events.size(); ++e) {
      if (turned_back(e)) continue;
      find_paths();
      const std::string reason = why_not(EventId{e});
      if (!reason.empty()) return {false, EventId{e}, reason};
    }
    return {true, std::nullopt, ""};
  }

 private:
  void find_turns() {
    for (const Event& event : model_.events) turns_.push_back(turns_of(model_, event));
  }

  bool turned_back(std::size_t e) const {
    if (!turns_[e]) return false;
    if (turns_[e]->empty()) return true;  // changes nothing
    for (std::size_t other = 0; other < turns_.size(); ++other) {
      if (turns_[other] && model_.events[other].guard == model_.events[e].guard &&
          turns_back(model_, *turns_[e], *turns_[other])) {
        return true;
      }
    }
    return false;
  }

  void find_paths() {
    if (!paths_.empty()) return;
    for (std::uint32_t e = 0; e < model_.events.size(); ++e) {
      paths_.push_back(finder_.event_paths(EventId{e}));
    }
    // The lists point into paths_, which has come to rest.
    for (const auto& paths : paths_) {
      if (!paths) continue;
      for (const EventPath& path : *paths) {
        if (!path.exact || path.fault) continue;
        all_.push_back(&path);
        for (const auto& [variable, result] : path.results)
          writers_[variable.index].push_back(&path);
      }
    }
  }

  // "" when everything that the event does can be undone.
  std::string why_not(EventId event) {
    const auto& paths = paths_[event.index];
    if (!paths) return "it has too many ways through its conditions to look at each";
    for (const EventPath& path : *paths) {
      if (path.fault || path.results.empty()) continue;
      if (!path.exact) return "what it does is too involved for this proof";
      const auto inverses = invert(model_, path, limits_.inverses);
      if (!inverses) return "it overwrites values, and too many may have been there before";
      for (const EventPath& inverse : *inverses) {
        if (!is_made_of_paths(inverse)) return "nothing leads back from every state it leads to";
      }
    }
    return "";
  }

  bool is_made_of_paths(const EventPath& inverse) const {
    const auto changed = certainly_changed(finder_, inverse);
    const std::vector<const EventPath*>& candidates = changed ? writers_[changed->index] : all_;
    EventPath region;
    region.sets = inverse.sets;
    region.relations = inverse.relations;
    return Division(finder_, inverse, candidates, limits_.cases).covers(region);
  }

  const GameModel& model_;
  const UndoLimits limits_;
  PathFinder finder_;
  std::vector<std::optional<std::map<VariableId, std::int64_t>>> turns_;
  std::vector<std::optional<std::vector<EventPath>>> paths_;
  std::vector<const EventPath*> all_;
  std::vector<std::vector<const EventPath*>> writers_;  // by variable
};

}  // namespace

UndoProof prove_undoable(const GameModel& model, const UndoLimits& limits) {
  return Prover(model, limits).run();
}

}  // namespace questproof
