// SPDX-License-Identifier: MIT
#include "games/script/presentation.h"

#include <fmt/format.h>

#include <string>

namespace questproof::script {
namespace {

void check_argument(Program& program, Conditions& conditions, const std::string& kind,
                    const Expression& argument, const Environment& environment) {
  Expansion& expansion = conditions.expansion();
  if (kind == "text") {
    if (argument.kind != Expression::Kind::kText) {
      program.diagnostics.error(argument.where, "a text is needed here",
                                "write it in double quotes");
    }
  } else if (kind == "integer") {
    expansion.number(argument, environment);
  } else if (kind == "boolean") {
    const std::optional<TypedTerm> value = conditions.term(argument, environment);
    if (!value) return;
    const Type boolean{Type::Kind::kBoolean, 0};
    const bool fits =
        value->type == boolean ||
        (!value->term.is_variable && fits_type({value->type, value->term.constant}, boolean));
    if (!fits) program.diagnostics.error(argument.where, "true or false is needed here");
  } else if (kind == "item") {
    expansion.symbol(argument, environment, SymbolKind::kItem);
  } else if (kind == "entity") {
    expansion.symbol(argument, environment, SymbolKind::kEntity);
  } else if (kind == "scene") {
    expansion.symbol(argument, environment, SymbolKind::kScene);
  } else if (kind == "variable") {
    expansion.symbol(argument, environment, SymbolKind::kVariable);
  } else {
    const Symbol* symbol = expansion.symbol(argument, environment, SymbolKind::kPresentationName);
    if (symbol == nullptr || symbol->presentation_kind == kind) return;
    program.diagnostics.error(argument.where,
                              fmt::format("{} is of kind {}, and {} is needed here", symbol->name,
                                          symbol->presentation_kind, kind));
  }
}

}  // namespace

void check_presentation(Program& program, Conditions& conditions, const PresentationInfo& info,
                        const Item& item, const Environment& environment) {
  if (item.arguments.size() != info.kinds.size()) {
    program.diagnostics.error(item.where,
                              fmt::format("{} takes {} arguments, not {}", item.head,
                                          info.kinds.size(), item.arguments.size()),
                              fmt::format("{}({})", item.head, fmt::join(info.kinds, ", ")));
    return;
  }
  for (std::size_t i = 0; i < item.arguments.size(); ++i) {
    check_argument(program, conditions, info.kinds[i], item.arguments[i], environment);
  }
}

}  // namespace questproof::script
