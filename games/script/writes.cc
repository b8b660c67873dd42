// SPDX-License-Identifier: MIT
#include "games/script/writes.h"

#include <fmt/format.h>

#include <utility>

namespace questproof::script {

Statement assign(VariableId target, Term value, const SourceLocation& where) {
  Statement statement;
  statement.kind = Statement::Kind::kAssign;
  statement.where = where;
  statement.target = target;
  statement.value = value;
  return statement;
}

void Writes::error(const SourceLocation& where, std::string message, std::string remedy) {
  program_.diagnostics.error(where, std::move(message), std::move(remedy));
}

bool Writes::check_fits(const Symbol& target, const TypedTerm& value) {
  const ConstantValue constant{value.type, value.term.constant};
  const bool fits =
      value.type == target.type || (!value.term.is_variable && fits_type(constant, target.type));
  if (!fits) {
    error(value.where,
          fmt::format("{} is {}, and this is {}", target.name, type_name(program_, target.type),
                      type_name(program_, value.type)));
    return false;
  }
  const Variable& info = program_.model.variables[target.variable.index];
  if (value.term.is_variable ||
      (value.term.constant >= info.low && value.term.constant <= info.high)) {
    return true;
  }
  error(value.where, fmt::format("{} lies outside {}..{}, the values of {}", value.term.constant,
                                 info.low, info.high, target.name));
  return false;
}

void Writes::set_variable(const Item& item, const Environment& environment,
                          std::vector<Statement>& out) {
  const Symbol* target =
      conditions_.expansion().symbol(item.arguments[0], environment, SymbolKind::kVariable);
  const std::optional<TypedTerm> value = conditions_.term(item.arguments[1], environment);
  if (target == nullptr || !value || !check_fits(*target, *value)) return;
  Statement statement = assign(target->variable, value->term, item.where);
  statement.overflow = target->overflow;
  out.push_back(std::move(statement));
}

void Writes::add_to_variable(Word word, const Item& item, const Environment& environment,
                             std::vector<Statement>& out) {
  const Symbol* target =
      conditions_.expansion().symbol(item.arguments[0], environment, SymbolKind::kVariable);
  const std::optional<TypedTerm> value = conditions_.term(item.arguments[1], environment);
  if (target == nullptr || !value) return;
  if (target->type.kind != Type::Kind::kInteger) {
    error(item.arguments[0].where, fmt::format("{} is no integer", target->name),
          "set it with SetVar");
    return;
  }
  if (value->type.kind != Type::Kind::kInteger) {
    error(value->where, "only integers can be added and subtracted");
    return;
  }
  Statement statement = assign(target->variable, value->term, item.where);
  statement.kind = Statement::Kind::kAdd;
  statement.subtract = word == Word::kSubtractVar;
  statement.overflow = target->overflow;
  out.push_back(std::move(statement));
}

std::optional<TypedTerm> Writes::count_of(const Item& item, const Symbol& symbol,
                                          const Environment& environment, Value least) {
  if (item.arguments.size() < 2) return TypedTerm{Term::of(1), {}, item.where};
  const std::optional<TypedTerm> count = conditions_.term(item.arguments[1], environment);
  if (!count) return std::nullopt;
  if (count->type.kind != Type::Kind::kInteger) {
    error(count->where, "the count of an item is a number");
    return std::nullopt;
  }
  const Value stack = program_.model.variables[symbol.variable.index].high;
  if (!count->term.is_variable && (count->term.constant < least || count->term.constant > stack)) {
    error(count->where, fmt::format("{} lies outside {}..{}, the counts of {}",
                                    count->term.constant, least, stack, symbol.name));
    return std::nullopt;
  }
  return count;
}

void Writes::change_item(Word word, const Item& item, const Environment& environment,
                         EventContext& context, std::vector<Statement>& out) {
  const Symbol* symbol =
      conditions_.expansion().symbol(item.arguments[0], environment, SymbolKind::kItem);
  if (symbol == nullptr) return;
  const std::optional<TypedTerm> count =
      count_of(item, *symbol, environment, word == Word::kSetItem ? 0 : 1);
  if (!count) return;
  Statement statement = assign(symbol->variable, count->term, item.where);
  statement.overflow = symbol->overflow;
  if (word != Word::kSetItem) statement.kind = Statement::Kind::kAdd;
  statement.subtract = word == Word::kRemoveItem;
  const bool gives =
      word == Word::kAddItem ||
      (word == Word::kSetItem && (count->term.is_variable || count->term.constant > 0));
  if (gives) context.shows(program_.items[symbol->index].content);
  out.push_back(std::move(statement));
}

void Writes::set_entity(Word word, const Item& item, const Environment& environment,
                        EventContext& context, std::vector<Statement>& out) {
  const Symbol* symbol =
      conditions_.expansion().symbol(item.arguments[0], environment, SymbolKind::kEntity);
  const std::optional<TypedTerm> value = conditions_.term(item.arguments[1], environment);
  if (symbol == nullptr || !value) return;
  Symbol flag = *symbol;
  const EntityInfo& entity = program_.entities[symbol->index];
  flag.type = {Type::Kind::kBoolean, 0};
  flag.variable = word == Word::kSetVisible ? entity.visible : entity.interactive;
  if (!check_fits(flag, *value)) return;
  const bool shows = value->term.is_variable || value->term.constant != 0;
  if (word == Word::kSetVisible && shows) context.shows(entity.content);
  out.push_back(assign(flag.variable, value->term, item.where));
}

}  // namespace questproof::script
