// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/script/expansion.h"
#include "games/script/program.h"

namespace questproof::script {

// A term of the model with what is needed to check its use.
struct TypedTerm {
  Term term;
  Type type;
  SourceLocation where;
};

// Turns expressions into conditions and terms of the model. Reports what is wrong; what it returns
// after an error is some valid condition, of no use beyond going on to find more errors.
class Conditions {
 public:
  explicit Conditions(Program& program) : program_(program), expansion_(program) {}

  Condition lower(const Expression& expression, const Environment& environment);

  // BeginMatch(condition) and BeginMatch(VAR, value).
  Condition match(const Item& item, const Environment& environment);

  // A constant, a variable, or ItemCount(ITEM).
  std::optional<TypedTerm> term(const Expression& expression, const Environment& environment);

  Expansion& expansion() { return expansion_; }

 private:
  Condition lower_inner(const Expression& expression, const Environment& environment);
  Condition operation(const Expression& expression, const Environment& environment);
  Condition comparison(const Expression& expression, const Environment& environment);
  Condition compared(const Expression& left, Operator operation, const Expression& right,
                     const SourceLocation& where, const Environment& environment);
  Condition compared_terms(const TypedTerm& left, Operator operation, const TypedTerm& right,
                           const SourceLocation& where);
  bool check_types(const TypedTerm& left, Operator operation, const TypedTerm& right,
                   const SourceLocation& where);
  void check_domain(const TypedTerm& variable, Operator operation, std::int64_t constant,
                    const SourceLocation& where);
  bool is_name_comparison(const Expression& expression, const Environment& environment);

  Condition name(const Expression& expression, const Environment& environment);
  Condition call(const Expression& expression, const Environment& environment);
  Condition has_item(const Expression& call, const Environment& environment);
  Condition said(const Expression& call, const Environment& environment);
  Condition in_dialogue(const Expression& call, const Environment& environment);
  Condition quantified(const Expression& call, const Environment& environment);
  const Symbol* only_argument(const Expression& call, const Environment& environment,
                              SymbolKind kind);
  bool check_count(const Expression& call, std::size_t least, std::size_t most);

  Program& program_;
  Expansion expansion_;
  std::vector<const NamedCondition*> being_lowered_;
  int depth_ = 0;
};

// The dialogue or puzzle stands at one of its places.
Condition dialogue_goes_on(const Program& program, const DialogueInfo& dialogue);

// "integer", "boolean" or the name of the enumeration.
std::string type_name(const Program& program, const Type& type);

// A constant may be given to something of `target` type: equal types, or 0 and 1 for a boolean.
bool fits_type(const ConstantValue& constant, const Type& target);

// Conjunction, disjunction and negation that leave out what is plainly true or false.
Condition conjunction(std::vector<Condition> parts);
Condition disjunction(std::vector<Condition> parts);
Condition negated(Condition part);

}  // namespace questproof::script
