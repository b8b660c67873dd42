// SPDX-License-Identifier: MIT
#include "core/model/bytecode.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/model/comparison.h"

namespace questproof {
namespace {

// Brings a stored value into 0 .. size - 1; false when that is a fault.
bool land(std::int64_t& stored, std::int64_t size, Overflow overflow) {
  if (stored >= 0 && stored < size) return true;
  switch (overflow) {
    case Overflow::kSaturate: stored = stored < 0 ? 0 : size - 1; return true;
    case Overflow::kWrap:
      stored %= size;
      if (stored < 0) stored += size;
      return true;
    case Overflow::kError: return false;
  }
  return false;
}

}  // namespace

void SuccessorRows::clear() {
  labels.clear();
  words.clear();
  unchanged.clear();
  faults.clear();
  coverage.clear();
}

// A place in the code that is not known yet, and the jumps that want to go there.
struct Bytecode::Target {
  std::vector<std::uint32_t> jumps;
};

Bytecode::Instruction& Bytecode::emit(Op op) {
  code_.emplace_back();
  code_.back().op = op;
  return code_.back();
}

void Bytecode::jump(Instruction instruction, Target& target) {
  target.jumps.push_back(here());
  code_.push_back(instruction);
}

void Bytecode::bind(Target& target) {
  for (const std::uint32_t position : target.jumps) code_[position].jump = here();
  target.jumps.clear();
}

void Bytecode::prepare_fields() {
  if (!fields_.empty()) return;
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
    const StateLayout::Field& f = layout_.field({i});
    const Variable& variable = model_.variables[i];
    fields_.push_back(
        {f.word, f.shift, (Word{1} << f.bits) - 1, std::int64_t{variable.high} - variable.low + 1});
  }
}

// --- compiling conditions ---

std::uint32_t Bytecode::compile_condition(const Condition& condition) {
  prepare_fields();
  const std::uint32_t entry = here();
  Target otherwise;
  compile_jump(condition, false, otherwise);
  emit(Op::kReturn).flag = true;
  bind(otherwise);
  emit(Op::kReturn).flag = false;
  return entry;
}

// Code that jumps to the target when the condition is `when`, and else falls through.
void Bytecode::compile_jump(const Condition& condition, bool when, Target& target) {
  Instruction always;
  always.op = Op::kJump;
  switch (condition.kind) {
    case Condition::Kind::kTrue:
      if (when) jump(always, target);
      break;
    case Condition::Kind::kFalse:
      if (!when) jump(always, target);
      break;
    case Condition::Kind::kNot: compile_jump(condition.parts.at(0), !when, target); break;
    case Condition::Kind::kCompare: compile_compare(condition, when, target); break;
    case Condition::Kind::kAll:
    case Condition::Kind::kAny: compile_list(condition, when, target); break;
  }
}

void Bytecode::compile_list(const Condition& condition, bool when, Target& target) {
  const bool any = condition.kind == Condition::Kind::kAny;
  if (when == any) {  // any part alone can cause the jump
    std::vector<Instruction> merged;
    std::vector<const Condition*> rest;
    for (const Condition& part : condition.parts) {
      if (any || !merge_equality(part, merged)) rest.push_back(&part);
    }
    for (const Instruction& test : merged) jump(test, target);
    for (const Condition* part : rest) compile_jump(*part, when, target);
    return;
  }
  Target fall_through;  // any part alone can prevent it
  for (const Condition& part : condition.parts) compile_jump(part, !when, fall_through);
  Instruction always;
  always.op = Op::kJump;
  jump(always, target);
  bind(fall_through);
}

// Adds `variable == value` to the masked tests that jump when they fail.
bool Bytecode::merge_equality(const Condition& part, std::vector<Instruction>& merged) const {
  if (part.kind != Condition::Kind::kCompare || part.comparison != Comparison::kEqual ||
      !part.left.is_variable || part.right.is_variable) {
    return false;
  }
  const Field& f = fields_[part.left.variable.index];
  const std::int64_t stored =
      std::int64_t{part.right.constant} - model_.variables[part.left.variable.index].low;
  if (stored < 0 || stored >= f.size || f.mask == 0) return false;
  auto test = std::find_if(merged.begin(), merged.end(),
                           [&](const Instruction& known) { return known.field == f.word; });
  const Word mask = f.mask << f.shift;
  const Word value = static_cast<Word>(stored) << f.shift;
  if (test == merged.end()) {
    Instruction fresh;
    fresh.op = Op::kJumpMasked;
    fresh.field = f.word;
    merged.push_back(fresh);
    test = merged.end() - 1;
  }
  if ((test->mask & mask) != 0) return false;  // the same variable twice
  test->mask |= mask;
  test->value |= value;
  return true;
}

void Bytecode::compile_compare(const Condition& condition, bool when, Target& target) {
  Term left = condition.left;
  Term right = condition.right;
  Comparison comparison = condition.comparison;
  if (!left.is_variable && right.is_variable) {
    std::swap(left, right);
    comparison = mirrored(comparison);
  }
  Instruction test;
  test.comparison = comparison;
  test.flag = when;
  if (!left.is_variable) {
    test.op = Op::kJump;
    if (compares(left.constant, comparison, right.constant) == when) jump(test, target);
    return;
  }
  test.field = left.variable.index;
  const std::int64_t left_low = model_.variables[left.variable.index].low;
  if (right.is_variable) {
    test.op = Op::kJumpFields;
    test.other = right.variable.index;
    test.constant = model_.variables[right.variable.index].low - left_low;
  } else {
    test.op = Op::kJumpConstant;
    test.constant = right.constant - left_low;
  }
  jump(test, target);
}

// --- compiling events ---

std::uint32_t Bytecode::compile_event(EventId event_id) {
  prepare_fields();
  const Event& event = model_.events.at(event_id.index);
  const std::uint32_t entry = here();
  Target disabled;
  compile_jump(event.guard, false, disabled);
  emit(Op::kBegin).other = labels_.root(event_id);
  compile_body(event.body, event_id);
  emit(Op::kEnd);
  bind(disabled);
  emit(Op::kDisabled);
  return entry;
}

void Bytecode::compile_body(const std::vector<Statement>& body, EventId event) {
  for (const Statement& statement : body) {
    switch (statement.kind) {
      case Statement::Kind::kAssign:
      case Statement::Kind::kAdd: compile_write(statement); break;
      case Statement::Kind::kStop: emit(Op::kEnd); break;
      case Statement::Kind::kIf: compile_if(statement, event); break;
      case Statement::Kind::kChoose: compile_choose(statement, event); break;
    }
  }
}

void Bytecode::compile_write(const Statement& statement) {
  const Field& f = fields_[statement.target.index];
  const std::int64_t low = model_.variables[statement.target.index].low;
  const bool add = statement.kind == Statement::Kind::kAdd;
  Instruction write;
  write.overflow = statement.overflow;
  write.field = statement.target.index;
  if (statement.value.is_variable) {
    write.op = add ? Op::kAddField : Op::kAssignField;
    write.other = statement.value.variable.index;
    const std::int64_t other_low = model_.variables[write.other].low;
    write.constant = add ? (statement.subtract ? -other_low : other_low) : other_low - low;
    write.flag = add && statement.subtract;
  } else if (add) {
    write.op = Op::kAddConstant;
    write.constant = statement.value.constant;
    if (statement.subtract) write.constant = -write.constant;
  } else {
    std::int64_t stored = statement.value.constant - low;
    write.op = land(stored, f.size, statement.overflow) ? Op::kPut : Op::kFault;
    write.field = f.word;
    write.mask = f.mask << f.shift;
    write.value = write.op == Op::kPut ? static_cast<Word>(stored) << f.shift : 0;
  }
  code_.push_back(write);
}

void Bytecode::compile_if(const Statement& statement, EventId event) {
  Target after;
  Instruction leave;
  leave.op = Op::kJump;
  for (const Branch& branch : statement.branches) {
    Target next;
    compile_jump(branch.condition, false, next);
    if (labels_.is_coarse(event)) {
      emit(Op::kCoverage).other = labels_.coverage_label(branch.id);
    } else {
      emit(Op::kBranch).other = branch.id.index;
    }
    compile_body(branch.body, event);
    jump(leave, after);
    bind(next);
  }
  bind(after);
}

// First a list of tests that fork, then the bodies, which go on behind the whole statement.
void Bytecode::compile_choose(const Statement& statement, EventId event) {
  emit(Op::kChoose);
  std::vector<Target> bodies(statement.branches.size());
  Instruction fork;
  fork.op = Op::kFork;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Target next;
    compile_jump(statement.branches[i].condition, false, next);
    jump(fork, bodies[i]);
    bind(next);
  }
  emit(Op::kEndForked);
  Target after;
  Instruction leave;
  leave.op = Op::kJump;
  jump(leave, after);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bind(bodies[i]);
    emit(Op::kBranch).other = statement.branches[i].id.index;
    compile_body(statement.branches[i].body, event);
    jump(leave, after);
  }
  bind(after);
}

// --- running ---

bool Bytecode::jumps(const Instruction& instruction, const Word* state) const {
  switch (instruction.op) {
    case Op::kJump: return true;
    case Op::kJumpMasked:
      return ((state[instruction.field] & instruction.mask) == instruction.value) ==
             instruction.flag;
    case Op::kJumpConstant:
      return compares(read(state, instruction.field), instruction.comparison,
                      instruction.constant) == instruction.flag;
    case Op::kJumpFields:
      return compares(read(state, instruction.field), instruction.comparison,
                      read(state, instruction.other) + instruction.constant) == instruction.flag;
    default: QUEST_CHECK_MSG(false, "not a jump"); return false;
  }
}

bool Bytecode::holds(std::uint32_t entry, StateView state) const {
  std::uint32_t pc = entry;
  while (code_[pc].op != Op::kReturn) pc = jumps(code_[pc], state.data()) ? code_[pc].jump : pc + 1;
  return code_[pc].flag;
}

Bytecode::FirstTest Bytecode::first_test(std::uint32_t entry) const {
  const Instruction& first = code_[entry];
  if (first.op != Op::kJumpMasked || first.flag) return {};
  if (code_[first.jump].op != Op::kDisabled) return {};
  return {first.field, first.mask, first.value};
}

bool Bytecode::store(Word* state, const Instruction& instruction, std::int64_t stored) const {
  const Field& f = fields_[instruction.field];
  if (!land(stored, f.size, instruction.overflow)) return false;
  state[f.word] = (state[f.word] & ~(f.mask << f.shift)) | (static_cast<Word>(stored) << f.shift);
  return true;
}

// What a run works on. Row r of the scratch memory is the state as the r-th nested fork sees it.
struct Bytecode::Machine {
  StateView source;
  SuccessorRows& rows;
  std::vector<Word>& scratch;
};

void Bytecode::run(std::uint32_t entry, StateView state, SuccessorRows& rows,
                   std::vector<Word>& scratch) const {
  std::uint32_t pc = entry;
  while (code_[pc].op <= Op::kJumpFields) {
    pc = jumps(code_[pc], state.data()) ? code_[pc].jump : pc + 1;
  }
  if (code_[pc].op == Op::kDisabled) return;
  QUEST_CHECK(code_[pc].op == Op::kBegin);
  if (scratch.size() < state.size()) scratch.resize(state.size());
  for (std::size_t word = 0; word < state.size(); ++word) scratch[word] = state[word];
  Machine machine{state, rows, scratch};
  execute(machine, pc + 1, 0, code_[pc].other);
}

void Bytecode::execute(Machine& machine, std::uint32_t pc, std::size_t row,
                       std::uint32_t node) const {
  const std::size_t width = machine.source.size();
  Word* state = machine.scratch.data() + row * width;
  bool forked = false;
  const auto fault = [&] { machine.rows.faults.push_back(labels_.fault_label(node)); };
  for (;; ++pc) {
    const Instruction& now = code_[pc];
    switch (now.op) {
      case Op::kJump:
      case Op::kJumpMasked:
      case Op::kJumpConstant:
      case Op::kJumpFields:
        if (jumps(now, state)) pc = now.jump - 1;
        break;
      case Op::kPut: state[now.field] = (state[now.field] & ~now.mask) | now.value; break;
      case Op::kAssignField:
        if (!store(state, now, read(state, now.other) + now.constant)) return fault();
        break;
      case Op::kAddConstant:
        if (!store(state, now, read(state, now.field) + now.constant)) return fault();
        break;
      case Op::kAddField: {
        const std::int64_t other = read(state, now.other);
        const std::int64_t sum = read(state, now.field) + (now.flag ? -other : other);
        if (!store(state, now, sum + now.constant)) return fault();
        break;
      }
      case Op::kFault: return fault();
      case Op::kBranch: node = labels_.child(node, BranchId{now.other}); break;
      case Op::kCoverage: machine.rows.coverage.push_back(now.other); break;
      case Op::kChoose: forked = false; break;
      case Op::kFork: {
        const std::size_t needed = (row + 2) * width;
        if (machine.scratch.size() < needed) machine.scratch.resize(needed);
        Word* const base = machine.scratch.data();
        std::copy_n(base + row * width, width, base + (row + 1) * width);
        execute(machine, now.jump, row + 1, node);
        state = machine.scratch.data() + row * width;
        forked = true;
        break;
      }
      case Op::kEndForked:
        if (forked) return;
        break;
      case Op::kEnd: {
        const std::uint32_t label = labels_.label(node);
        Word difference = 0;
        for (std::size_t word = 0; word < width; ++word) {
          difference |= state[word] ^ machine.source[word];
        }
        if (difference == 0) {
          machine.rows.unchanged.push_back(label);
        } else {
          machine.rows.labels.push_back(label);
          machine.rows.words.insert(machine.rows.words.end(), state, state + width);
        }
        return;
      }
      case Op::kBegin:
      case Op::kReturn:
      case Op::kDisabled:
        QUEST_CHECK_MSG(false, "an instruction that cannot stand in a body");
        return;
    }
  }
}

}  // namespace questproof
