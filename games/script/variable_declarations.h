// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "games/script/declarer.h"
#include "games/script/placement.h"

namespace questproof::script {

// Variables and items, with their domains and initial values.
class VariableDeclarations : private Declarer {
 public:
  explicit VariableDeclarations(Program& program) : Declarer(program) {}

  void declare_integer(const Item& item, const Environment& environment);
  void declare_boolean(const Item& item, const Environment& environment);
  void declare_enumerated(const Item& item, const Environment& environment);
  void declare_item(const Item& item, const Environment& environment);

  // What is wrong with an item of that word has been reported; its name is entered all the same, so that
  // its uses are not reported as well.
  void declare_name_only(Word word, const Item& item, const Environment& environment);

  // External variables are resolved when all names are known.
  void add_external(const Scoped& source) { externals_.push_back(source); }
  void resolve_externals();

 private:
  void finish_variable(const Item& item, const Environment& environment, Variable variable,
                       Type type, std::int64_t initial, Overflow overflow);
  void resolve_external(const Scoped& source);

  std::vector<Scoped> externals_;
  std::set<std::string> external_names_;
};

}  // namespace questproof::script
