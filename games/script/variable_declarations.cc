// SPDX-License-Identifier: MIT
#include "games/script/variable_declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace questproof::script {
namespace {

constexpr std::int64_t kLargestDomain = 1'000'000'000;

const std::vector<std::vector<std::string_view>>& overflow_flags() {
  static const std::vector<std::vector<std::string_view>> kFlags = {{"error", "saturate", "wrap"}};
  return kFlags;
}

Overflow overflow_of(const MixedArguments& arguments) {
  if (arguments.has("saturate")) return Overflow::kSaturate;
  return arguments.has("wrap") ? Overflow::kWrap : Overflow::kError;
}

Variable placeholder() {
  Variable variable;
  variable.low = -kLargestDomain;
  variable.high = kLargestDomain;
  return variable;
}

}  // namespace

void VariableDeclarations::declare_integer(const Item& item, const Environment& environment) {
  const MixedArguments arguments = sort_arguments(program_, item, 1, overflow_flags(), 2);
  if (arguments.rest.size() != 2 || arguments.rest[0]->kind != Expression::Kind::kRange) {
    error(item.where, "Integer needs a domain and an initial value",
          std::string(word_info(Word::kInteger).usage));
    declare_name_only(Word::kInteger, item, environment);
    return;
  }
  const auto low = expansion_.number(arguments.rest[0]->parts[0], environment);
  const auto high = expansion_.number(arguments.rest[0]->parts[1], environment);
  const auto initial = expansion_.number(*arguments.rest[1], environment);
  Variable variable;
  if (low && high && *low > *high) {
    error(arguments.rest[0]->where, fmt::format("the domain {}..{} is empty", *low, *high));
  } else if (low && high) {
    variable.low = static_cast<Value>(*low);
    variable.high = static_cast<Value>(*high);
    if (initial && (*initial < *low || *initial > *high)) {
      error(arguments.rest[1]->where,
            fmt::format("the initial value {} lies outside {}..{}", *initial, *low, *high));
    }
  }
  finish_variable(item, environment, std::move(variable), {}, initial.value_or(0),
                  overflow_of(arguments));
}

void VariableDeclarations::declare_boolean(const Item& item, const Environment& environment) {
  const auto initial = expansion_.constant(item.arguments[1], environment);
  if (initial && (initial->type.kind == Type::Kind::kEnumeration || initial->value < 0 ||
                  initial->value > 1)) {
    error(item.arguments[1].where, "the initial value is neither true nor false");
  }
  Variable variable;
  variable.value_names = {"false", "true"};
  finish_variable(item, environment, std::move(variable), {Type::Kind::kBoolean, 0},
                  initial ? initial->value : 0, Overflow::kError);
}

void VariableDeclarations::declare_enumerated(const Item& item, const Environment& environment) {
  const Symbol* type = expansion_.symbol(item.arguments[1], environment, SymbolKind::kEnumeration);
  const auto initial = expansion_.constant(item.arguments[2], environment);
  Variable variable;
  Type value_type{Type::Kind::kEnumeration, 0};
  if (type != nullptr) {
    value_type.enumeration = type->index;
    variable.value_names = program_.enumerations[type->index].values;
    variable.high = static_cast<Value>(variable.value_names.size()) - 1;
    if (initial && initial->type != value_type) {
      error(item.arguments[2].where, fmt::format("this is no value of {}", type->name),
            "its values: " + fmt::format("{}", fmt::join(variable.value_names, ", ")));
    }
  }
  finish_variable(item, environment, std::move(variable), value_type, initial ? initial->value : 0,
                  Overflow::kError);
}

void VariableDeclarations::finish_variable(const Item& item, const Environment& environment,
                                           Variable variable, Type type, std::int64_t initial,
                                           Overflow overflow) {
  Symbol symbol = of_kind(SymbolKind::kVariable);
  symbol.type = type;
  symbol.overflow = overflow;
  Symbol* declared = declare(item, environment, symbol);
  if (declared == nullptr) return;
  variable.name = declared->name;
  variable.where = declared->where;
  const auto clamped = std::clamp<std::int64_t>(initial, variable.low, variable.high);
  declared->variable = add_variable(std::move(variable), static_cast<Value>(clamped));
}

void VariableDeclarations::declare_item(const Item& item, const Environment& environment) {
  const MixedArguments arguments = sort_arguments(program_, item, 1, overflow_flags(), 2);
  std::int64_t stack = 1;
  std::int64_t initial = 0;
  if (!arguments.rest.empty()) {
    stack = expansion_.number(*arguments.rest[0], environment).value_or(1);
    if (stack < 1) {
      error(arguments.rest[0]->where, "the stack limit of an item is at least 1");
      stack = 1;
    }
  }
  if (arguments.rest.size() > 1) {
    initial = expansion_.number(*arguments.rest[1], environment).value_or(0);
    if (initial < 0 || initial > stack) {
      error(arguments.rest[1]->where,
            fmt::format("the initial count {} lies outside 0..{}", initial, stack));
      initial = 0;
    }
  }
  Symbol symbol = of_kind(SymbolKind::kItem, program_.items.size());
  symbol.overflow = overflow_of(arguments);
  Symbol* declared = declare(item, environment, symbol);
  if (declared == nullptr) return;
  Variable variable;
  variable.name = declared->name;
  variable.kind = VariableKind::kItem;
  variable.high = static_cast<Value>(stack);
  variable.where = declared->where;
  declared->variable = add_variable(std::move(variable), static_cast<Value>(initial));
  program_.items.push_back({arguments.label.value_or(label_from_name(declared->name)),
                            add_content("item", declared->name, declared->where)});
}

void VariableDeclarations::declare_name_only(Word word, const Item& item,
                                             const Environment& environment) {
  switch (word) {
    case Word::kInteger:
      finish_variable(item, environment, placeholder(), {}, 0, Overflow::kError);
      break;
    case Word::kBoolean:
      finish_variable(item, environment, placeholder(), {Type::Kind::kBoolean, 0}, 0,
                      Overflow::kError);
      break;
    case Word::kItem: {
      Symbol* declared =
          declare(item, environment, of_kind(SymbolKind::kItem, program_.items.size()));
      if (declared == nullptr) return;
      declared->variable = add_variable(placeholder(), 0);
      program_.items.push_back({declared->name, add_content("item", declared->name, item.where)});
      break;
    }
    default: break;
  }
}

void VariableDeclarations::resolve_externals() {
  for (const Scoped& source : externals_) resolve_external(source);
}

void VariableDeclarations::resolve_external(const Scoped& source) {
  for (const Expression& argument : source.item->arguments) {
    const Symbol* symbol = expansion_.symbol(argument, source.environment, SymbolKind::kVariable);
    if (symbol == nullptr) continue;
    if (!external_names_.insert(symbol->name).second) {
      error(argument.where, fmt::format("{} is declared External twice", symbol->name));
      continue;
    }
    program_.externals.emplace_back(symbol->variable, argument.where);
  }
}

}  // namespace questproof::script
