// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// Builds a GameModel in code, giving out ids in order. Places in source files stay empty.
class BenchModelBuilder {
 public:
  explicit BenchModelBuilder(std::string name);

  VariableId variable(std::string name, Value low, Value high, Value initial = 0,
                      VariableKind kind = VariableKind::kVariable);
  void event(std::string name, Condition guard, std::vector<Statement> body);
  void quest(std::string name, Condition done, Condition open = Condition::always(),
             Condition failed = Condition::never());

  static Statement assign(VariableId target, Value value);
  static Statement add(VariableId target, Value value, Overflow overflow);
  static Statement subtract(VariableId target, Value value, Overflow overflow);

  // One branch per condition and body; chance picks one of those whose condition holds, or the first
  // of them runs.
  using Part = std::pair<Condition, std::vector<Statement>>;
  static Statement choose(std::vector<Part> parts);
  static Statement when(std::vector<Part> parts);

  // One more way to begin. The first one has the initial values.
  void variant(std::string name, Valuation values);
  const Valuation& initial() const { return model_.variants[0].values; }

  // Numbers the branches and validates.
  GameModel build();

 private:
  void number_branches(EventId event, std::vector<Statement>& body);
  BranchId next_branch(EventId event, std::string text);

  GameModel model_;
};

}  // namespace questproof
