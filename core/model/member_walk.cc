// SPDX-License-Identifier: MIT
#include "core/model/member_walk.h"

#include <algorithm>
#include <cstring>
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

// 64 bytes that are 0 or 1 as bits. Eight at a time: the factor shifts byte i to bit 56 + i.
std::uint64_t packed(const std::uint8_t* bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes + 8 * i, 8);
    bits |= (eight * 0x0102040810204080 >> 56) << 8 * i;
  }
  return bits;
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
  position_count_ = static_cast<std::size_t>(std::int64_t{info.high} - info.low + 1);
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

// take(gate, marks): where the guard of a move holds, a byte for each state.
template <typename Take>
void MemberWalk::mark_gates(std::span<Word> columns, std::size_t stride, std::size_t states,
                            std::span<const std::uint32_t> gates, const Take& take) const {
  const Word* const column = columns.data() + field_.word * stride;
  const std::vector<Word> before(column, column + states);
  std::vector<std::uint8_t> holds((states + 63) / 64 * 64, 0);
  std::size_t here = position_count_;
  for (const std::uint32_t g : gates) {
    const Gate& gate = gates_[g];
    if (gate.from != here) put_position(columns, stride, states, field_, gate.from);
    here = gate.from;
    gate.guard.mark({columns.data(), stride, states}, std::span(holds).first(states));
    take(g, holds.data());
  }
  std::copy(before.begin(), before.end(), columns.data() + field_.word * stride);
}

void MemberWalk::open_gates(std::span<Word> columns, std::size_t stride, std::size_t states,
                            std::span<const std::uint32_t> gates,
                            std::vector<StateBits>& open) const {
  open.resize(gates_.size());
  mark_gates(columns, stride, states, gates, [&](std::uint32_t g, const std::uint8_t* holds) {
    open[g].resize((states + 63) / 64);
    for (std::size_t word = 0; word < open[g].size(); ++word) {
      open[g][word] = packed(holds + 64 * word);
    }
  });
}

void MemberWalk::open_gates(std::span<Word> columns, std::size_t stride, const Selection& bits,
                            std::size_t size, std::span<const std::uint32_t> gates,
                            std::vector<StateBits>& open) const {
  open.resize(gates_.size());
  mark_gates(columns, stride, bits.size(), gates, [&](std::uint32_t g, const std::uint8_t* holds) {
    open[g].assign((size + 63) / 64, 0);
    std::uint64_t* const words = open[g].data();
    for (std::size_t i = 0; i < bits.size(); ++i) {
      words[bits[i] / 64] |= std::uint64_t{holds[i]} << bits[i] % 64;
    }
  });
}

void MemberWalk::walk(const std::vector<StateBits>& open, std::vector<StateBits>& reached) const {
  const std::size_t words = reached.empty() ? 0 : reached[0].size();
  constexpr std::size_t kTogether = 4;  // words: few, since all of them wait for the last one
  for (std::size_t begin = 0; begin < words; begin += kTogether) {
    const std::size_t end = std::min(words, begin + kTogether);
    for (bool more = true; more;) {
      std::uint64_t fresh = 0;
      for (std::size_t g = 0; g < gates_.size(); ++g) {
        const std::uint64_t* const from = reached[gates_[g].from].data();
        std::uint64_t* const to = reached[gates_[g].to].data();
        for (std::size_t word = begin; word < end; ++word) {
          const std::uint64_t come = from[word] & open[g][word] & ~to[word];
          to[word] |= come;
          fresh |= come;
        }
      }
      more = fresh != 0;
    }
  }
}

}  // namespace questproof
