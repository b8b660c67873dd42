// SPDX-License-Identifier: MIT
#include "core/model/block_interpreter.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/check.h"
#include "core/model/block_kernels.h"

namespace questproof {
namespace {

// Brings a stored value into 0 .. size - 1; false when that is a fault.
bool land(std::int64_t& stored, std::int64_t size, Overflow overflow) {
  if (stored >= 0 && stored < size) return true;
  if (overflow == Overflow::kError) return false;
  if (overflow == Overflow::kSaturate) {
    stored = stored < 0 ? 0 : size - 1;
  } else {
    stored = (stored % size + size) % size;
  }
  return true;
}

std::vector<EventId> all_events(const GameModel& model) {
  std::vector<EventId> events;
  for (std::uint32_t i = 0; i < model.events.size(); ++i) events.push_back({i});
  return events;
}

}  // namespace

// --- programs ---

EventPrograms::EventPrograms(const GameModel& model, const StateLayout& layout,
                             const LabelTable& labels)
    : model_(model),
      layout_(layout),
      labels_(labels),
      word_count_(layout.word_count()),
      tree_(make_guard_tree(model, layout, all_events(model))) {
  for (const EventId id : all_events(model)) {
    const Event& event = model.events[id.index];
    programs_.push_back({id, ColumnCondition(model, layout, event.guard), compile(event.body, id)});
  }
}

std::vector<EventPrograms::Step> EventPrograms::compile(const std::vector<Statement>& body,
                                                        EventId event) const {
  std::vector<Step> steps;
  for (const Statement& statement : body) {
    Step step;
    switch (statement.kind) {
      case Statement::Kind::kAssign:
      case Statement::Kind::kAdd: step = compile_write(statement); break;
      case Statement::Kind::kStop: step.kind = Step::Kind::kStop; break;
      case Statement::Kind::kIf: step.kind = Step::Kind::kIf; break;
      case Statement::Kind::kChoose: step.kind = Step::Kind::kChoose; break;
    }
    for (const questproof::Branch& branch : statement.branches) {
      Branch compiled;
      compiled.id = branch.id;
      if (step.kind == Step::Kind::kIf && labels_.is_coarse(event)) {
        compiled.coverage = labels_.coverage_label(branch.id);
      }
      compiled.condition = ColumnCondition(model_, layout_, branch.condition);
      compiled.steps = compile(branch.body, event);
      step.branches.push_back(std::move(compiled));
    }
    if (step.kind == Step::Kind::kPut && !steps.empty() && steps.back().kind == step.kind &&
        steps.back().word == step.word) {
      Step& before = steps.back();
      before.set = (before.set & step.keep) | step.set;
      before.keep &= step.keep;
    } else {
      steps.push_back(std::move(step));
    }
  }
  return steps;
}

EventPrograms::Step EventPrograms::compile_write(const Statement& statement) const {
  const Variable& target = model_.variables[statement.target.index];
  Step step;
  step.target = layout_.field(statement.target);
  step.size = std::int64_t{target.high} - target.low + 1;
  step.overflow = statement.overflow;
  step.add = statement.kind == Statement::Kind::kAdd;
  step.subtract = step.add && statement.subtract;
  step.has_source = statement.value.is_variable;
  if (step.has_source) {
    step.source = layout_.field(statement.value.variable);
    step.constant = step.source.low;
  } else {
    step.constant = statement.value.constant;
  }
  if (step.subtract) step.constant = -step.constant;
  if (!step.add) step.constant -= target.low;
  step.kind = Step::Kind::kWrite;
  if (step.add || step.has_source) return step;
  std::int64_t stored = step.constant;
  step.kind = land(stored, step.size, step.overflow) ? Step::Kind::kPut : Step::Kind::kFault;
  step.word = step.target.word;
  step.keep = ~step.target.mask();
  step.set = step.kind == Step::Kind::kPut ? static_cast<Word>(stored) << step.target.shift : 0;
  return step;
}

// --- running ---

void BlockInterpreter::expand(const StateBlock& block, SuccessorBlock& out,
                              std::span<std::uint64_t> enabled) {
  QUEST_CHECK(block.count <= kMaximumBlock && block.count <= block.stride);
  out.count = 0;
  out.runs.clear();
  out.faults.clear();
  if (sources_ == Sources::kLeaveOut) out.source.clear();
  block_ = block;
  out_ = &out;
  enabled_ = enabled;
  covered_.clear();
  Selection all(block.count);
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  if (!all.empty()) visit(0, all);
  count_coverage();
}

void BlockInterpreter::visit(std::uint32_t index, const Selection& states) {
  const GuardTree::Node& node = programs_.tree().nodes[index];
  if (!node.field) {
    for (const std::uint32_t event : node.events) run_event(programs_.programs()[event], states);
    return;
  }
  const Word* const column = block_.words + node.field->word * block_.stride;
  const auto value_of = [&](std::uint16_t i) {
    return (column[i] & node.field->mask()) >> node.field->shift;
  };
  std::vector<std::uint32_t> begins(node.children.size() + 1, 0);
  for (const std::uint16_t i : states) ++begins[value_of(i) + 1];
  for (std::size_t v = 1; v < begins.size(); ++v) begins[v] += begins[v - 1];
  std::vector<std::uint32_t> cursors = begins;
  Selection sorted(states.size());
  for (const std::uint16_t i : states) sorted[cursors[value_of(i)]++] = i;
  Selection part;
  for (std::size_t v = 0; v < node.children.size(); ++v) {
    if (begins[v] == begins[v + 1]) continue;
    part.assign(sorted.begin() + begins[v], sorted.begin() + begins[v + 1]);
    visit(node.children[v], part);
  }
}

void BlockInterpreter::run_event(const EventPrograms::Program& program, const Selection& states) {
  Selection enabled;
  program.guard.split(block_, states, enabled, nullptr);
  if (enabled.empty()) return;
  run({&program.steps, 0, nullptr}, take(block_, enabled, nullptr),
      programs_.labels().root(program.event));
}

void BlockInterpreter::run(Rest rest, Batch batch, std::uint32_t node) {
  while (batch.count > 0) {
    if (rest.next == rest.steps->size()) {
      if (rest.then == nullptr) {
        emit(batch, node);
        break;
      }
      rest = *rest.then;
      continue;
    }
    const Step& step = (*rest.steps)[rest.next++];
    if (step.kind == Step::Kind::kPut) {
      put(step, batch);
    } else if (step.kind == Step::Kind::kWrite) {
      write(step, batch, node);
    } else if (step.kind == Step::Kind::kIf) {
      run_if(step, rest, batch, node);
      break;
    } else if (step.kind == Step::Kind::kChoose) {
      run_choose(step, rest, batch, node);
      break;
    } else {
      if (step.kind == Step::Kind::kStop) emit(batch, node);
      if (step.kind == Step::Kind::kFault) fault(batch.source, node);
      break;
    }
  }
  give_back(std::move(batch));
}

void BlockInterpreter::run_if(const Step& step, const Rest& rest, const Batch& batch,
                              std::uint32_t node) {
  Selection open(batch.count);
  std::iota(open.begin(), open.end(), std::uint16_t{0});
  for (const EventPrograms::Branch& branch : step.branches) {
    Selection yes, no;
    branch.condition.split(batch.block(), open, yes, &no);
    enter(branch, rest, batch, yes, node);
    open = std::move(no);
  }
  if (!open.empty()) run(rest, take(batch.block(), open, &batch.source), node);
}

void BlockInterpreter::run_choose(const Step& step, const Rest& rest, const Batch& batch,
                                  std::uint32_t node) {
  Selection all(batch.count);
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  std::vector<bool> chosen(batch.count, false);
  for (const EventPrograms::Branch& branch : step.branches) {
    Selection yes;
    branch.condition.split(batch.block(), all, yes, nullptr);
    for (const std::uint16_t i : yes) chosen[i] = true;
    enter(branch, rest, batch, yes, node);
  }
  Selection none;
  for (const std::uint16_t i : all) {
    if (!chosen[i]) none.push_back(i);
  }
  if (!none.empty()) run(rest, take(batch.block(), none, &batch.source), node);
}

void BlockInterpreter::enter(const EventPrograms::Branch& branch, const Rest& rest,
                             const Batch& batch, const Selection& chosen, std::uint32_t node) {
  if (chosen.empty()) return;
  if (branch.coverage != LabelTable::kNone) {
    for (const std::uint16_t i : chosen) covered_.push_back({branch.coverage, batch.source[i]});
  } else {
    node = programs_.labels().child(node, branch.id);
  }
  run({&branch.steps, 0, &rest}, take(batch.block(), chosen, &batch.source), node);
}

void BlockInterpreter::put(const Step& step, Batch& batch) const {
  Word* const column = batch.words.data() + step.word * batch.count;
  for (std::size_t i = 0; i < batch.count; ++i) column[i] = (column[i] & step.keep) | step.set;
}

// Adds a constant modulo the domain, in a field whose sums stay in the word.
bool BlockInterpreter::turns_around(const Step& step) {
  return step.add && !step.has_source && step.overflow == Overflow::kWrap &&
         step.target.shift + step.target.bits < 63;
}

// States with a fault leave the batch.
void BlockInterpreter::write(const Step& step, Batch& batch, std::uint32_t node) {
  Word* const column = batch.words.data() + step.target.word * batch.count;
  const Word* const source = batch.words.data() + step.source.word * batch.count;
  const Word target_mask = step.target.mask();
  const Word source_mask = step.source.mask();
  if (turns_around(step)) {
    const Word size = static_cast<Word>(step.size) << step.target.shift;
    const Word add = static_cast<Word>((step.constant % step.size + step.size) % step.size)
                     << step.target.shift;
    for (std::size_t i = 0; i < batch.count; ++i) {
      const Word sum = (column[i] & target_mask) + add;
      column[i] = (column[i] & ~target_mask) | (sum >= size ? sum - size : sum);
    }
    return;
  }
  Selection faulty, sound;
  for (std::size_t i = 0; i < batch.count; ++i) {
    std::int64_t stored = step.constant;
    if (step.add)
      stored += static_cast<std::int64_t>((column[i] & target_mask) >> step.target.shift);
    if (step.has_source) {
      const auto other = static_cast<std::int64_t>((source[i] & source_mask) >> step.source.shift);
      stored += step.subtract ? -other : other;
    }
    if (!land(stored, step.size, step.overflow)) {
      faulty.push_back(static_cast<std::uint16_t>(i));
      continue;
    }
    column[i] = (column[i] & ~target_mask) | static_cast<Word>(stored) << step.target.shift;
  }
  if (faulty.empty()) return;
  Selection sources;
  for (const std::uint16_t i : faulty) sources.push_back(batch.source[i]);
  fault(sources, node);
  for (std::size_t i = 0, next = 0; i < batch.count; ++i) {
    if (next < faulty.size() && faulty[next] == i) {
      ++next;
    } else {
      sound.push_back(static_cast<std::uint16_t>(i));
    }
  }
  Batch rest = take(batch.block(), sound, &batch.source);
  std::swap(rest, batch);
  give_back(std::move(rest));
}

void BlockInterpreter::fault(const Selection& sources, std::uint32_t node) {
  const std::uint32_t label = programs_.labels().fault_label(node);
  enabled_[label] += sources.size();
  for (const std::uint16_t source : sources) out_->faults.push_back({label, source});
}

void BlockInterpreter::emit(const Batch& batch, std::uint32_t node) {
  const std::uint32_t label = programs_.labels().label(node);
  enabled_[label] += batch.count;
  const std::size_t width = programs_.word_count();
  const bool keep_sources = sources_ == Sources::kKeep;
  SuccessorBlock& out = *out_;
  reserve_successors(out, width, batch.count, keep_sources);
  const std::size_t begin = out.count;
  for (std::size_t i = 0; i < batch.count; ++i) {
    const std::uint16_t source = batch.source[i];
    Word difference = 0;
    for (std::size_t word = 0; word < width; ++word) {
      const Word value = batch.words[word * batch.count + i];
      difference |= value ^ block_.words[word * block_.stride + source];
      out.words[word * out.stride + out.count] = value;
    }
    if (keep_sources) out.source[out.count] = source;
    out.count += difference != 0 ? 1 : 0;
  }
  if (out.count > begin) out.runs.push_back({label, begin, out.count});
}

// Copies of some states; `sources` says where in the block the states of `from` come from (null:
// it is the block).
BlockInterpreter::Batch BlockInterpreter::take(const StateBlock& from, const Selection& chosen,
                                               const Selection* sources) {
  Batch batch;
  if (!spare_.empty()) {
    batch = std::move(spare_.back());
    spare_.pop_back();
  }
  const std::size_t width = programs_.word_count();
  batch.count = chosen.size();
  batch.words.resize(std::max(batch.words.size(), width * batch.count));
  batch.source.resize(batch.count);
  for (std::size_t word = 0; word < width; ++word) {
    const Word* const column = from.words + word * from.stride;
    Word* const to = batch.words.data() + word * batch.count;
    for (std::size_t i = 0; i < batch.count; ++i) to[i] = column[chosen[i]];
  }
  for (std::size_t i = 0; i < batch.count; ++i) {
    batch.source[i] = sources == nullptr ? chosen[i] : (*sources)[chosen[i]];
  }
  return batch;
}

void BlockInterpreter::give_back(Batch batch) { spare_.push_back(std::move(batch)); }

// A branch counts once a state, however often chance leads to it.
void BlockInterpreter::count_coverage() {
  std::sort(covered_.begin(), covered_.end());
  covered_.erase(std::unique(covered_.begin(), covered_.end()), covered_.end());
  for (const auto& [label, source] : covered_) ++enabled_[label];
}

}  // namespace questproof
