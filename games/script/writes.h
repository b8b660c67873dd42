// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/script/conditions.h"
#include "games/script/event_context.h"
#include "games/script/program.h"
#include "games/script/vocabulary.h"

namespace questproof::script {

// target := value, with Overflow::kError.
Statement assign(VariableId target, Term value, const SourceLocation& where);

// Actions that write variables, counts of items, and properties of entities: one statement each,
// with types and domains checked.
class Writes {
 public:
  Writes(Program& program, Conditions& conditions) : program_(program), conditions_(conditions) {}

  // SetVar
  void set_variable(const Item& item, const Environment& environment, std::vector<Statement>& out);

  // AddVar, SubtractVar
  void add_to_variable(Word word, const Item& item, const Environment& environment,
                       std::vector<Statement>& out);

  // AddItem, RemoveItem, SetItem
  void change_item(Word word, const Item& item, const Environment& environment,
                   EventContext& context, std::vector<Statement>& out);

  // SetVisible, SetInteractive
  void set_entity(Word word, const Item& item, const Environment& environment,
                  EventContext& context, std::vector<Statement>& out);

 private:
  bool check_fits(const Symbol& target, const TypedTerm& value);
  std::optional<TypedTerm> count_of(const Item& item, const Symbol& symbol,
                                    const Environment& environment, Value least);
  void error(const SourceLocation& where, std::string message, std::string remedy = {});

  Program& program_;
  Conditions& conditions_;
};

}  // namespace questproof::script
