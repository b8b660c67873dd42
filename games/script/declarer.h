// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "games/script/expansion.h"
#include "games/script/program.h"

namespace questproof::script {

// What all declarations do: enter a name, and add to the model what it stands for. For classes that
// declare some kind of thing. Borrows the program.
class Declarer {
 protected:
  explicit Declarer(Program& program) : program_(program), expansion_(program) {}
  ~Declarer() = default;

  void error(const SourceLocation& where, std::string message, std::string remedy = {});

  // Enters the name that the first argument gives. What else `symbol` says is filled in already. Nothing
  // where that is no new name; the reason has been reported then.
  Symbol* declare(const Item& item, const Environment& environment, Symbol symbol);
  // The same for a symbol that has its name.
  Symbol* declare(Symbol symbol);

  static Symbol of_kind(SymbolKind kind, std::size_t index = 0);

  VariableId add_variable(Variable variable, Value initial);
  VariableId add_flag(std::string name, VariableKind kind, const SourceLocation& where,
                      bool initial);
  std::size_t add_content(std::string kind, std::string name, const SourceLocation& where);

  Program& program_;
  Expansion expansion_;
};

}  // namespace questproof::script
