// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/model/block_interpreter.h"
#include "core/model/collapsed_model.h"
#include "core/model/column_condition.h"
#include "core/model/member_walk.h"
#include "core/model/state_space.h"

namespace questproof {

// The regions and labels of a collapsed model, evaluated by other code, so that a verify pass can hold
// one against the other: members are found by walking from position to position (MemberWalk), events and
// quests are interpreted in every member (BlockInterpreter, ColumnCondition), and successors are
// named by walking again. Neither rules nor masks of 64 states take part.
//
// Its expander counts nothing of use in `enabled` (it would count members): the verify pass asks for
// transitions.
class InterpretedCollapsed final : public StateSpace {
 public:
  // The collapsed model must outlive it.
  explicit InterpretedCollapsed(const CollapsedModel& collapsed);
  ~InterpretedCollapsed() override;

  std::size_t word_count() const override { return collapsed_.word_count(); }
  std::size_t word_bits(std::size_t word) const override { return collapsed_.word_bits(word); }
  std::vector<Word> initial_states() const override;
  std::size_t label_count() const override { return collapsed_.label_count(); }
  const TransitionLabel& label(std::size_t index) const override { return collapsed_.label(index); }
  using StateSpace::make_expander;
  std::unique_ptr<Expander> make_expander(Sources sources) const override;
  bool undoable() const override;  // seen case by case (core/model/undo_check.h)
  std::size_t quest_count() const override { return quests_.size(); }
  void evaluate_quests(const StateBlock& block, std::size_t group, std::span<std::uint64_t> done,
                       std::span<std::uint64_t> pending) const override;

 private:
  class Members;
  class MemberExpander;

  // A condition on the members of a region. The parts speak of the positions of one walker at most,
  // which are put in: only where something is left to be evaluated there is a part.
  struct MemberCondition {
    struct Part {
      std::size_t position = 0;
      ColumnCondition condition;
    };
    enum class Kind { kEverywhere, kByPosition, kByMember };
    Kind kind = Kind::kEverywhere;
    std::size_t walker = 0;   // kByPosition
    std::vector<Part> parts;  // kByPosition
    ColumnCondition whole;    // kEverywhere, kByMember
  };
  struct QuestConditions {
    MemberCondition done;
    MemberCondition pending;  // open and not failed
  };

  MemberCondition member_condition(const Condition& condition) const;
  void find_possible_events();

  const CollapsedModel& collapsed_;
  EventPrograms programs_;
  std::vector<MemberWalk> walks_;
  std::vector<QuestConditions> quests_;

  // By walker and position: whether an event may be enabled there, as far as the position tells.
  std::vector<std::vector<std::vector<bool>>> possible_;
  std::vector<bool> in_one_place_;  // by event: possible at one position of every walker
  // By event and walker: the gates that read what the event writes, and whether it moves the walker.
  struct Effect {
    std::vector<std::uint32_t> gates;
    bool moves = false;
  };
  std::vector<std::vector<Effect>> effects_;
};

}  // namespace questproof
