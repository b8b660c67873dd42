// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "games/script/declarer.h"

namespace questproof::script {

// Constants and enumerations, which are known before anything is written out.
class ConstantDeclarations : private Declarer {
 public:
  explicit ConstantDeclarations(Program& program) : Declarer(program) {}

  // Enters what the item declares, if it is a constant or an enumeration.
  void enter(const Item& item);
  // Gives all constants their values.
  void define_all();

 private:
  struct Constant {
    Symbol* symbol;
    const Item* item;
  };

  void declare_enumeration(const Item& item);
  void define_constant(Symbol* symbol);

  std::unordered_map<const Symbol*, Constant> constants_;
  std::vector<Symbol*> order_;
  std::set<const Symbol*> defined_;
  std::set<const Symbol*> being_defined_;
};

}  // namespace questproof::script
