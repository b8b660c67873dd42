// SPDX-License-Identifier: MIT
#include "games/script/constant_declarations.h"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace questproof::script {
namespace {

constexpr std::size_t kMaximumChain = 100;

void visit_names(const Expression& expression,
                 const std::function<void(const Expression&)>& visit) {
  if (expression.kind == Expression::Kind::kName) visit(expression);
  for (const Expression& part : expression.parts) visit_names(part, visit);
}

}  // namespace

void ConstantDeclarations::define_all() {
  for (Symbol* symbol : order_) define_constant(symbol);
}

void ConstantDeclarations::enter(const Item& item) {
  if (item.broken) return;
  if (item.head == "Enumeration") declare_enumeration(item);
  if (item.head == "Constant" && item.arguments.size() == 2) {
    if (Symbol* symbol = declare(item, {}, of_kind(SymbolKind::kConstant))) {
      constants_.emplace(symbol, Constant{symbol, &item});
      order_.push_back(symbol);
    }
  }
}

void ConstantDeclarations::declare_enumeration(const Item& item) {
  if (item.arguments.size() < 2) return;
  const std::size_t index = program_.enumerations.size();
  Symbol* type = declare(item, {}, of_kind(SymbolKind::kEnumeration, index));
  if (type == nullptr) return;
  EnumerationInfo info{type->name, {}};
  for (std::size_t i = 1; i < item.arguments.size(); ++i) {
    const std::optional<std::string> name = expansion_.name(item.arguments[i], {});
    if (!name) continue;
    Symbol value = of_kind(SymbolKind::kEnumerator, index);
    value.name = *name;
    value.where = item.arguments[i].where;
    value.type = {Type::Kind::kEnumeration, index};
    value.value = static_cast<std::int64_t>(info.values.size());
    if (declare(std::move(value)) != nullptr) {
      info.values.push_back(*name);
    }
  }
  program_.enumerations.push_back(std::move(info));
}

// Constants may be declared by constants that come later in the files: those are defined first.
void ConstantDeclarations::define_constant(Symbol* symbol) {
  if (defined_.count(symbol) != 0) return;
  if (!being_defined_.insert(symbol).second) {
    error(symbol->where, fmt::format("{} is defined by itself", symbol->name));
    return;
  }
  if (being_defined_.size() > kMaximumChain) {
    error(symbol->where, fmt::format("{} is defined through more than {} other constants",
                                     symbol->name, kMaximumChain));
    being_defined_.erase(symbol);
    return;
  }
  const Expression& value = constants_.at(symbol).item->arguments[1];
  visit_names(value, [&](const Expression& name) {
    const Symbol* used = program_.symbols.find(name.text);
    const auto entry = constants_.find(used);
    if (entry != constants_.end()) define_constant(entry->second.symbol);
  });
  if (const auto constant = expansion_.constant(value, {})) {
    symbol->type = constant->type;
    symbol->value = constant->value;
  }
  being_defined_.erase(symbol);
  defined_.insert(symbol);
}

}  // namespace questproof::script
