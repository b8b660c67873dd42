// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_space.h"

#include <algorithm>

#include "core/base/check.h"

namespace questproof {

SymbolicSpace::SymbolicSpace(const CompiledModel& compiled, VariableOrder order,
                             DiagramBudget budget)
    : model_(compiled, std::move(order)), store_(std::move(budget)), sets_(store_) {}

void SymbolicSpace::recover() {
  store_.kept().clear();
  sets_.recover();
  store_.collect();
}

std::vector<RelationId> SymbolicSpace::all_transitions(bool inverse) {
  std::vector<RelationId> relations;
  for (const LabelRelation& label : model_.labels()) {
    if (label.transitions == kNoTransition) continue;
    relations.push_back(inverse ? model_.relations().inverse(label.transitions)
                                : label.transitions);
  }
  std::sort(relations.begin(), relations.end());
  relations.erase(std::unique(relations.begin(), relations.end()), relations.end());
  return relations;
}

void SymbolicSpace::explore() {
  const std::vector<RelationId> forward = all_transitions(false);
  reachable_ = Saturation(sets_, model_.relations(), forward, model_.domains()).run(initial());
}

QuestSets SymbolicSpace::decide(const Quest& quest) {
  QuestSets found;
  found.done = where(reachable_, quest.done);
  found.pending =
      without(without(where(reachable_, quest.open), found.done), where(reachable_, quest.failed));
  const std::vector<RelationId> backward = all_transitions(true);
  found.live =
      Saturation(sets_, model_.relations(), backward, model_.domains()).run(found.done, reachable_);
  found.blocked = without(found.pending, found.live);
  return found;
}

Diagram SymbolicSpace::enabled(std::size_t label) {
  NodeId all = kNothing;
  for (const RelationId where : model_.labels()[label].enabled) {
    all = sets_.unite(all, image(sets_, model_.relations(), reachable_.id(), where));
  }
  return hold(all);
}

Diagram SymbolicSpace::sources(std::size_t label) {
  const RelationId changing = model_.relations().domain(model_.labels()[label].transitions);
  return hold(image(sets_, model_.relations(), reachable_.id(), changing));
}

Diagram SymbolicSpace::deadlocks() {
  Diagram rest = reachable_;
  for (const LabelRelation& label : model_.labels()) {
    const RelationId changing = model_.relations().domain(label.transitions);
    rest = without(rest, hold(image(sets_, model_.relations(), rest.id(), changing)));
    tidy();
  }
  return rest;
}

Diagram SymbolicSpace::sources_into(std::size_t label, const Diagram& from, const Diagram& into) {
  const RelationId back = model_.relations().inverse(model_.labels()[label].transitions);
  return common(from, hold(image(sets_, model_.relations(), into.id(), back)));
}

Diagram SymbolicSpace::successors(const Diagram& set) { return images(set, false); }
Diagram SymbolicSpace::predecessors(const Diagram& set) { return images(set, true); }

Diagram SymbolicSpace::images(const Diagram& set, bool inverse) {
  Diagram all;
  for (const RelationId relation : all_transitions(inverse)) {
    all = hold(sets_.unite(all.id(), image(sets_, model_.relations(), set.id(), relation)));
    tidy();
  }
  return all;
}

std::vector<std::uint32_t> SymbolicSpace::successor(std::size_t label,
                                                    std::span<const std::uint32_t> tuple) {
  const NodeId after =
      image(sets_, model_.relations(), sets_.tuple(tuple), model_.labels()[label].transitions);
  QUEST_CHECK(after != kNothing);
  return model_.smallest(sets_, after);
}

}  // namespace questproof
