// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/reduce/value_state.h"
#include "core/model/reduce/variable_set.h"

namespace questproof {

// A variable that stands in for a program counter; a location is one of its values, counted from 0.
class Phase {
 public:
  Phase(const GameModel& model, VariableId variable, const std::vector<ValueSet>& domains)
      : model_(&model), variable_(variable), domains_(&domains) {}

  VariableId variable() const { return variable_; }
  std::size_t location_count() const {
    const Variable& phase = model_->variables[variable_.index];
    return static_cast<std::size_t>(std::int64_t{phase.high} - phase.low) + 1;
  }
  std::size_t location_of(Value value) const {
    return static_cast<std::size_t>(std::int64_t{value} - model_->variables[variable_.index].low);
  }

  // What is known in every state of a location.
  ValueState at(std::size_t location) const {
    const std::int64_t low = model_->variables[variable_.index].low;
    ValueState state(*domains_);
    state.set(variable_, ValueSet::single(low + static_cast<std::int64_t>(location)));
    return state;
  }

 private:
  const GameModel* model_;
  VariableId variable_;
  const std::vector<ValueSet>* domains_;
};

// Variables that may serve as phases, the most telling first: 2 to kMaximumLocations values, only
// ever assigned constants, and asked for by the guards of at least two events. At most `count`.
inline constexpr std::size_t kMaximumLocations = 256;
std::vector<VariableId> choose_phases(const GameModel& model, std::size_t count);

}  // namespace questproof
