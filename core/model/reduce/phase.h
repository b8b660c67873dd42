// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/reduce/value_state.h"

namespace questproof {

// Variables that together stand in for a program counter: the scene, the chapter, the dialogue. A
// location is a combination of their values that may be reached, over-approximated by running all
// events on these values alone. Between two statements of an event a location may occur that no
// event ends in.
class Phase {
 public:
  // Finds all locations; nothing when there are more than `limit`. `model` and `domains` must
  // outlive this. Requires: the variables are only ever assigned constants.
  static std::optional<Phase> find(const GameModel& model, std::vector<VariableId> variables,
                                   const std::vector<ValueSet>& domains, std::size_t limit);

  const std::vector<VariableId>& variables() const { return variables_; }
  bool contains(VariableId variable) const;
  std::size_t location_count() const { return locations_.size(); }

  // What is known in every state of a location.
  ValueState at(std::size_t location) const;

  // The location of a state that can be reached.
  std::size_t location_of(const Valuation& values) const { return numbers_.at(values_in(values)); }

  // Where a write to one of the variables leads; nothing when it is always a fault.
  std::optional<std::size_t> after(std::size_t location, const Statement& write) const;

  // The locations at which an event may be enabled, ascending.
  const std::vector<std::size_t>& enabled(std::size_t event) const { return enabled_[event]; }

 private:
  using Values = std::vector<Value>;  // one per variable of the phase
  using Locations = std::vector<bool>;
  class Explorer;

  Phase(const GameModel& model, std::vector<VariableId> variables,
        const std::vector<ValueSet>& domains)
      : model_(&model), domains_(&domains), variables_(std::move(variables)) {}

  Values values_in(const Valuation& values) const;
  std::optional<Values> values_after(std::size_t location, const Statement& write) const;
  std::size_t number(const Values& values);

  const GameModel* model_;
  const std::vector<ValueSet>* domains_;
  std::vector<VariableId> variables_;
  std::vector<Values> locations_;
  std::map<Values, std::size_t> numbers_;
  std::vector<std::vector<std::size_t>> enabled_;  // per event
};

// Variables that may serve in a phase, the most telling first: 2 to 256 values, only ever assigned
// constants, and asked for by the guards of at least two events.
std::vector<VariableId> phase_candidates(const GameModel& model);

// The phase of as many of the most telling variables as stay within a bound of locations. Nothing
// when there is none.
std::optional<Phase> find_phase(const GameModel& model, const std::vector<ValueSet>& domains);

}  // namespace questproof
