// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/symbolic/event_cases.h"
#include "core/symbolic/relation.h"
#include "core/symbolic/variable_order.h"

namespace questproof {

// What one label of a model means, over tuples in the order of the diagrams.
struct LabelRelation {
  RelationId transitions = kNoTransition;  // to other states
  std::vector<RelationId> enabled;         // relate to themselves the states in which it is enabled
};

// A GameModel for decision diagrams: states are tuples of values, counted from the lowest one, in the
// variable order; events are relations. Of the compiled model nothing is used but the variables' places
// in packed states and the numbers of labels: what events and conditions mean is worked out here anew.
class SymbolicModel {
 public:
  // Throws NotSymbolic. `compiled` must outlive it.
  SymbolicModel(const CompiledModel& compiled, VariableOrder order);

  const CompiledModel& compiled() const { return compiled_; }
  const GameModel& model() const { return compiled_.model(); }
  const VariableOrder& order() const { return order_; }
  std::size_t level_count() const { return order_.variables.size(); }
  const std::vector<std::uint32_t>& domains() const { return domains_; }

  RelationStore& relations() { return relations_; }
  const RelationStore& relations() const { return relations_; }
  const std::vector<LabelRelation>& labels() const { return labels_; }

  std::vector<std::uint32_t> tuple_of(const Valuation& values) const;
  std::vector<std::uint32_t> tuple_of(StateView state) const;
  Valuation valuation_of(std::span<const std::uint32_t> tuple) const;
  std::vector<Word> packed(std::span<const std::uint32_t> tuple) const;

  // The distinct beginnings.
  NodeId initial(SetOperations& sets) const;

  // The states of a set in which a condition holds.
  NodeId where(SetOperations& sets, NodeId set, const Condition& condition) const;

  // The state of a set whose packed words come first. Requires: the set is not empty.
  std::vector<std::uint32_t> smallest(SetOperations& sets, NodeId set) const;

 private:
  class EventBuilder;

  NodeId where_compared(SetOperations& sets, NodeId set, const Condition& condition) const;
  std::uint32_t level_of(VariableId variable) const { return levels_[variable.index]; }

  const CompiledModel& compiled_;
  VariableOrder order_;
  std::vector<std::uint32_t> levels_;           // by variable; kNoLevel: it has one value only
  std::vector<std::uint32_t> domains_;          // by level
  std::vector<std::uint32_t> by_significance_;  // levels, as variables lie in packed states
  RelationStore relations_;
  std::vector<LabelRelation> labels_;
};

}  // namespace questproof
