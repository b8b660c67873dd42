// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/value_set.h"

namespace questproof {

// The ways through an event, found by symbolic execution (James King, 1976): the body is run on
// values that are known only as "what variable v was at the start, plus a constant".

// left compares with right + offset; both are values before the event.
struct Relation {
  VariableId left;
  Comparison comparison = Comparison::kEqual;
  VariableId right;
  std::int64_t offset = 0;
  bool operator==(const Relation&) const = default;
};

// What a variable holds at some point of a path.
struct SymbolicValue {
  enum class Kind {
    kConstant,  // `number`
    kShifted,   // the initial value of `origin`, plus `number`
    kFlipped,   // the other one of the two values of `origin`, held by `origin` itself
    kUnknown,   // something inside the domain of the variable that holds it
  };
  Kind kind = Kind::kConstant;
  std::int64_t number = 0;
  VariableId origin;

  static SymbolicValue constant(std::int64_t number) { return {Kind::kConstant, number, {}}; }
  static SymbolicValue shifted(VariableId origin, std::int64_t number) {
    return {Kind::kShifted, number, origin};
  }
  static SymbolicValue flipped(VariableId origin) { return {Kind::kFlipped, 0, origin}; }
  static SymbolicValue unknown() { return {Kind::kUnknown, 0, {}}; }
};

// A path runs in exactly the states whose values lie in its sets and fulfil its relations, when it
// is exact; in some of them when not. Sparse: variables that are not listed are free, and keep
// their values.
struct EventPath {
  std::vector<std::pair<VariableId, ValueSet>> sets;  // ascending by variable; never empty sets
  std::vector<Relation> relations;
  std::vector<std::pair<VariableId, SymbolicValue>> results;  // ascending; of variables written
  std::vector<BranchId> branches;                             // that run, the body branch first
  bool fault = false;    // ends with a result outside of its domain; `results` mean nothing then
  bool exact = true;     // the sets and relations say all, and no result is unknown
  bool stopped = false;  // ran a stop statement, or has a fault
};

// Walks events and conditions of one model. Cheap to make; not for several threads at once.
class PathFinder {
 public:
  // Gives up on an event or condition with more than `limit` paths.
  PathFinder(const GameModel& model, std::size_t limit) : model_(model), limit_(limit) {}

  // All paths through an event that are not seen to be impossible. Two exact paths with the
  // same branches exclude each other. Nothing when there are too many.
  std::optional<std::vector<EventPath>> event_paths(EventId event);

  // The same for a condition: it holds where one of the paths (without branches or results) does.
  std::optional<std::vector<EventPath>> condition_paths(const Condition& condition);

  // Which values a path allows a variable to have before the event.
  ValueSet initial_set(const EventPath& path, VariableId variable) const;

  // Restricts a path. False when nothing is left of it (the path is then of no use).
  bool restrict(EventPath& path, VariableId variable, const ValueSet& allowed) const;

  // Drops relations that the sets have made superfluous; false when nothing is left of the path.
  bool simplify(EventPath& path) const;

 private:
  using Paths = std::vector<EventPath>;
  struct Truth;

  void split(const Condition& condition, EventPath path, Paths& yes, Paths& no);
  void split_list(const Condition& condition, EventPath path, Paths& yes, Paths& no);
  void split_compare(const Condition& condition, EventPath path, Paths& yes, Paths& no);
  bool relate(EventPath& path, const Relation& relation) const;
  std::optional<Truth> truth(const Condition& condition, const EventPath& path) const;

  Paths run_body(const std::vector<Statement>& body, EventPath path);
  void step(const Statement& statement, EventPath path, Paths& after);
  void enter(const Branch& branch, EventPath path, Paths& after);
  void choose(const Statement& statement, EventPath path, Paths& after);
  void write(const Statement& statement, EventPath path, Paths& after);
  void land(const Statement& statement, SymbolicValue result, EventPath path, Paths& after);
  void land_shifted(const Statement& statement, SymbolicValue result, EventPath path, Paths& after);
  bool split_by_value(const Statement& statement, const SymbolicValue& value, const EventPath& path,
                      Paths& after);
  std::int64_t other_value(VariableId variable, std::int64_t value) const;
  bool flip(const Statement& statement, EventPath& path) const;
  std::optional<VariableId> flipped(const Condition& condition, const EventPath& path) const;
  Paths settled(VariableId flipped, const EventPath& path) const;

  SymbolicValue value_of(const Term& term, const EventPath& path) const;
  SymbolicValue value_of(VariableId variable, const EventPath& path) const;
  ValueSet domain(VariableId variable) const;
  bool too_many(const Paths& paths);

  const GameModel& model_;
  std::size_t limit_;
  bool exploded_ = false;
};

}  // namespace questproof
