// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/word.h"
#include "core/model/game_model.h"
#include "core/model/label_table.h"
#include "core/model/state_layout.h"

namespace questproof {

// Successors of one state in rows. Reused from state to state.
struct SuccessorRows {
  std::vector<std::uint32_t> labels;     // one per successor that differs from the state
  std::vector<Word> words;               // its words, one row after the other
  std::vector<std::uint32_t> unchanged;  // labels that lead back to the state itself
  std::vector<std::uint32_t> faults;     // labels of faults
  std::vector<std::uint32_t> coverage;   // coverage labels of the branches that ran; may repeat

  void clear();
};

// Events and conditions as instructions on packed states, for states one by one. Compiled straight
// from the model's trees, without the symbolic execution that rules come from.
//
// Events are compiled first; then the program is only read and can be shared by threads. The model's
// layout and labels must outlive it.
class Bytecode {
 public:
  Bytecode(const GameModel& model, const StateLayout& layout, const LabelTable& labels)
      : model_(model), layout_(layout), labels_(labels) {}

  // Both return where the program begins, for the calls below.
  std::uint32_t compile_event(EventId event);
  std::uint32_t compile_condition(const Condition& condition);

  bool holds(std::uint32_t entry, StateView state) const;

  // A masked test that the states must pass in which an event is enabled, cheap to try before `run`.
  // It lets all states pass when the guard gives no such test.
  struct FirstTest {
    std::uint32_t word = 0;
    Word mask = 0;
    Word value = 0;
    bool passes(const Word* state) const { return (state[word] & mask) == value; }
  };
  FirstTest first_test(std::uint32_t entry) const;

  // Appends what the event does to the state: nothing when its guard does not hold. `scratch` keeps
  // memory between calls.
  void run(std::uint32_t entry, StateView state, SuccessorRows& rows,
           std::vector<Word>& scratch) const;

  enum class Op : std::uint8_t {
    kJump,
    kJumpMasked,    // when ((word & mask) == value) == flag
    kJumpConstant,  // when field compares with constant
    kJumpFields,    // when field compares with other + constant
    kBegin,         // the guard holds: from here on a copy of the state is changed
    kPut,           // word = (word & ~mask) | value
    kAssignField,   // field := other + constant
    kAddConstant,   // field := field + constant
    kAddField,      // field := field + other + constant, or field - other + constant when `flag`
    kFault,         // a result that is always outside
    kBranch,        // the branch `other` runs
    kCoverage,      // counts the label `other`
    kChoose,        // chance begins to choose
    kFork,          // an alternative is enabled: run it at `jump`, then go on
    kEndForked,     // when any alternative since kChoose was enabled: end without a result
    kReturn,        // of a condition: flag
    kDisabled,      // the guard does not hold
    kEnd,
  };

 private:
  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    Word mask = 0;          // not shifted
    std::int64_t size = 1;  // of the domain; the field holds 0 .. size - 1
  };
  struct Instruction {
    Op op = Op::kEnd;
    Comparison comparison = Comparison::kEqual;
    Overflow overflow = Overflow::kError;
    bool flag = false;
    std::uint32_t jump = 0;
    std::uint32_t field = 0;  // index into fields_, or a word
    std::uint32_t other = 0;  // index into fields_, a branch, or a label
    Word mask = 0;
    Word value = 0;
    std::int64_t constant = 0;
  };
  struct Target;
  struct Machine;

  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.size()); }
  Instruction& emit(Op op);
  void jump(Instruction instruction, Target& target);
  void bind(Target& target);
  void prepare_fields();

  void compile_jump(const Condition& condition, bool when, Target& target);
  void compile_list(const Condition& condition, bool when, Target& target);
  void compile_compare(const Condition& condition, bool when, Target& target);
  bool merge_equality(const Condition& part, std::vector<Instruction>& merged) const;
  void compile_body(const std::vector<Statement>& body, EventId event);
  void compile_write(const Statement& statement);
  void compile_if(const Statement& statement, EventId event);
  void compile_choose(const Statement& statement, EventId event);

  std::uint32_t read(const Word* state, std::uint32_t field) const {
    const Field& f = fields_[field];
    return static_cast<std::uint32_t>((state[f.word] >> f.shift) & f.mask);
  }
  bool store(Word* state, const Instruction& instruction, std::int64_t stored) const;
  bool jumps(const Instruction& instruction, const Word* state) const;
  void execute(Machine& machine, std::uint32_t pc, std::size_t row, std::uint32_t node) const;

  const GameModel& model_;
  const StateLayout& layout_;
  const LabelTable& labels_;
  std::vector<Field> fields_;  // one per variable
  std::vector<Instruction> code_;
};

}  // namespace questproof
