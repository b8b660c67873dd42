// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/model/compiled_model.h"

namespace questproof {

// The states and labels of a compiled model, evaluated by bytecode alone, one state after the
// other: events, and the conditions of the quests. None of the code that makes and runs rules takes
// part, so that a verify pass can hold one against the other.
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
  std::size_t quest_count() const override { return quests_.size(); }
  void evaluate_quests(const StateBlock& block, std::size_t group, std::span<std::uint64_t> done,
                       std::span<std::uint64_t> pending) const override;

 private:
  struct QuestPrograms {
    std::uint32_t open = 0;
    std::uint32_t done = 0;
    std::uint32_t failed = 0;
  };

  const CompiledModel& compiled_;
  Bytecode conditions_;
  std::vector<QuestPrograms> quests_;
};

}  // namespace questproof
