// SPDX-License-Identifier: MIT
#include "core/model/free_moves.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/model/comparison.h"
#include "core/model/value_set.h"

namespace questproof {
namespace {

using Kind = Condition::Kind;

// A total order of normal forms, as text.
std::string key_of(const Term& term) {
  return term.is_variable ? "v" + std::to_string(term.variable.index)
                          : "c" + std::to_string(term.constant);
}

std::string key_of(const Condition& condition) {
  switch (condition.kind) {
    case Kind::kTrue: return "T";
    case Kind::kFalse: return "F";
    case Kind::kCompare:
      return key_of(condition.left) + "?" + std::to_string(static_cast<int>(condition.comparison)) +
             key_of(condition.right);
    case Kind::kNot: return "!" + key_of(condition.parts.at(0));
    case Kind::kAll:
    case Kind::kAny: break;
  }
  std::string key = condition.kind == Kind::kAll ? "&(" : "|(";
  for (const Condition& part : condition.parts) key += key_of(part) + ",";
  return key + ")";
}

// The values of a domain that compare so with a constant.
ValueSet satisfying(const Variable& variable, Comparison comparison, std::int64_t constant) {
  const std::int64_t low = variable.low;
  const std::int64_t high = variable.high;
  const ValueSet domain = ValueSet::range(low, high);
  switch (comparison) {
    case Comparison::kEqual: return domain.intersection(ValueSet::single(constant));
    case Comparison::kNotEqual: return domain.without(ValueSet::single(constant));
    case Comparison::kLess: return ValueSet::range(low, std::min(high, constant - 1));
    case Comparison::kLessEqual: return ValueSet::range(low, std::min(high, constant));
    case Comparison::kGreater: return ValueSet::range(std::max(low, constant + 1), high);
    case Comparison::kGreaterEqual: return ValueSet::range(std::max(low, constant), high);
  }
  return {};
}

class Normaliser {
 public:
  explicit Normaliser(const GameModel& model) : model_(model) {}

  // `negate`: of the negation of the condition.
  Condition run(const Condition& condition, bool negate) const {
    switch (condition.kind) {
      case Kind::kTrue: return negate ? Condition::never() : Condition::always();
      case Kind::kFalse: return negate ? Condition::always() : Condition::never();
      case Kind::kCompare: return comparison(condition, negate);
      case Kind::kNot: return run(condition.parts.at(0), !negate);
      case Kind::kAll: return list(condition, negate, !negate);
      case Kind::kAny: return list(condition, negate, negate);
    }
    return condition;
  }

 private:
  Condition comparison(const Condition& condition, bool negate) const {
    Term left = condition.left;
    Term right = condition.right;
    Comparison how = negate ? negated(condition.comparison) : condition.comparison;
    if (!left.is_variable && !right.is_variable) {
      return compares(left.constant, how, right.constant) ? Condition::always()
                                                          : Condition::never();
    }
    const bool swap =
        left.is_variable && right.is_variable ? right.variable < left.variable : !left.is_variable;
    if (swap) {
      std::swap(left, right);
      how = mirrored(how);
    }
    if (!right.is_variable) return constant_comparison(left.variable, how, right.constant);
    return Condition::compare(left, how, right);
  }

  Condition constant_comparison(VariableId id, Comparison how, Value constant) const {
    const Variable& variable = model_.variables.at(id.index);
    const ValueSet yes = satisfying(variable, how, constant);
    const ValueSet no = ValueSet::range(variable.low, variable.high).without(yes);
    if (yes.empty()) return Condition::never();
    if (no.empty()) return Condition::always();
    if (yes.is_single()) return Condition::equals(id, static_cast<Value>(yes.lowest()));
    if (no.is_single()) {
      return Condition::compare(Term::of(id), Comparison::kNotEqual,
                                Term::of(static_cast<Value>(no.lowest())));
    }
    // An interval at one end of the domain.
    if (yes.lowest() == variable.low) {
      return Condition::compare(Term::of(id), Comparison::kLessEqual,
                                Term::of(static_cast<Value>(yes.highest())));
    }
    return Condition::compare(Term::of(id), Comparison::kGreaterEqual,
                              Term::of(static_cast<Value>(yes.lowest())));
  }

  Condition list(const Condition& condition, bool negate, bool all) const {
    const Kind kind = all ? Kind::kAll : Kind::kAny;
    const Kind neutral = all ? Kind::kTrue : Kind::kFalse;
    const Kind deciding = all ? Kind::kFalse : Kind::kTrue;
    std::map<std::string, Condition> parts;  // sorted, and each once
    for (const Condition& part : condition.parts) {
      Condition normal = run(part, negate);
      if (normal.kind == neutral) continue;
      if (normal.kind == deciding) return normal;
      if (normal.kind == kind) {
        for (Condition& inner : normal.parts) parts.emplace(key_of(inner), std::move(inner));
      } else {
        parts.emplace(key_of(normal), std::move(normal));
      }
    }
    if (parts.empty()) return all ? Condition::always() : Condition::never();
    if (parts.size() == 1) return parts.begin()->second;
    Condition result;
    result.kind = kind;
    for (auto& [key, part] : parts) result.parts.push_back(std::move(part));
    return result;
  }

  const GameModel& model_;
};

void mark_read(const Condition& condition, std::vector<bool>& read) {
  if (condition.kind == Kind::kCompare) {
    for (const Term* term : {&condition.left, &condition.right}) {
      if (term->is_variable) read[term->variable.index] = true;
    }
  }
  for (const Condition& part : condition.parts) mark_read(part, read);
}

// An event in the form of a move, whether or not there is a move back.
struct Candidate {
  EventId event;
  VariableId position;
  Value from = 0;
  Value to = 0;
  Condition condition;
  std::vector<bool> read;  // by the condition
};

class MoveFinder {
 public:
  explicit MoveFinder(const GameModel& model) : model_(model) {}

  FreeMoves find() {
    for (std::uint32_t i = 0; i < model_.events.size(); ++i) {
      if (auto candidate = candidate_of(EventId{i})) candidates_.push_back(std::move(*candidate));
    }
    std::vector<std::pair<std::size_t, std::uint32_t>> order;  // by number of positions, falling
    for (std::uint32_t v = 0; v < model_.variables.size(); ++v) {
      if (const std::size_t positions = position_count(VariableId{v})) {
        order.push_back({kMaximumPositions - positions, v});
      }
    }
    std::sort(order.begin(), order.end());
    for (const auto& [rank, variable] : order) accept(VariableId{variable});
    return result();
  }

 private:
  bool may_walk(VariableId variable) const {
    const Variable& info = model_.variables[variable.index];
    return info.kind == VariableKind::kPosition &&
           std::int64_t{info.high} - info.low < static_cast<std::int64_t>(kMaximumPositions);
  }

  // The one statement of a move assigns a constant of the domain.
  std::optional<Candidate> candidate_of(EventId id) const {
    const Event& event = model_.events[id.index];
    if (event.body.size() != 1) return std::nullopt;
    const Statement& statement = event.body[0];
    if (statement.kind != Statement::Kind::kAssign || statement.value.is_variable) {
      return std::nullopt;
    }
    const Variable& position = model_.variables[statement.target.index];
    Candidate result{id, statement.target, 0, statement.value.constant, {}, {}};
    if (!may_walk(result.position)) return std::nullopt;
    if (result.to < position.low || result.to > position.high) return std::nullopt;
    if (!split_guard(event.guard, result) || result.from == result.to) return std::nullopt;
    result.read.assign(model_.variables.size(), false);
    mark_read(result.condition, result.read);
    if (result.read[result.position.index]) return std::nullopt;
    return result;
  }

  // Takes `position == from` out of a guard; the rest is the condition.
  bool split_guard(const Condition& guard, Candidate& candidate) const {
    Condition normal = normalised(model_, guard);
    std::vector<Condition> parts;
    if (normal.kind == Kind::kAll) {
      parts = std::move(normal.parts);
    } else {
      parts.push_back(std::move(normal));
    }
    const auto pins = [&](const Condition& part) {
      return part.kind == Kind::kCompare && part.comparison == Comparison::kEqual &&
             part.left == Term::of(candidate.position) && !part.right.is_variable;
    };
    const auto pin = std::find_if(parts.begin(), parts.end(), pins);
    if (pin == parts.end()) return false;
    candidate.from = pin->right.constant;
    parts.erase(pin);
    candidate.condition = normalised(model_, Condition::all(std::move(parts)));
    return true;
  }

  bool has_way_back(const Candidate& there) const {
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& back) {
      return back.position == there.position && back.from == there.to && back.to == there.from &&
             back.condition == there.condition;
    });
  }

  std::size_t position_count(VariableId variable) const {
    std::vector<Value> positions;
    for (const Candidate& candidate : candidates_) {
      if (candidate.position != variable || !has_way_back(candidate)) continue;
      positions.push_back(candidate.from);
    }
    std::sort(positions.begin(), positions.end());
    return static_cast<std::size_t>(std::unique(positions.begin(), positions.end()) -
                                    positions.begin());
  }

  bool is_walker(VariableId variable) const {
    return std::find(walkers_.begin(), walkers_.end(), variable) != walkers_.end();
  }

  bool reads_walker(const Candidate& candidate) const {
    return std::any_of(walkers_.begin(), walkers_.end(),
                       [&](VariableId walker) { return candidate.read[walker.index]; });
  }

  // Makes the variable a walker if that leaves it moves, and the walkers before it theirs.
  void accept(VariableId variable) {
    for (const Candidate& candidate : moves_) {
      if (candidate.read[variable.index]) return;
    }
    std::vector<Candidate> mine;
    for (const Candidate& candidate : candidates_) {
      if (candidate.position == variable && !reads_walker(candidate) && has_way_back(candidate)) {
        mine.push_back(candidate);
      }
    }
    if (mine.empty()) return;
    walkers_.push_back(variable);
    moves_.insert(moves_.end(), mine.begin(), mine.end());
  }

  FreeMoves result() {
    std::map<std::tuple<VariableId, Value, Value, std::string>, FreeMoves::Passage> passages;
    FreeMoves found;
    for (const Candidate& move : moves_) {
      const auto [low, high] = std::minmax(move.from, move.to);
      FreeMoves::Passage& passage = passages[{move.position, low, high, key_of(move.condition)}];
      passage.from = low;
      passage.to = high;
      passage.condition = move.condition;
      passage.events.push_back(move.event);
      found.events.push_back(move.event);
    }
    std::sort(found.events.begin(), found.events.end());
    for (auto& [key, passage] : passages) {
      const VariableId position = std::get<0>(key);
      if (found.walkers.empty() || found.walkers.back().position != position) {
        found.walkers.push_back({position, {}});
      }
      std::sort(passage.events.begin(), passage.events.end());
      found.walkers.back().passages.push_back(std::move(passage));
    }
    return found;
  }

  const GameModel& model_;
  std::vector<Candidate> candidates_;
  std::vector<VariableId> walkers_;
  std::vector<Candidate> moves_;
};

}  // namespace

bool FreeMoves::is_move(EventId event) const {
  return std::binary_search(events.begin(), events.end(), event);
}

Condition normalised(const GameModel& model, const Condition& condition) {
  return Normaliser(model).run(condition, false);
}

FreeMoves find_free_moves(const GameModel& model) { return MoveFinder(model).find(); }

GameModel without_moves(const GameModel& model, const FreeMoves& moves) {
  GameModel result = model;
  for (EventId event : moves.events) {
    result.events[event.index].guard = Condition::never();
    result.events[event.index].body.clear();
  }
  return result;
}

}  // namespace questproof
