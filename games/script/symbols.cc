// SPDX-License-Identifier: MIT
#include "games/script/symbols.h"

#include <fmt/format.h>

#include <utility>

#include "games/script/vocabulary.h"

namespace questproof::script {

std::string_view kind_name(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kVariable: return "a variable";
    case SymbolKind::kItem: return "an item";
    case SymbolKind::kEnumeration: return "an enumeration";
    case SymbolKind::kEnumerator: return "a value of an enumeration";
    case SymbolKind::kConstant: return "a constant";
    case SymbolKind::kScene: return "a scene";
    case SymbolKind::kEntity: return "an entity";
    case SymbolKind::kDelay: return "a delay";
    case SymbolKind::kDialogue: return "a dialogue";
    case SymbolKind::kQuest: return "a quest";
    case SymbolKind::kPresentationName: return "a name of presentation";
    case SymbolKind::kPresentation: return "a presentation action";
    case SymbolKind::kCondition: return "a condition";
    case SymbolKind::kProcedure: return "a procedure";
  }
  return "a name";
}

Symbol* SymbolTable::declare(Symbol symbol, const std::vector<std::string>& source_files,
                             Diagnostics& diagnostics) {
  if (is_reserved(symbol.name)) {
    diagnostics.error(symbol.where, fmt::format("{} is a word of the language", symbol.name),
                      "choose another name");
    return nullptr;
  }
  const auto [place, fresh] = symbols_.try_emplace(symbol.name, symbol);
  if (fresh) return &place->second;
  const SourceLocation& first = place->second.where;
  diagnostics.error(symbol.where,
                    fmt::format("{} is declared twice: it is {} already", symbol.name,
                                kind_name(place->second.kind)),
                    fmt::format("first declared at {}:{}:{}",
                                first.file < source_files.size() ? source_files[first.file] : "",
                                first.line, first.column));
  return nullptr;
}

const Symbol* SymbolTable::find(const std::string& name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> SymbolTable::names_of(SymbolKind kind) const {
  std::vector<std::string_view> names;
  for (const auto& [name, symbol] : symbols_) {
    if (symbol.kind == kind) names.emplace_back(name);
  }
  return names;
}

std::vector<std::string_view> SymbolTable::all_names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, symbol] : symbols_) names.emplace_back(name);
  return names;
}

}  // namespace questproof::script
