// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/model/column_condition.h"
#include "core/model/game_model.h"
#include "core/model/guard_tree.h"
#include "core/model/label_table.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"

namespace questproof {

// The events of a model in the form in which a BlockInterpreter runs them: the model's own trees of
// statements, with fields instead of variables. Immutable; shared by threads.
class EventPrograms {
 public:
  EventPrograms(const GameModel& model, const StateLayout& layout, const LabelTable& labels);

  struct Branch;
  struct Step {
    enum class Kind { kPut, kWrite, kFault, kIf, kChoose, kStop };
    Kind kind = Kind::kPut;
    std::uint32_t word = 0;  // kPut: word = (word & keep) | set
    Word keep = ~Word{0};
    Word set = 0;
    StateLayout::Field target;  // kWrite: target := [target +/-] [source] + constant, as stored
    std::int64_t size = 1;      // of the target's domain
    Overflow overflow = Overflow::kError;
    bool add = false;
    bool has_source = false;
    bool subtract = false;
    StateLayout::Field source;
    std::int64_t constant = 0;
    std::vector<Branch> branches;  // kIf, kChoose
  };
  struct Branch {
    BranchId id;
    std::uint32_t coverage = LabelTable::kNone;  // label that counts it, in coarse events
    ColumnCondition condition;
    std::vector<Step> steps;
  };
  struct Program {
    EventId event;
    ColumnCondition guard;
    std::vector<Step> steps;
  };

  const std::vector<Program>& programs() const { return programs_; }
  const GuardTree& tree() const { return tree_; }
  const LabelTable& labels() const { return labels_; }
  std::size_t word_count() const { return word_count_; }

 private:
  std::vector<Step> compile(const std::vector<Statement>& body, EventId event) const;
  Step compile_write(const Statement& statement) const;

  const GameModel& model_;
  const StateLayout& layout_;
  const LabelTable& labels_;
  std::size_t word_count_;
  std::vector<Program> programs_;
  GuardTree tree_;
};

// Expands blocks by running statement after statement on all states that have come so far along
// the same way (see ColumnCondition). Several times as fast as one state after the other, and with
// nothing in common with the rules: no symbolic execution, no vector instructions.
class BlockInterpreter final : public Expander {
 public:
  // The programs must outlive it.
  BlockInterpreter(const EventPrograms& programs, Sources sources)
      : programs_(programs), sources_(sources) {}

  void expand(const StateBlock& block, SuccessorBlock& out,
              std::span<std::uint64_t> enabled) override;

 private:
  using Step = EventPrograms::Step;

  // States that have come the same way: copies that statements change, in columns, and where in
  // the block they come from.
  struct Batch {
    std::vector<Word> words;
    std::size_t count = 0;
    Selection source;
    StateBlock block() const { return {words.data(), count, count}; }
  };
  // Statements that are still to run when a list of them has ended.
  struct Rest {
    const std::vector<Step>* steps = nullptr;
    std::size_t next = 0;
    const Rest* then = nullptr;
  };

  void visit(std::uint32_t node, const Selection& states);
  void run_event(const EventPrograms::Program& program, const Selection& states);
  void run(Rest rest, Batch batch, std::uint32_t node);
  void run_if(const Step& step, const Rest& rest, const Batch& batch, std::uint32_t node);
  void run_choose(const Step& step, const Rest& rest, const Batch& batch, std::uint32_t node);
  void enter(const EventPrograms::Branch& branch, const Rest& rest, const Batch& batch,
             const Selection& chosen, std::uint32_t node);
  void put(const Step& step, Batch& batch) const;
  void write(const Step& step, Batch& batch, std::uint32_t node);
  static bool turns_around(const Step& step);
  void fault(const Selection& sources, std::uint32_t node);
  void emit(const Batch& batch, std::uint32_t node);

  Batch take(const StateBlock& from, const Selection& chosen, const Selection* sources);
  void give_back(Batch batch);
  void count_coverage();

  const EventPrograms& programs_;
  Sources sources_;

  // Of the call that is running.
  StateBlock block_;
  SuccessorBlock* out_ = nullptr;
  std::span<std::uint64_t> enabled_;
  std::vector<std::pair<std::uint32_t, std::uint16_t>> covered_;  // label and state

  std::vector<Batch> spare_;  // batches whose memory can be used again
};

}  // namespace questproof
