// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "games/script/program.h"

namespace questproof::script {

// A constant value of a script and its type. A number that is 0 or 1 also passes for a boolean.
struct ConstantValue {
  Type type;
  std::int64_t value = 0;
};

// What can be said about a script without its variables: names with indexes, constant values, sets,
// loops. All functions report what is wrong and then return nothing.
class Expansion {
 public:
  explicit Expansion(Program& program) : program_(program) {}

  // The name that is meant: loop names replaced, indexes written out ("LAMP[3]").
  std::optional<std::string> name(const Expression& expression, const Environment& environment);

  // The declared thing of that kind, or an error with the nearest name.
  const Symbol* symbol(const Expression& expression, const Environment& environment,
                       SymbolKind kind);
  // The same for a name whatever it stands for.
  const Symbol* any_symbol(const Expression& expression, const Environment& environment);

  std::optional<ConstantValue> constant(const Expression& expression,
                                        const Environment& environment);
  std::optional<ConstantValue> constant_of(const LoopValue& value, const SourceLocation& where);
  // Of type integer.
  std::optional<std::int64_t> number(const Expression& expression, const Environment& environment);

  // True when the expression is made of numbers, texts of the language, enumerators, constants and
  // loop values only, so that constant() is the way to read it.
  bool is_constant(const Expression& expression, const Environment& environment);

  // Conditions over loop names and constants: Where of a loop. Names that are neither are compared
  // as names.
  std::optional<bool> decide(const Expression& expression, const Environment& environment);

  // The values of a range, a set or an enumeration, in order.
  std::optional<std::vector<LoopValue>> set(const Expression& expression,
                                            const Environment& environment);

  // Calls `body` for every combination of the bindings among `arguments` (with a Where as the last
  // one). Used for ForEach, All and Any.
  using Body = std::function<void(const Environment&)>;
  void for_each(const std::vector<Expression>& arguments, const SourceLocation& where,
                const Environment& environment, const Body& body);

  // "[A,3]": the values that were bound behind position `from`; empty when there are none.
  static std::string index_text(const Environment& environment, std::size_t from);

  // Reports that a name is not declared.
  void report_unknown(const std::string& name, const SourceLocation& where, SymbolKind kind);

 private:
  std::optional<std::string> index(const Expression& expression, const Environment& environment);
  std::optional<ConstantValue> arithmetic(const Expression& expression,
                                          const Environment& environment);
  std::optional<bool> decide_comparison(const Expression& expression,
                                        const Environment& environment);
  std::optional<LoopValue> member(const Expression& expression, const Environment& environment);
  std::optional<std::vector<LoopValue>> range(const Expression& expression,
                                              const Environment& environment);
  void bind(const std::vector<const Expression*>& bindings, std::size_t next,
            const Expression* where, Environment& environment, const Body& body);

  Program& program_;
};

// True where a comparison of two numbers holds.
bool compares(std::int64_t left, Operator operation, std::int64_t right);
bool is_comparison(Operator operation);

}  // namespace questproof::script
