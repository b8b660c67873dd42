// SPDX-License-Identifier: MIT
#include "core/model/member_walk.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/check.h"
#include "core/model/comparison.h"

namespace questproof {
namespace {

void put_position(std::span<Word> columns, std::size_t stride, std::size_t states,
                  const StateLayout::Field& field, Word position) {
  Word* const column = columns.data() + field.word * stride;
  const Word keep = ~field.mask();
  const Word set = position << field.shift;
  for (std::size_t i = 0; i < states; ++i) column[i] = (column[i] & keep) | set;
}

// The only position in which the guard of a move can hold; nothing when there is none.
std::optional<Value> start_of(const Event& move, VariableId walker, const Variable& info) {
  std::optional<Value> start;
  for (Value value = info.low; value <= info.high; ++value) {
    const Condition there = with_value(move.guard, walker, value);
    if (there.kind == Condition::Kind::kFalse) continue;
    QUEST_CHECK_MSG(!start, "the guard of a move does not say where it starts");
    start = value;
  }
  return start;
}

}  // namespace

Condition with_value(const Condition& condition, VariableId variable, Value value) {
  using Kind = Condition::Kind;
  switch (condition.kind) {
    case Kind::kTrue:
    case Kind::kFalse: return condition;
    case Kind::kCompare: {
      Condition known = condition;
      for (Term* term : {&known.left, &known.right}) {
        if (*term == Term::of(variable)) *term = Term::of(value);
      }
      if (known.left.is_variable || known.right.is_variable) {
        const bool about_it =
            condition.left == Term::of(variable) || condition.right == Term::of(variable);
        return about_it ? condition : known;
      }
      return compares(known.left.constant, known.comparison, known.right.constant)
                 ? Condition::always()
                 : Condition::never();
    }
    case Kind::kNot: {
      Condition part = with_value(condition.parts.at(0), variable, value);
      if (part.kind == Kind::kTrue) return Condition::never();
      if (part.kind == Kind::kFalse) return Condition::always();
      return Condition::negation(std::move(part));
    }
    case Kind::kAll:
    case Kind::kAny: break;
  }
  const bool all = condition.kind == Kind::kAll;
  std::vector<Condition> parts;
  for (const Condition& each : condition.parts) {
    Condition part = with_value(each, variable, value);
    if (part.kind == (all ? Kind::kFalse : Kind::kTrue)) return part;
    if (part.kind != (all ? Kind::kTrue : Kind::kFalse)) parts.push_back(std::move(part));
  }
  if (parts.empty()) return all ? Condition::always() : Condition::never();
  return all ? Condition::all(std::move(parts)) : Condition::any(std::move(parts));
}

void mark_reads(const Condition& condition, std::vector<bool>& reads) {
  if (condition.kind == Condition::Kind::kCompare) {
    for (const Term* term : {&condition.left, &condition.right}) {
      if (term->is_variable) reads.at(term->variable.index) = true;
    }
  }
  for (const Condition& part : condition.parts) mark_reads(part, reads);
}

MemberWalk::MemberWalk(const GameModel& model, const StateLayout& layout, const FreeMoves& moves,
                       VariableId walker)
    : field_(layout.field(walker)) {
  const Variable& info = model.variables.at(walker.index);
  for (const EventId id : moves.events) {
    const Event& event = model.events.at(id.index);
    const Statement& statement = event.body.at(0);
    if (statement.target != walker) continue;
    const std::optional<Value> from = start_of(event, walker, info);
    if (!from) continue;
    Gate gate;
    gate.from = static_cast<std::uint32_t>(*from - info.low);
    gate.to = static_cast<std::uint32_t>(statement.value.constant - info.low);
    gate.guard = ColumnCondition(model, layout, event.guard);
    gate.reads.assign(model.variables.size(), false);
    mark_reads(event.guard, gate.reads);
    gates_.push_back(std::move(gate));
  }
  std::stable_sort(gates_.begin(), gates_.end(),
                   [](const Gate& a, const Gate& b) { return a.from < b.from; });
  first_.assign(static_cast<std::size_t>(std::int64_t{info.high} - info.low + 2), 0);
  for (const Gate& gate : gates_) ++first_[gate.from + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

std::vector<std::uint32_t> MemberWalk::all_gates() const {
  std::vector<std::uint32_t> gates(gates_.size());
  std::iota(gates.begin(), gates.end(), 0U);
  return gates;
}

std::vector<std::uint32_t> MemberWalk::gates_reading(const std::vector<bool>& variables) const {
  std::vector<std::uint32_t> gates;
  for (std::uint32_t g = 0; g < gates_.size(); ++g) {
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (!variables[v] || !gates_[g].reads[v]) continue;
      gates.push_back(g);
      break;
    }
  }
  return gates;
}

void MemberWalk::open_gates(std::span<Word> columns, std::size_t stride, std::size_t states,
                            std::span<const std::uint32_t> gates,
                            std::span<std::uint64_t> open) const {
  const std::size_t words = gate_words();
  const Word* const column = columns.data() + field_.word * stride;
  const std::vector<Word> before(column, column + states);
  std::vector<std::uint8_t> holds(states);
  std::size_t here = position_count();
  for (const std::uint32_t g : gates) {
    const Gate& gate = gates_[g];
    if (gate.from != here) put_position(columns, stride, states, field_, gate.from);
    here = gate.from;
    gate.guard.mark({columns.data(), stride, states}, holds);
    const std::uint64_t keep = ~(std::uint64_t{1} << g % 64);
    std::uint64_t* const row = open.data() + g / 64;
    for (std::size_t i = 0; i < states; ++i) {
      row[i * words] = (row[i * words] & keep) | std::uint64_t{holds[i]} << g % 64;
    }
  }
  std::copy(before.begin(), before.end(), columns.data() + field_.word * stride);
}

void MemberWalk::walk(std::size_t start, const std::uint64_t* open, std::uint64_t* members) const {
  std::fill_n(members, member_words(), std::uint64_t{0});
  std::uint16_t waiting[kMaximumPositions];
  std::size_t count = 0;
  waiting[count++] = static_cast<std::uint16_t>(start);
  members[start / 64] |= std::uint64_t{1} << start % 64;
  while (count > 0) {
    const std::size_t here = waiting[--count];
    for (std::uint32_t g = first_[here]; g < first_[here + 1]; ++g) {
      if ((open[g / 64] >> g % 64 & 1) == 0) continue;
      const std::uint32_t to = gates_[g].to;
      const std::uint64_t bit = std::uint64_t{1} << to % 64;
      if ((members[to / 64] & bit) != 0) continue;
      members[to / 64] |= bit;
      waiting[count++] = static_cast<std::uint16_t>(to);
    }
  }
}

}  // namespace questproof
