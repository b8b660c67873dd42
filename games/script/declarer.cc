// SPDX-License-Identifier: MIT
#include "games/script/declarer.h"

#include <optional>
#include <utility>

namespace questproof::script {

void Declarer::error(const SourceLocation& where, std::string message, std::string remedy) {
  program_.diagnostics.error(where, std::move(message), std::move(remedy));
}

Symbol* Declarer::declare(const Item& item, const Environment& environment, Symbol symbol) {
  if (item.arguments.empty()) return nullptr;
  std::optional<std::string> name = expansion_.name(item.arguments[0], environment);
  if (!name) return nullptr;
  symbol.name = std::move(*name);
  symbol.where = item.arguments[0].where;
  return declare(std::move(symbol));
}

Symbol Declarer::of_kind(SymbolKind kind, std::size_t index) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.index = index;
  return symbol;
}

VariableId Declarer::add_variable(Variable variable, Value initial) {
  const VariableId id{static_cast<std::uint32_t>(program_.model.variables.size())};
  program_.model.variables.push_back(std::move(variable));
  program_.initial.push_back(initial);
  return id;
}

std::size_t Declarer::add_content(std::string kind, std::string name, const SourceLocation& where) {
  Content content;
  content.kind = std::move(kind);
  content.name = std::move(name);
  content.where = where;
  program_.model.contents.push_back(std::move(content));
  return program_.model.contents.size() - 1;
}

Symbol* Declarer::declare(Symbol symbol) {
  return program_.symbols.declare(std::move(symbol), program_.sources.paths, program_.diagnostics);
}

VariableId Declarer::add_flag(std::string name, VariableKind kind, const SourceLocation& where,
                              bool initial) {
  Variable variable;
  variable.name = std::move(name);
  variable.kind = kind;
  variable.value_names = {"false", "true"};
  variable.where = where;
  return add_variable(std::move(variable), initial ? 1 : 0);
}

}  // namespace questproof::script
