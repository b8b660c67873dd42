// SPDX-License-Identifier: MIT
#include "core/symbolic/symbolic_space.h"

#include <algorithm>

#include "core/base/check.h"

namespace questproof {
namespace {

constexpr std::uint64_t kFirstWork = std::uint64_t{1} << 17;
constexpr std::uint64_t kWorkGrowth = 4;

}  // namespace

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

DiagramImage SymbolicSpace::image(const std::vector<Diagram>& sets) const {
  std::vector<NodeId> roots;
  for (const Diagram& set : sets) roots.push_back(set.id());
  return image_of(store_, roots);
}

std::vector<Diagram> SymbolicSpace::restore(const DiagramImage& image) {
  return questproof::restore(store_, image, model_.domains());
}

QuestSets SymbolicSpace::decide(const Quest& quest) {
  QuestSets found;
  found.done = where(reachable_, quest.done);
  found.pending =
      without(without(where(reachable_, quest.open), found.done), where(reachable_, quest.failed));
  found.live = find_live(quest, found.done);
  found.blocked = without(found.pending, found.live);
  return found;
}

// Two ways to the same set, tried in turn with more and more work. Either back from the done states that are
// reachable, never leaving what is; or back from all states that are done, reachable or not, and only then
// is what is not reachable left out: no transition leads from a reachable state to one that is not, so that the states
// in between do not matter. Where every transition can be taken back (core/model/undoable.h), all that one
// beginning leads to leads to all of it; that takes a proof, so that it is asked for last. Which one is quick is not known beforehand: the first keeps to fewer states, the
// second to simpler sets.
Diagram SymbolicSpace::find_live(const Quest& quest, const Diagram& done) {
  if (done.empty()) return done;
  const bool one_beginning = sets_.count(initial().id()) == BigCount(1);
  if (one_beginning && undoable_.value_or(false)) return reachable_;
  const Diagram everywhere = where(hold(sets_.everything(model_.domains())), quest.done);
  for (std::uint64_t work = kFirstWork;; work *= kWorkGrowth) {
    if (const auto live = try_backward(everywhere, false, work)) return common(*live, reachable_);
    if (const auto live = try_backward(done, true, work)) return *live;
    if (work == kFirstWork && one_beginning && undoable()) return reachable_;
  }
}

bool SymbolicSpace::undoable() {
  if (!undoable_) undoable_ = model_.compiled().undoable();
  return *undoable_;
}

std::optional<Diagram> SymbolicSpace::try_backward(const Diagram& start, bool within_reachable,
                                                   std::uint64_t work) {
  const std::uint64_t limit = store_.most_work();
  const std::uint64_t until = store_.work() + work;
  const bool last = limit != 0 && limit <= until;
  if (!last) store_.set_most_work(until);
  const std::vector<RelationId> backward = all_transitions(true);
  Saturation saturation(sets_, model_.relations(), backward, model_.domains());
  try {
    Diagram found = within_reachable ? saturation.run(start, reachable_) : saturation.run(start);
    store_.set_most_work(limit);
    return found;
  } catch (const DiagramLimit&) {
    const bool over = last || store_.work() <= until;  // some other limit
    store_.set_most_work(limit);
    if (over) throw;
    recover();
    return std::nullopt;
  }
}

Diagram SymbolicSpace::enabled(std::size_t label) {
  NodeId all = kNothing;
  for (const RelationId where : model_.labels()[label].enabled) {
    all = sets_.unite(all, questproof::image(sets_, model_.relations(), reachable_.id(), where));
  }
  return hold(all);
}

Diagram SymbolicSpace::sources(std::size_t label) {
  const RelationId changing = model_.relations().domain(model_.labels()[label].transitions);
  return hold(questproof::image(sets_, model_.relations(), reachable_.id(), changing));
}

Diagram SymbolicSpace::deadlocks() {
  Diagram rest = reachable_;
  for (const LabelRelation& label : model_.labels()) {
    const RelationId changing = model_.relations().domain(label.transitions);
    rest = without(rest, hold(questproof::image(sets_, model_.relations(), rest.id(), changing)));
    tidy();
  }
  return rest;
}

Diagram SymbolicSpace::sources_into(std::size_t label, const Diagram& from, const Diagram& into) {
  const RelationId back = model_.relations().inverse(model_.labels()[label].transitions);
  return common(from, hold(questproof::image(sets_, model_.relations(), into.id(), back)));
}

Diagram SymbolicSpace::successors(const Diagram& set) { return images(set, false); }
Diagram SymbolicSpace::predecessors(const Diagram& set) { return images(set, true); }

Diagram SymbolicSpace::successors(std::size_t label, const Diagram& set) {
  return hold(
      questproof::image(sets_, model_.relations(), set.id(), model_.labels()[label].transitions));
}

Diagram SymbolicSpace::images(const Diagram& set, bool inverse) {
  Diagram all;
  for (const RelationId relation : all_transitions(inverse)) {
    all = hold(
        sets_.unite(all.id(), questproof::image(sets_, model_.relations(), set.id(), relation)));
    tidy();
  }
  return all;
}

std::vector<std::uint32_t> SymbolicSpace::successor(std::size_t label,
                                                    std::span<const std::uint32_t> tuple) {
  const NodeId after = questproof::image(sets_, model_.relations(), sets_.tuple(tuple),
                                         model_.labels()[label].transitions);
  QUEST_CHECK(after != kNothing);
  return model_.smallest(sets_, after);
}

}  // namespace questproof
