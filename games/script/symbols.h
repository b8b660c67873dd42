// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/diagnostics.h"

namespace questproof::script {

enum class SymbolKind {
  kVariable,
  kItem,
  kEnumeration,
  kEnumerator,
  kConstant,
  kScene,
  kEntity,
  kDelay,
  kDialogue,
  kQuest,
  kPresentationName,
  kPresentation,
  kCondition,
  kProcedure,
};

// "a variable", "an item", ...
std::string_view kind_name(SymbolKind kind);

struct Type {
  enum class Kind { kInteger, kBoolean, kEnumeration };
  Kind kind = Kind::kInteger;
  std::size_t enumeration = 0;  // index into Program::enumerations
  bool operator==(const Type&) const = default;
};

// What a declared name stands for.
struct Symbol {
  SymbolKind kind = SymbolKind::kVariable;
  std::string name;
  SourceLocation where;
  Type type;                             // variables, enumerators, constants
  VariableId variable;                   // variables, items
  std::int64_t value = 0;                // enumerators, constants
  Overflow overflow = Overflow::kError;  // variables, items
  std::string presentation_kind;         // presentation names
  std::size_t index = 0;                 // in the list of Program that holds the rest
};

// All declared names of a game; they share one space.
class SymbolTable {
 public:
  // Reports and returns nullptr when the name is reserved or taken. Pointers stay valid.
  Symbol* declare(Symbol symbol, const std::vector<std::string>& source_files,
                  Diagnostics& diagnostics);

  const Symbol* find(const std::string& name) const;

  // All names of one kind, or of all kinds; for "did you mean".
  std::vector<std::string_view> names_of(SymbolKind kind) const;
  std::vector<std::string_view> all_names() const;

 private:
  std::unordered_map<std::string, Symbol> symbols_;
};

}  // namespace questproof::script
