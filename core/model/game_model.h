// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/ids.h"

namespace questproof {

using Value = std::int32_t;

// One value per variable, in the order of GameModel::variables. The unpacked form of a state.
using Valuation = std::vector<Value>;

// A place in a file that a person wrote. Line and column count from 1; line 0 means "no place".
struct SourceLocation {
  std::uint32_t file = 0;  // index into GameModel::source_files
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const SourceLocation&) const = default;
};

// What a variable stands for, so that a person can be told "ITEM_ROPE: 0 -> 1" in the right words.
enum class VariableKind {
  kVariable,
  kItem,
  kScene,
  kEntityVisible,
  kEntityInteractive,
  kInternal,
  kPosition,  // where someone is who walks about freely: core/model/free_moves.h
};

// A variable takes the values low .. high, both included.
struct Variable {
  std::string name;
  VariableKind kind = VariableKind::kVariable;
  Value low = 0;
  Value high = 1;
  std::vector<std::string> value_names;  // empty, or one name per value from low to high
  SourceLocation where;
  bool operator==(const Variable&) const = default;
};

// A constant or the value of a variable.
struct Term {
  bool is_variable = false;
  VariableId variable;  // meaningful when is_variable
  Value constant = 0;   // meaningful when not
  bool operator==(const Term&) const = default;

  static Term of(VariableId variable) { return {true, variable, 0}; }
  static Term of(Value constant) { return {false, {}, constant}; }
};

enum class Comparison { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

// A boolean expression over comparisons. The default value is true.
struct Condition {
  enum class Kind { kTrue, kFalse, kCompare, kAll, kAny, kNot };

  Kind kind = Kind::kTrue;
  Comparison comparison = Comparison::kEqual;  // kCompare
  Term left;                                   // kCompare
  Term right;                                  // kCompare
  std::vector<Condition> parts;                // kAll, kAny: any number; kNot: exactly one
  bool operator==(const Condition&) const = default;

  static Condition always() { return {}; }
  static Condition never();
  static Condition compare(Term left, Comparison comparison, Term right);
  static Condition equals(VariableId variable, Value value);
  static Condition all(std::vector<Condition> parts);
  static Condition any(std::vector<Condition> parts);
  static Condition negation(Condition part);
};

// What happens when a result lies outside the domain of its target.
// kSaturate: the nearest bound. kWrap: modulo the size of the domain. kError: the event is a fault
// of the game; the state has no successor through it, the fault is reported with the shortest way
// to it, and no verdict is better than unknown.
enum class Overflow { kSaturate, kWrap, kError };

struct Branch;

// A statement of an event's body. Statements run in order, each on the values that the ones
// before it left behind.
struct Statement {
  enum class Kind {
    kAssign,  // target := value
    kAdd,     // target := target + value, or target - value when `subtract`
    kIf,      // the first branch whose condition holds runs; none: nothing happens
    kChoose,  // chance: any branch whose condition holds may run, each a transition of its own;
              // none holds: nothing happens
    kStop,    // nothing after it in the whole event runs
  };

  Kind kind = Kind::kAssign;
  SourceLocation where;
  VariableId target;                     // kAssign, kAdd
  Term value;                            // kAssign, kAdd
  bool subtract = false;                 // kAdd
  Overflow overflow = Overflow::kError;  // kAssign, kAdd
  std::vector<Branch> branches;          // kIf, kChoose
  bool operator==(const Statement&) const = default;
};

struct Branch {
  BranchId id;
  Condition condition;
  std::vector<Statement> body;
  bool operator==(const Branch&) const = default;
};

// Who triggers an event. The search treats all alike; people do not.
enum class Trigger { kPlayer, kDelay, kChance, kExternal };

// Enabled where the guard holds; running it runs the body. An enabled event whose body changes
// nothing is allowed: it is no transition, but its branches count as reached.
struct Event {
  std::string name;   // unique, stable between builds: "SCENE_HARBOR/OnActivate(ENTITY_CRAB)"
  std::string label;  // for people: "activate the crab"
  std::string scene;  // where it happens; empty when everywhere
  Trigger trigger = Trigger::kPlayer;
  SourceLocation where;
  Condition guard;
  BranchId body_branch;  // stands for the whole body in the coverage of content
  std::vector<Statement> body;
  bool operator==(const Event&) const = default;
};

// One per branch of every event, body branches included; indexed by BranchId.
// A reduced model leaves branches out of its events; they keep their place here.
struct BranchInfo {
  EventId event;
  SourceLocation where;
  std::string text;  // its condition as the author wrote it, "else", or the event's name
  bool operator==(const BranchInfo&) const = default;
};

// A thing that an author wrote in order to be seen. It is reachable when it is there at the start
// or when one of its sites runs in some reachable state.
struct Content {
  std::string kind;  // "scene", "item", "proposition", ...
  std::string name;
  SourceLocation where;
  std::vector<BranchId> sites;
  bool at_start = false;
  bool operator==(const Content&) const = default;
};

// The property: AG((open and not done and not failed) implies EF done).
struct Quest {
  std::string name;
  std::string title;
  bool main = false;
  SourceLocation where;
  Condition open;
  Condition done;
  Condition failed = Condition::never();  // an ending that is intended
  bool operator==(const Quest&) const = default;
};

// One way in which the game can begin. All variants are explored.
struct Variant {
  std::string name;
  Valuation values;
  bool operator==(const Variant&) const = default;
};

// What a front end makes out of a game, and all that the search ever sees of it: plain data that
// can be copied, compared, printed, hashed, reduced, exported and compiled.
struct GameModel {
  std::string name;
  std::vector<std::string> source_files;
  std::vector<Variable> variables;
  std::vector<Variant> variants;  // at least one
  std::vector<Event> events;
  std::vector<BranchInfo> branches;
  std::vector<Quest> quests;
  std::vector<Content> contents;
  bool operator==(const GameModel&) const = default;
};

// Throws Error(kInput) naming the first thing that is wrong: an id out of range, an empty domain,
// a variant of the wrong length or outside the domains, no variant, a branch id used twice,
// an assignment of a constant outside the domain with Overflow::kError in an initial form.
void validate(const GameModel& model);

// "file:line:column", or "" when there is no place.
std::string to_string(const GameModel& model, const SourceLocation& where);

// A value as people know it: the name of an enumerator, "true"/"false" is not implied, else digits.
std::string value_name(const Variable& variable, Value value);

// A condition with the model's names: "ITEM_ROPE >= 1 && !(SCENE == SCENE_PIER)".
std::string to_string(const GameModel& model, const Condition& condition);

}  // namespace questproof
