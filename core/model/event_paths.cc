// SPDX-License-Identifier: MIT
#include "core/model/event_paths.h"

#include <algorithm>
#include <utility>

#include "core/model/comparison.h"

namespace questproof {
namespace {

constexpr std::uint64_t kSplitByValue = 32;  // largest set that is split into its single values
constexpr std::int64_t kWrapPieces = 64;     // most often that one result may wrap around

// Wider than any sum of values and constants, and far from overflow.
constexpr std::int64_t kFar = std::int64_t{1} << 60;

// {x : x comparison bound}
ValueSet satisfying(Comparison comparison, std::int64_t bound) {
  switch (comparison) {
    case Comparison::kEqual: return ValueSet::single(bound);
    case Comparison::kNotEqual:
      return ValueSet::range(-kFar, kFar).without(ValueSet::single(bound));
    case Comparison::kLess: return ValueSet::range(-kFar, bound - 1);
    case Comparison::kLessEqual: return ValueSet::range(-kFar, bound);
    case Comparison::kGreater: return ValueSet::range(bound + 1, kFar);
    case Comparison::kGreaterEqual: return ValueSet::range(bound, kFar);
  }
  return {};
}

// {x in left : x comparison y for some y in right}
ValueSet possible(const ValueSet& left, Comparison comparison, const ValueSet& right) {
  switch (comparison) {
    case Comparison::kEqual: return left.intersection(right);
    case Comparison::kNotEqual: return right.is_single() ? left.without(right) : left;
    case Comparison::kLess:
    case Comparison::kLessEqual: return left.intersection(satisfying(comparison, right.highest()));
    case Comparison::kGreater:
    case Comparison::kGreaterEqual:
      return left.intersection(satisfying(comparison, right.lowest()));
  }
  return left;
}

// True when every x in left and every y in right compare so.
bool always(const ValueSet& left, Comparison comparison, const ValueSet& right) {
  const Comparison opposite = negated(comparison);
  if (opposite == Comparison::kNotEqual) {
    return left.is_single() && right.is_single() && left == right;
  }
  return possible(left, opposite, right).empty();
}

template <typename Item>
auto find(std::vector<std::pair<VariableId, Item>>& list, VariableId variable) {
  return std::lower_bound(list.begin(), list.end(), variable,
                          [](const auto& entry, VariableId id) { return entry.first < id; });
}

template <typename Item>
const Item* lookup(const std::vector<std::pair<VariableId, Item>>& list, VariableId variable) {
  const auto entry =
      std::lower_bound(list.begin(), list.end(), variable,
                       [](const auto& item, VariableId id) { return item.first < id; });
  return entry != list.end() && entry->first == variable ? &entry->second : nullptr;
}

template <typename Item>
void assign(std::vector<std::pair<VariableId, Item>>& list, VariableId variable, Item item) {
  const auto entry = find(list, variable);
  if (entry != list.end() && entry->first == variable) {
    entry->second = std::move(item);
  } else {
    list.insert(entry, {variable, std::move(item)});
  }
}

void set_result(EventPath& path, VariableId target, SymbolicValue value) {
  const bool same =
      value.kind == SymbolicValue::Kind::kShifted && value.origin == target && value.number == 0;
  if (!same) {
    assign(path.results, target, value);
    return;
  }
  const auto entry = find(path.results, target);
  if (entry != path.results.end() && entry->first == target) path.results.erase(entry);
}

}  // namespace

// Where a condition holds, when that depends on the initial value of one variable at most.
struct PathFinder::Truth {
  std::optional<VariableId> variable;
  ValueSet set;       // of the variable's values, when there is one
  bool holds = true;  // when there is none
};

std::optional<std::vector<EventPath>> PathFinder::event_paths(EventId event_id) {
  exploded_ = false;
  const Event& event = model_.events.at(event_id.index);
  Paths yes, no;
  EventPath start;
  start.branches.push_back(event.body_branch);
  split(event.guard, std::move(start), yes, no);
  Paths all;
  for (EventPath& path : yes) {
    for (EventPath& after : run_body(event.body, std::move(path))) all.push_back(std::move(after));
    if (too_many(all)) break;
  }
  if (exploded_) return std::nullopt;
  return all;
}

std::optional<std::vector<EventPath>> PathFinder::condition_paths(const Condition& condition) {
  exploded_ = false;
  Paths yes, no;
  split(condition, {}, yes, no);
  if (exploded_) return std::nullopt;
  return yes;
}

ValueSet PathFinder::domain(VariableId variable) const {
  const Variable& info = model_.variables.at(variable.index);
  return ValueSet::range(info.low, info.high);
}

ValueSet PathFinder::initial_set(const EventPath& path, VariableId variable) const {
  const ValueSet* set = lookup(path.sets, variable);
  return set != nullptr ? *set : domain(variable);
}

bool PathFinder::restrict(EventPath& path, VariableId variable, const ValueSet& allowed) const {
  const ValueSet before = initial_set(path, variable);
  ValueSet after = before.intersection(allowed);
  if (after.empty()) return false;
  if (after == before) return true;
  assign(path.sets, variable, std::move(after));
  for (const Relation& relation : path.relations) {  // one round; what it misses costs time only
    const ValueSet left = initial_set(path, relation.left);
    const ValueSet right = initial_set(path, relation.right).shifted(relation.offset);
    ValueSet kept = possible(left, relation.comparison, right);
    if (kept.empty()) return false;
    if (kept != left) assign(path.sets, relation.left, std::move(kept));
    kept = possible(right, mirrored(relation.comparison), left);
    if (kept.empty()) return false;
    if (kept != right) assign(path.sets, relation.right, kept.shifted(-relation.offset));
  }
  return true;
}

bool PathFinder::too_many(const Paths& paths) {
  exploded_ = exploded_ || paths.size() > limit_;
  return exploded_;
}

SymbolicValue PathFinder::value_of(VariableId variable, const EventPath& path) const {
  const SymbolicValue* result = lookup(path.results, variable);
  SymbolicValue value = result != nullptr ? *result : SymbolicValue::shifted(variable, 0);
  if (value.kind == SymbolicValue::Kind::kShifted) {
    const ValueSet set = initial_set(path, value.origin);
    if (set.is_single()) value = SymbolicValue::constant(set.lowest() + value.number);
  } else if (value.kind == SymbolicValue::Kind::kFlipped) {
    const ValueSet set = initial_set(path, variable);
    if (set.is_single()) value = SymbolicValue::constant(other_value(variable, set.lowest()));
  }
  return value;
}

// Of a variable with two values.
std::int64_t PathFinder::other_value(VariableId variable, std::int64_t value) const {
  const Variable& info = model_.variables.at(variable.index);
  return std::int64_t{info.low} + info.high - value;
}

// The path once for each value that a flipped variable had before, so that what it holds is known.
std::vector<EventPath> PathFinder::settled(VariableId flipped, const EventPath& path) const {
  Paths pieces;
  const ValueSet values = initial_set(path, flipped);
  for (const ValueSet::Interval& interval : values.intervals()) {
    for (std::int64_t value = interval.low; value <= interval.high; ++value) {
      EventPath piece = path;
      if (!restrict(piece, flipped, ValueSet::single(value))) continue;
      set_result(piece, flipped, SymbolicValue::constant(other_value(flipped, value)));
      pieces.push_back(std::move(piece));
    }
  }
  return pieces;
}

// A variable that the condition reads and that has been flipped.
std::optional<VariableId> PathFinder::flipped(const Condition& condition,
                                              const EventPath& path) const {
  if (condition.kind == Condition::Kind::kCompare) {
    for (const Term* term : {&condition.left, &condition.right}) {
      if (!term->is_variable) continue;
      if (value_of(*term, path).kind == SymbolicValue::Kind::kFlipped) return term->variable;
    }
  }
  for (const Condition& part : condition.parts) {
    if (const auto found = flipped(part, path)) return found;
  }
  return std::nullopt;
}

SymbolicValue PathFinder::value_of(const Term& term, const EventPath& path) const {
  return term.is_variable ? value_of(term.variable, path) : SymbolicValue::constant(term.constant);
}

// --- conditions ---

std::optional<PathFinder::Truth> PathFinder::truth(const Condition& condition,
                                                   const EventPath& path) const {
  Truth result;
  switch (condition.kind) {
    case Condition::Kind::kTrue: return result;
    case Condition::Kind::kFalse: result.holds = false; return result;
    case Condition::Kind::kCompare: {
      const SymbolicValue left = value_of(condition.left, path);
      const SymbolicValue right = value_of(condition.right, path);
      constexpr auto kConstant = SymbolicValue::Kind::kConstant;
      constexpr auto kShifted = SymbolicValue::Kind::kShifted;
      const Comparison comparison = condition.comparison;
      if (left.kind == kConstant && right.kind == kConstant) {
        result.holds = satisfying(comparison, right.number).contains(left.number);
      } else if (left.kind == kShifted && right.kind == kConstant) {
        result.variable = left.origin;
        result.set = satisfying(comparison, right.number - left.number);
      } else if (left.kind == kConstant && right.kind == kShifted) {
        result.variable = right.origin;
        result.set = satisfying(mirrored(comparison), left.number - right.number);
      } else if (left.kind == kShifted && right.kind == kShifted && left.origin == right.origin) {
        result.holds = satisfying(comparison, right.number).contains(left.number);
      } else {
        return std::nullopt;
      }
      if (result.variable) result.set = result.set.intersection(domain(*result.variable));
      return result;
    }
    case Condition::Kind::kNot: {
      auto inner = truth(condition.parts.at(0), path);
      if (!inner) return std::nullopt;
      inner->holds = !inner->holds;
      if (inner->variable) inner->set = domain(*inner->variable).without(inner->set);
      return inner;
    }
    case Condition::Kind::kAll:
    case Condition::Kind::kAny: break;
  }
  // A part that decides the whole alone makes the rest unimportant.
  const bool any = condition.kind == Condition::Kind::kAny;
  result.holds = !any;
  for (const Condition& part : condition.parts) {
    const auto inner = truth(part, path);
    if (!inner) return std::nullopt;
    if (!inner->variable) {
      if (inner->holds != any) continue;
      Truth decided;
      decided.holds = any;
      return decided;
    }
    if (!result.variable) {
      result = *inner;
    } else if (*result.variable != *inner->variable) {
      return std::nullopt;
    } else {
      result.set = any ? result.set.united(inner->set) : result.set.intersection(inner->set);
    }
  }
  return result;
}

void PathFinder::split(const Condition& condition, EventPath path, Paths& yes, Paths& no) {
  if (exploded_) return;
  if (const auto unsettled = flipped(condition, path)) {
    for (EventPath& piece : settled(*unsettled, path)) split(condition, std::move(piece), yes, no);
  } else if (const auto known = truth(condition, path)) {
    if (!known->variable) {
      (known->holds ? yes : no).push_back(std::move(path));
    } else {
      EventPath other = path;
      if (restrict(path, *known->variable, known->set)) yes.push_back(std::move(path));
      const ValueSet rest = domain(*known->variable).without(known->set);
      if (restrict(other, *known->variable, rest)) no.push_back(std::move(other));
    }
  } else if (condition.kind == Condition::Kind::kNot) {
    split(condition.parts.at(0), std::move(path), no, yes);
  } else if (condition.kind == Condition::Kind::kCompare) {
    split_compare(condition, std::move(path), yes, no);
  } else {
    split_list(condition, std::move(path), yes, no);
  }
  if (!too_many(yes)) too_many(no);
}

// In order, and no further than needed, so that the paths exclude each other.
void PathFinder::split_list(const Condition& condition, EventPath path, Paths& yes, Paths& no) {
  const bool any = condition.kind == Condition::Kind::kAny;
  Paths open;
  open.push_back(std::move(path));
  for (const Condition& part : condition.parts) {
    Paths still_open;
    for (EventPath& candidate : open) {
      if (any) {
        split(part, std::move(candidate), yes, still_open);
      } else {
        split(part, std::move(candidate), still_open, no);
      }
    }
    open = std::move(still_open);
  }
  Paths& rest = any ? no : yes;
  for (EventPath& candidate : open) rest.push_back(std::move(candidate));
}

void PathFinder::split_compare(const Condition& condition, EventPath path, Paths& yes, Paths& no) {
  const SymbolicValue left = value_of(condition.left, path);
  const SymbolicValue right = value_of(condition.right, path);
  if (left.kind != SymbolicValue::Kind::kShifted || right.kind != SymbolicValue::Kind::kShifted) {
    path.exact = false;  // one side is unknown
    yes.push_back(path);
    no.push_back(std::move(path));
    return;
  }
  Relation relation{left.origin, condition.comparison, right.origin, right.number - left.number};
  EventPath other = path;
  if (relate(path, relation)) yes.push_back(std::move(path));
  relation.comparison = negated(relation.comparison);
  if (relate(other, relation)) no.push_back(std::move(other));
}

bool PathFinder::relate(EventPath& path, const Relation& relation) const {
  const ValueSet left = initial_set(path, relation.left);
  const ValueSet right = initial_set(path, relation.right).shifted(relation.offset);
  const ValueSet kept_left = possible(left, relation.comparison, right);
  const ValueSet kept_right = possible(right, mirrored(relation.comparison), left);
  if (!restrict(path, relation.left, kept_left) ||
      !restrict(path, relation.right, kept_right.shifted(-relation.offset))) {
    return false;
  }
  if (!always(kept_left, relation.comparison, kept_right)) path.relations.push_back(relation);
  return true;
}

bool PathFinder::simplify(EventPath& path) const {
  const std::vector<Relation> relations = std::exchange(path.relations, {});
  for (const Relation& relation : relations) {
    if (!relate(path, relation)) return false;
  }
  return true;
}

// --- statements ---

std::vector<EventPath> PathFinder::run_body(const std::vector<Statement>& body, EventPath path) {
  Paths paths;
  paths.push_back(std::move(path));
  for (const Statement& statement : body) {
    Paths after;
    for (EventPath& before : paths) {
      if (before.stopped) {
        after.push_back(std::move(before));
      } else {
        step(statement, std::move(before), after);
      }
      if (too_many(after)) return {};
    }
    paths = std::move(after);
  }
  return paths;
}

void PathFinder::step(const Statement& statement, EventPath path, Paths& after) {
  switch (statement.kind) {
    case Statement::Kind::kAssign:
    case Statement::Kind::kAdd: write(statement, std::move(path), after); break;
    case Statement::Kind::kStop:
      path.stopped = true;
      after.push_back(std::move(path));
      break;
    case Statement::Kind::kIf: {
      Paths open;
      open.push_back(std::move(path));
      for (const Branch& branch : statement.branches) {
        Paths yes, no;
        for (EventPath& candidate : open) split(branch.condition, std::move(candidate), yes, no);
        for (EventPath& taken : yes) enter(branch, std::move(taken), after);
        open = std::move(no);
      }
      for (EventPath& rest : open) after.push_back(std::move(rest));
      break;
    }
    case Statement::Kind::kChoose: choose(statement, std::move(path), after); break;
  }
}

void PathFinder::enter(const Branch& branch, EventPath path, Paths& after) {
  path.branches.push_back(branch.id);
  for (EventPath& end : run_body(branch.body, std::move(path))) after.push_back(std::move(end));
}

// The alternatives do not exclude each other: each is split off from all states of the path. The
// path on which none is enabled goes on.
void PathFinder::choose(const Statement& statement, EventPath path, Paths& after) {
  Paths none;
  none.push_back(path);
  for (const Branch& branch : statement.branches) {
    Paths yes, no;
    split(branch.condition, path, yes, no);
    for (EventPath& taken : yes) enter(branch, std::move(taken), after);
    Paths still_none, enabled;
    for (EventPath& rest : none) {
      split(branch.condition, std::move(rest), enabled, still_none);
    }
    none = std::move(still_none);
  }
  for (EventPath& rest : none) after.push_back(std::move(rest));
}

void PathFinder::write(const Statement& statement, EventPath path, Paths& after) {
  using Kind = SymbolicValue::Kind;
  if (flip(statement, path)) {
    after.push_back(std::move(path));
    return;
  }
  const SymbolicValue value = value_of(statement.value, path);
  const bool reads_target = statement.kind == Statement::Kind::kAdd;
  for (const bool target : {false, true}) {
    if (target ? !reads_target : !statement.value.is_variable) continue;
    const VariableId read = target ? statement.target : statement.value.variable;
    if (value_of(read, path).kind != Kind::kFlipped) continue;
    for (EventPath& piece : settled(read, path)) write(statement, std::move(piece), after);
    return;
  }
  if (statement.kind == Statement::Kind::kAssign) {
    land(statement, value, std::move(path), after);
    return;
  }
  const SymbolicValue before = value_of(statement.target, path);
  const std::int64_t sign = statement.subtract ? -1 : 1;
  SymbolicValue result = SymbolicValue::unknown();
  if (before.kind == Kind::kUnknown || value.kind == Kind::kUnknown) {
    result = SymbolicValue::unknown();
  } else if (value.kind == Kind::kConstant) {
    result = before;
    result.number += sign * value.number;
  } else if (before.kind == Kind::kConstant && !statement.subtract) {
    result = SymbolicValue::shifted(value.origin, before.number + value.number);
  } else if (before.kind == Kind::kShifted && statement.subtract && before.origin == value.origin) {
    result = SymbolicValue::constant(before.number - value.number);
  } else if (split_by_value(statement, value, path, after) ||
             split_by_value(statement, before, path, after)) {
    return;
  }
  land(statement, result, std::move(path), after);
}

// Adding an odd number to a variable with two values, around and around, flips it, whatever it holds:
// one path instead of two. False when the statement is no such addition.
bool PathFinder::flip(const Statement& statement, EventPath& path) const {
  if (statement.kind != Statement::Kind::kAdd || statement.overflow != Overflow::kWrap)
    return false;
  if (statement.value.is_variable || statement.value.constant % 2 == 0) return false;
  if (domain(statement.target).size() != 2) return false;
  const SymbolicValue before = value_of(statement.target, path);
  const bool untouched = before.kind == SymbolicValue::Kind::kShifted &&
                         before.origin == statement.target && before.number == 0;
  if (untouched) {
    set_result(path, statement.target, SymbolicValue::flipped(statement.target));
    return true;
  }
  if (before.kind != SymbolicValue::Kind::kFlipped) return false;
  set_result(path, statement.target, SymbolicValue::shifted(statement.target, 0));
  return true;
}

// Runs the statement once for each initial value that `value` may stem from; false when they are
// too many, or when there is nothing to split.
bool PathFinder::split_by_value(const Statement& statement, const SymbolicValue& value,
                                const EventPath& path, Paths& after) {
  if (value.kind != SymbolicValue::Kind::kShifted) return false;
  const ValueSet set = initial_set(path, value.origin);
  if (set.size() > kSplitByValue) return false;
  for (const ValueSet::Interval& interval : set.intervals()) {
    for (std::int64_t number = interval.low; number <= interval.high; ++number) {
      EventPath piece = path;
      if (restrict(piece, value.origin, ValueSet::single(number))) {
        write(statement, std::move(piece), after);
      }
    }
  }
  return true;
}

void PathFinder::land(const Statement& statement, SymbolicValue result, EventPath path,
                      Paths& after) {
  const ValueSet target = domain(statement.target);
  switch (result.kind) {
    case SymbolicValue::Kind::kConstant:
    case SymbolicValue::Kind::kShifted:
      land_shifted(statement, result, std::move(path), after);
      break;
    case SymbolicValue::Kind::kFlipped:  // settled before
    case SymbolicValue::Kind::kUnknown:
      path.exact = false;
      if (statement.overflow == Overflow::kError) {
        EventPath fault = path;
        fault.fault = fault.stopped = true;
        after.push_back(std::move(fault));
      }
      set_result(path, statement.target, result);
      after.push_back(std::move(path));
      break;
  }
}

// Splits the path by where the result falls: inside the domain, below, above.
void PathFinder::land_shifted(const Statement& statement, SymbolicValue result, EventPath path,
                              Paths& after) {
  const ValueSet target = domain(statement.target);
  const std::int64_t low = target.lowest();
  const std::int64_t high = target.highest();
  const bool constant = result.kind == SymbolicValue::Kind::kConstant;
  const ValueSet results = constant ? ValueSet::single(result.number)
                                    : initial_set(path, result.origin).shifted(result.number);
  const auto piece = [&](const ValueSet& allowed, SymbolicValue value, bool fault) {
    EventPath part = path;
    const ValueSet hit = results.intersection(allowed);
    if (hit.empty()) return;
    if (!constant && !restrict(part, result.origin, hit.shifted(-result.number))) return;
    part.fault = fault;
    part.stopped = fault;
    if (!fault) set_result(part, statement.target, value);
    after.push_back(std::move(part));
  };
  if (statement.overflow != Overflow::kWrap) {
    const bool error = statement.overflow == Overflow::kError;
    piece(ValueSet::range(-kFar, low - 1), SymbolicValue::constant(low), error);
    piece(target, result, false);
    piece(ValueSet::range(high + 1, kFar), SymbolicValue::constant(high), error);
    return;
  }
  const std::int64_t size = high - low + 1;
  const auto turns = [&](std::int64_t number) {  // floor((number - low) / size)
    const std::int64_t distance = number - low;
    return distance >= 0 ? distance / size : -((size - 1 - distance) / size);
  };
  const std::int64_t first = turns(results.lowest());
  const std::int64_t last = turns(results.highest());
  if (last - first >= kWrapPieces) {
    land(statement, SymbolicValue::unknown(), std::move(path), after);
    return;
  }
  for (std::int64_t turn = first; turn <= last; ++turn) {
    SymbolicValue value = result;
    value.number -= turn * size;
    piece(ValueSet::range(low + turn * size, high + turn * size), value, false);
  }
}

}  // namespace questproof
