// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/model/block_interpreter.h"
#include "core/model/column_condition.h"
#include "core/model/compiled_model.h"

namespace questproof {

// The states and labels of a compiled model, evaluated without rules: the events, and the conditions
// of the quests, run as they stand in the model, statement after statement. None of the code that
// makes and runs rules takes part, so that a verify pass can hold one against the other.
class InterpretedModel final : public StateSpace {
 public:
  // The compiled model must outlive it.
  explicit InterpretedModel(const CompiledModel& compiled);

  std::size_t word_count() const override { return compiled_.word_count(); }
  std::size_t word_bits(std::size_t word) const override { return compiled_.word_bits(word); }
  std::vector<Word> initial_states() const override { return compiled_.initial_states(); }
  std::size_t label_count() const override { return compiled_.label_count(); }
  const TransitionLabel& label(std::size_t index) const override { return compiled_.label(index); }
  using StateSpace::make_expander;
  std::unique_ptr<Expander> make_expander(Sources sources) const override;
  bool undoable() const override;  // seen case by case (core/model/undo_check.h)
  std::size_t quest_count() const override { return quests_.size(); }
  void evaluate_quests(const StateBlock& block, std::size_t group, std::span<std::uint64_t> done,
                       std::span<std::uint64_t> pending) const override;

 private:
  struct QuestConditions {
    ColumnCondition open, done, failed;
  };

  const CompiledModel& compiled_;
  EventPrograms programs_;
  std::vector<QuestConditions> quests_;
};

}  // namespace questproof
