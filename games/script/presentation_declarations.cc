// SPDX-License-Identifier: MIT
#include "games/script/presentation_declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "games/script/placement.h"

namespace questproof::script {

void PresentationDeclarations::declare_names(const Item& item) {
  const Expression& kind = item.arguments[0];
  if (kind.kind != Expression::Kind::kName || !kind.indexes.empty()) {
    error(kind.where, "the kind of presentation names is a word",
          std::string(word_info(Word::kNames).usage));
    return;
  }
  program_.presentation_kinds.emplace(kind.text, kind.where);
  for (std::size_t i = 1; i < item.arguments.size(); ++i) {
    const std::optional<std::string> name = expansion_.name(item.arguments[i], {});
    if (!name) continue;
    Symbol symbol = of_kind(SymbolKind::kPresentationName);
    symbol.name = *name;
    symbol.where = item.arguments[i].where;
    symbol.presentation_kind = kind.text;
    declare(std::move(symbol));
  }
}

void PresentationDeclarations::declare_presentation(const Item& item) {
  if (item.name.empty()) {
    error(item.where, "Presentation needs the name of an action",
          std::string(word_info(Word::kPresentation).usage));
    return;
  }
  PresentationInfo info;
  for (const Expression& kind : item.arguments) {
    if (kind.kind == Expression::Kind::kName && kind.indexes.empty()) {
      info.kinds.push_back(kind.text);
      kinds_used_.emplace_back(kind.text, kind.where);
    } else {
      error(kind.where, "the kind of an argument is a word",
            std::string(word_info(Word::kPresentation).usage));
      return;
    }
  }
  Symbol symbol = of_kind(SymbolKind::kPresentation, program_.presentations.size());
  symbol.name = item.name;
  symbol.where = item.name_where;
  if (declare(std::move(symbol)) != nullptr) {
    program_.presentations.push_back(std::move(info));
  }
}

void PresentationDeclarations::check_kinds() {
  static constexpr std::string_view kBuiltIn[] = {"boolean", "integer", "text",    "item",
                                                  "entity",  "scene",   "variable"};
  std::vector<std::string_view> kinds(std::begin(kBuiltIn), std::end(kBuiltIn));
  for (const auto& [kind, where] : program_.presentation_kinds) {
    if (std::find(std::begin(kBuiltIn), std::end(kBuiltIn), kind) != std::end(kBuiltIn)) {
      error(where, fmt::format("the kind {} is built in", kind), "choose another word");
    }
    kinds.emplace_back(kind);
  }
  for (const auto& [kind, where] : kinds_used_) {
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      error(where, fmt::format("no kind of presentation arguments is called {}", kind),
            did_you_mean(kind, kinds, fmt::format("introduce it: Names({}, NAME, ...)", kind)));
    }
  }
}

}  // namespace questproof::script
