// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/symbolic/diagram_image.h"
#include "core/symbolic/saturation.h"
#include "core/symbolic/symbolic_model.h"

namespace questproof {

// What is true of one quest, as sets of reachable states.
struct QuestSets {
  Diagram done;
  Diagram pending;  // open, not done, not failed
  Diagram live;     // a path leads to a done state
  Diagram blocked;  // pending and not live
};

// The reachable states of a model and sets of them. Owns the diagrams. Every member may throw
// DiagramLimit; the space is as good as before then. One thread at a time; `const` members may run in
// several at once.
class SymbolicSpace {
 public:
  // Throws NotSymbolic. `compiled` must outlive it.
  SymbolicSpace(const CompiledModel& compiled, VariableOrder order, DiagramBudget budget);

  // Finds all reachable states, by saturation. Call it first, until it has not thrown.
  void explore();

  // Sets as a plain value, and back: in this space, or another one of the same model with the same order.
  // restore() throws Error of kind kInput where it is not such a value.
  DiagramImage image(const std::vector<Diagram>& sets) const;
  std::vector<Diagram> restore(const DiagramImage& image);
  // Instead of explore(): they are known.
  void set_reachable(Diagram reachable) { reachable_ = std::move(reachable); }

  QuestSets decide(const Quest& quest);

  // The reachable states in which a label is enabled, and those from which it leads to another state.
  Diagram enabled(std::size_t label);
  Diagram sources(std::size_t label);
  // The states without a transition.
  Diagram deadlocks();
  // The states of a set from which a label leads to a state of another one.
  Diagram sources_into(std::size_t label, const Diagram& from, const Diagram& into);

  // All states that one transition leads to or comes from.
  Diagram successors(const Diagram& set);
  Diagram predecessors(const Diagram& set);
  Diagram successors(std::size_t label, const Diagram& set);  // through one label

  // Where the label leads from a state in which it changes something.
  std::vector<std::uint32_t> successor(std::size_t label, std::span<const std::uint32_t> tuple);

  Diagram initial() { return hold(model_.initial(sets_)); }
  Diagram unite(const Diagram& a, const Diagram& b) { return hold(sets_.unite(a.id(), b.id())); }
  Diagram common(const Diagram& a, const Diagram& b) {
    return hold(sets_.intersect(a.id(), b.id()));
  }
  Diagram without(const Diagram& a, const Diagram& b) {
    return hold(sets_.subtract(a.id(), b.id()));
  }
  Diagram only(std::span<const std::uint32_t> tuple) { return hold(sets_.tuple(tuple)); }
  Diagram where(const Diagram& set, const Condition& condition) {
    return hold(model_.where(sets_, set.id(), condition));
  }
  BigCount count(const Diagram& set) { return sets_.count(set.id()); }
  std::vector<std::uint32_t> smallest(const Diagram& set) {
    return model_.smallest(sets_, set.id());
  }
  bool contains(const Diagram& set, std::span<const std::uint32_t> tuple) const {
    return sets_.contains(set.id(), tuple);
  }
  std::uint64_t node_count(const Diagram& set) const { return sets_.node_count(set.id()); }

  const SymbolicModel& model() const { return model_; }
  const Diagram& reachable() const { return reachable_; }
  const DiagramStore& store() const { return store_; }

  void set_most_work(std::uint64_t work) { store_.set_most_work(work); }
  // From now on only nodes are limited: the space outlives whoever made it.
  void let_go() {
    store_.set_most_work(0);
    store_.set_look({});
  }

  // To be called after a DiagramLimit.
  void recover();
  // Between operations: frees what nothing holds, if there is much.
  void tidy() { store_.collect_if_full(); }

 private:
  Diagram find_live(const Quest& quest, const Diagram& done);
  bool undoable();
  std::optional<Diagram> try_backward(const Diagram& start, bool within_reachable,
                                      std::uint64_t work);
  Diagram hold(NodeId id) { return Diagram(store_, id); }
  std::vector<RelationId> all_transitions(bool inverse);
  Diagram images(const Diagram& set, bool inverse);

  SymbolicModel model_;
  DiagramStore store_;
  SetOperations sets_;
  Diagram reachable_;
  std::optional<bool> undoable_;  // once it was asked
};

}  // namespace questproof
