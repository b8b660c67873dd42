// SPDX-License-Identifier: MIT
#include "games/script/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace questproof::script {
namespace {

constexpr int kMaximumNesting = 200;  // of conditions, with named ones written out

constexpr std::array<std::string_view, 10> kPredicateNames = {
    "HasItem",    "ItemCount", "IsVisible", "IsInteractive", "InScene",
    "InDialogue", "Said",      "IsPending", "All",           "Any"};

Comparison model_comparison(Operator operation) {
  switch (operation) {
    case Operator::kEqual: return Comparison::kEqual;
    case Operator::kNotEqual: return Comparison::kNotEqual;
    case Operator::kLess: return Comparison::kLess;
    case Operator::kLessEqual: return Comparison::kLessEqual;
    case Operator::kGreater: return Comparison::kGreater;
    default: return Comparison::kGreaterEqual;
  }
}

Operator mirrored(Operator operation) {
  switch (operation) {
    case Operator::kLess: return Operator::kGreater;
    case Operator::kLessEqual: return Operator::kGreaterEqual;
    case Operator::kGreater: return Operator::kLess;
    case Operator::kGreaterEqual: return Operator::kLessEqual;
    default: return operation;
  }
}

Condition combined(std::vector<Condition> parts, Condition::Kind kind, Condition::Kind neutral,
                   Condition::Kind absorbing) {
  std::vector<Condition> kept;
  for (Condition& part : parts) {
    if (part.kind == absorbing) return std::move(part);
    if (part.kind == neutral) continue;
    if (part.kind == kind) {
      for (Condition& inner : part.parts) kept.push_back(std::move(inner));
    } else {
      kept.push_back(std::move(part));
    }
  }
  if (kept.size() == 1) return std::move(kept.front());
  Condition result;
  result.kind = kept.empty() ? neutral : kind;
  result.parts = std::move(kept);
  return result;
}

}  // namespace

Condition conjunction(std::vector<Condition> parts) {
  return combined(std::move(parts), Condition::Kind::kAll, Condition::Kind::kTrue,
                  Condition::Kind::kFalse);
}

Condition disjunction(std::vector<Condition> parts) {
  return combined(std::move(parts), Condition::Kind::kAny, Condition::Kind::kFalse,
                  Condition::Kind::kTrue);
}

Condition negated(Condition part) {
  if (part.kind == Condition::Kind::kTrue) return Condition::never();
  if (part.kind == Condition::Kind::kFalse) return Condition::always();
  if (part.kind == Condition::Kind::kNot) {
    Condition inner = std::move(part.parts.front());
    return inner;
  }
  return Condition::negation(std::move(part));
}

// The places of a dialogue, or the steps of a puzzle, are neighbouring values.
Condition dialogue_goes_on(const Program& program, const DialogueInfo& dialogue) {
  const VariableId variable = *program.system.dialogue;
  const Value first = program.places[dialogue.first_place].value;
  const auto count =
      static_cast<Value>(dialogue.is_puzzle ? dialogue.order.size() : dialogue.place_count);
  if (count <= 1) return Condition::equals(variable, first);
  return conjunction(
      {Condition::compare(Term::of(variable), Comparison::kGreaterEqual, Term::of(first)),
       Condition::compare(Term::of(variable), Comparison::kLessEqual,
                          Term::of(first + count - 1))});
}

std::string type_name(const Program& program, const Type& type) {
  switch (type.kind) {
    case Type::Kind::kInteger: return "integer";
    case Type::Kind::kBoolean: return "boolean";
    case Type::Kind::kEnumeration: return program.enumerations[type.enumeration].name;
  }
  return "";
}

bool fits_type(const ConstantValue& constant, const Type& target) {
  if (constant.type == target) return true;
  return target.kind == Type::Kind::kBoolean && constant.type.kind == Type::Kind::kInteger &&
         (constant.value == 0 || constant.value == 1);
}

Condition Conditions::lower(const Expression& expression, const Environment& environment) {
  program_.spend(1, expression.where);
  if (depth_ >= kMaximumNesting) {
    program_.diagnostics.error(
        expression.where,
        fmt::format("conditions nested more than {} levels deep", kMaximumNesting));
    return Condition::always();
  }
  ++depth_;
  Condition result = lower_inner(expression, environment);
  --depth_;
  return result;
}

Condition Conditions::lower_inner(const Expression& expression, const Environment& environment) {
  switch (expression.kind) {
    case Expression::Kind::kOperator: return operation(expression, environment);
    case Expression::Kind::kName: return name(expression, environment);
    case Expression::Kind::kCall: return call(expression, environment);
    default:
      program_.diagnostics.error(
          expression.where, fmt::format("{} is no condition", source_text(program_, expression)),
          "a condition compares, asks, or names a boolean variable");
      return Condition::always();
  }
}

Condition Conditions::match(const Item& item, const Environment& environment) {
  if (item.arguments.size() == 1) return lower(item.arguments[0], environment);
  return compared(item.arguments[0], Operator::kEqual, item.arguments[1], item.arguments[0].where,
                  environment);
}

Condition Conditions::operation(const Expression& expression, const Environment& environment) {
  if (is_comparison(expression.operation)) return comparison(expression, environment);
  switch (expression.operation) {
    case Operator::kAnd:
    case Operator::kOr: {
      std::vector<Condition> parts;
      for (const Expression& part : expression.parts) parts.push_back(lower(part, environment));
      return expression.operation == Operator::kAnd ? conjunction(std::move(parts))
                                                    : disjunction(std::move(parts));
    }
    case Operator::kNot: return negated(lower(expression.parts[0], environment));
    default:
      program_.diagnostics.error(expression.where,
                                 fmt::format("{} is a number, and a condition is needed here",
                                             source_text(program_, expression)),
                                 "compare it: ==, !=, <, <=, >, >=");
      return Condition::always();
  }
}

Condition Conditions::comparison(const Expression& expression, const Environment& environment) {
  const Expression& left = expression.parts[0];
  if (left.kind == Expression::Kind::kOperator && left.operation == Operator::kNot) {
    program_.diagnostics.error(left.where, "! applies to what directly follows it",
                               fmt::format("write !({} ...) around the whole comparison",
                                           source_text(program_, left.parts[0])));
    return Condition::always();
  }
  if (is_name_comparison(left, environment) &&
      is_name_comparison(expression.parts[1], environment)) {
    const bool holds = expansion_.decide(expression, environment).value_or(true);
    return holds ? Condition::always() : Condition::never();
  }
  return compared(left, expression.operation, expression.parts[1], expression.where, environment);
}

// A loop name that stands for a scene, an entity and the like: compared as a name.
bool Conditions::is_name_comparison(const Expression& expression, const Environment& environment) {
  if (expression.kind != Expression::Kind::kName) return false;
  if (expansion_.is_constant(expression, environment)) return false;
  const std::optional<std::string> text = expansion_.name(expression, environment);
  if (!text) return false;
  const Symbol* symbol = program_.symbols.find(*text);
  return symbol != nullptr && symbol->kind != SymbolKind::kVariable &&
         symbol->kind != SymbolKind::kItem;
}

Condition Conditions::compared(const Expression& left, Operator operation, const Expression& right,
                               const SourceLocation& where, const Environment& environment) {
  const std::optional<TypedTerm> a = term(left, environment);
  const std::optional<TypedTerm> b = term(right, environment);
  if (!a || !b) return Condition::always();
  return compared_terms(*a, operation, *b, where);
}

Condition Conditions::compared_terms(const TypedTerm& left, Operator operation,
                                     const TypedTerm& right, const SourceLocation& where) {
  if (!check_types(left, operation, right, where)) return Condition::always();
  if (!left.term.is_variable && !right.term.is_variable) {
    return compares(left.term.constant, operation, right.term.constant) ? Condition::always()
                                                                        : Condition::never();
  }
  if (!right.term.is_variable) check_domain(left, operation, right.term.constant, right.where);
  if (!left.term.is_variable) {
    check_domain(right, mirrored(operation), left.term.constant, left.where);
    return Condition::compare(right.term, model_comparison(mirrored(operation)), left.term);
  }
  return Condition::compare(left.term, model_comparison(operation), right.term);
}

bool Conditions::check_types(const TypedTerm& left, Operator operation, const TypedTerm& right,
                             const SourceLocation& where) {
  const auto fits = [](const TypedTerm& part, const TypedTerm& other) {
    if (part.type == other.type) return true;
    return !part.term.is_variable && fits_type({part.type, part.term.constant}, other.type);
  };
  if (!fits(left, right) && !fits(right, left)) {
    program_.diagnostics.error(where,
                               fmt::format("{} is compared with {}", type_name(program_, left.type),
                                           type_name(program_, right.type)),
                               "both sides must be of one type");
    return false;
  }
  const bool ordered = operation != Operator::kEqual && operation != Operator::kNotEqual;
  const bool boolean =
      left.type.kind == Type::Kind::kBoolean || right.type.kind == Type::Kind::kBoolean;
  if (ordered && boolean) {
    program_.diagnostics.error(where, "booleans have no order", "compare them with == or !=");
    return false;
  }
  return true;
}

// Comparisons with a constant that the variable can never have, or that decide nothing.
void Conditions::check_domain(const TypedTerm& variable, Operator operation, std::int64_t constant,
                              const SourceLocation& where) {
  const Variable& info = program_.model.variables[variable.term.variable.index];
  const std::int64_t low = info.low;
  const std::int64_t high = info.high;
  if (operation == Operator::kEqual || operation == Operator::kNotEqual) {
    if (constant < low || constant > high) {
      program_.diagnostics.error(where, fmt::format("{} can never be {}: its values are {}..{}",
                                                    info.name, constant, low, high));
    }
    return;
  }
  const bool at_low = compares(low, operation, constant);
  const bool at_high = compares(high, operation, constant);
  if (at_low == at_high) {
    program_.diagnostics.warning(
        where, fmt::format("this comparison is always {}: the values of {} are {}..{}",
                           at_low ? "true" : "false", info.name, low, high));
  }
}

std::optional<TypedTerm> Conditions::term(const Expression& expression,
                                          const Environment& environment) {
  if (expression.kind == Expression::Kind::kCall && expression.text == "ItemCount") {
    const Symbol* item = only_argument(expression, environment, SymbolKind::kItem);
    if (item == nullptr) return std::nullopt;
    return TypedTerm{Term::of(item->variable), {}, expression.where};
  }
  if (expansion_.is_constant(expression, environment)) {
    const std::optional<ConstantValue> value = expansion_.constant(expression, environment);
    if (!value) return std::nullopt;
    return TypedTerm{Term::of(static_cast<Value>(value->value)), value->type, expression.where};
  }
  if (expression.kind != Expression::Kind::kName) {
    program_.diagnostics.error(
        expression.where,
        fmt::format("{} is neither a variable nor a constant value",
                    source_text(program_, expression)),
        "sums of variables are kept in a variable; counts are ItemCount(ITEM)");
    return std::nullopt;
  }
  const Symbol* symbol = expansion_.any_symbol(expression, environment);
  if (symbol == nullptr) return std::nullopt;
  if (symbol->kind == SymbolKind::kVariable) {
    return TypedTerm{Term::of(symbol->variable), symbol->type, expression.where};
  }
  program_.diagnostics.error(
      expression.where,
      fmt::format("{} is {}, and a variable or a constant value is needed here", symbol->name,
                  kind_name(symbol->kind)),
      symbol->kind == SymbolKind::kItem ? "ask ItemCount(" + symbol->name + ")" : std::string());
  return std::nullopt;
}

Condition Conditions::name(const Expression& expression, const Environment& environment) {
  if (expansion_.is_constant(expression, environment)) {
    const bool holds = expansion_.decide(expression, environment).value_or(true);
    return holds ? Condition::always() : Condition::never();
  }
  const Symbol* symbol = expansion_.any_symbol(expression, environment);
  if (symbol == nullptr) return Condition::always();
  if (symbol->kind == SymbolKind::kVariable && symbol->type.kind == Type::Kind::kBoolean) {
    return Condition::equals(symbol->variable, 1);
  }
  if (symbol->kind == SymbolKind::kCondition) {
    const NamedCondition& named = program_.conditions[symbol->index];
    if (std::find(being_lowered_.begin(), being_lowered_.end(), &named) != being_lowered_.end()) {
      program_.diagnostics.error(
          expression.where, fmt::format("the condition {} is defined by itself", symbol->name));
      return Condition::always();
    }
    being_lowered_.push_back(&named);
    Condition result = lower(*named.expression, named.environment);
    being_lowered_.pop_back();
    return result;
  }
  std::string remedy = "compare it: ==, !=, <, <=, >, >=";
  if (symbol->kind == SymbolKind::kItem) remedy = "ask HasItem(" + symbol->name + ")";
  if (symbol->kind == SymbolKind::kScene) remedy = "ask InScene(" + symbol->name + ")";
  if (symbol->kind == SymbolKind::kEntity) remedy = "ask IsVisible(" + symbol->name + ")";
  program_.diagnostics.error(
      expression.where,
      fmt::format("{} is {}, and a condition is needed here", symbol->name,
                  symbol->kind == SymbolKind::kVariable ? "no boolean" : kind_name(symbol->kind)),
      remedy);
  return Condition::always();
}

bool Conditions::check_count(const Expression& call, std::size_t least, std::size_t most) {
  if (call.parts.size() >= least && call.parts.size() <= most) return true;
  program_.diagnostics.error(
      call.where,
      fmt::format("{} takes {} argument{}, not {}", call.text,
                  least == most ? fmt::format("{}", least) : fmt::format("{} or {}", least, most),
                  most == 1 ? "" : "s", call.parts.size()));
  return false;
}

const Symbol* Conditions::only_argument(const Expression& call, const Environment& environment,
                                        SymbolKind kind) {
  if (!check_count(call, 1, 1)) return nullptr;
  return expansion_.symbol(call.parts[0], environment, kind);
}

Condition Conditions::call(const Expression& expression, const Environment& environment) {
  const std::string& word = expression.text;
  if (word == "HasItem") return has_item(expression, environment);
  if (word == "All" || word == "Any") return quantified(expression, environment);
  if (word == "Said") return said(expression, environment);
  if (word == "InDialogue") return in_dialogue(expression, environment);
  if (word == "IsVisible" || word == "IsInteractive") {
    const Symbol* symbol = only_argument(expression, environment, SymbolKind::kEntity);
    if (symbol == nullptr) return Condition::always();
    const EntityInfo& entity = program_.entities[symbol->index];
    return Condition::equals(word == "IsVisible" ? entity.visible : entity.interactive, 1);
  }
  if (word == "InScene") {
    const Symbol* symbol = only_argument(expression, environment, SymbolKind::kScene);
    if (symbol == nullptr || !program_.system.scene) return Condition::always();
    return Condition::equals(*program_.system.scene, static_cast<Value>(symbol->index));
  }
  if (word == "IsPending") {
    const Symbol* symbol = only_argument(expression, environment, SymbolKind::kDelay);
    if (symbol == nullptr) return Condition::always();
    return Condition::equals(program_.delays[symbol->index].pending, 1);
  }
  if (word == "ItemCount") {
    program_.diagnostics.error(expression.where, "ItemCount is a number, no condition",
                               "compare it: ItemCount(ITEM) >= 2");
    return Condition::always();
  }
  const std::vector<std::string_view> known(kPredicateNames.begin(), kPredicateNames.end());
  program_.diagnostics.error(expression.where, fmt::format("{} is no known condition", word),
                             did_you_mean(word, known));
  return Condition::always();
}

Condition Conditions::has_item(const Expression& call, const Environment& environment) {
  if (!check_count(call, 1, 2)) return Condition::always();
  const Symbol* item = expansion_.symbol(call.parts[0], environment, SymbolKind::kItem);
  if (call.parts.size() == 1) {
    if (item == nullptr) return Condition::always();
    return Condition::compare(Term::of(item->variable), Comparison::kGreaterEqual, Term::of(1));
  }
  const std::optional<TypedTerm> count = term(call.parts[1], environment);
  if (item == nullptr || !count) return Condition::always();
  const Value stack = program_.model.variables[item->variable.index].high;
  if (!count->term.is_variable && (count->term.constant < 1 || count->term.constant > stack)) {
    program_.diagnostics.error(
        count->where, fmt::format("the player has from 1 to {} of {}, or none", stack, item->name));
    return Condition::always();
  }
  const TypedTerm held{Term::of(item->variable), {}, call.where};
  return compared_terms(held, Operator::kGreaterEqual, *count, call.where);
}

Condition Conditions::said(const Expression& call, const Environment& environment) {
  if (!check_count(call, 2, 2)) return Condition::always();
  const Symbol* symbol = expansion_.symbol(call.parts[0], environment, SymbolKind::kDialogue);
  const std::optional<std::string> name = expansion_.name(call.parts[1], environment);
  if (symbol == nullptr || !name) return Condition::always();
  std::vector<std::string_view> known;
  for (const std::size_t index : program_.dialogues[symbol->index].propositions) {
    const PropositionInfo& proposition = program_.propositions[index];
    if (proposition.name != *name) {
      known.push_back(proposition.name);
      continue;
    }
    if (proposition.once) return Condition::equals(proposition.said, 1);
    program_.diagnostics.error(call.parts[1].where,
                               fmt::format("whether {} was said is not remembered", *name),
                               "declare the proposition `once`, or set a variable in it");
    return Condition::always();
  }
  program_.diagnostics.error(call.parts[1].where,
                             fmt::format("{} is no proposition of {}", *name, symbol->name),
                             did_you_mean(*name, known));
  return Condition::always();
}

Condition Conditions::in_dialogue(const Expression& call, const Environment& environment) {
  const Symbol* symbol = only_argument(call, environment, SymbolKind::kDialogue);
  if (symbol == nullptr || !program_.system.dialogue) return Condition::always();
  return dialogue_goes_on(program_, program_.dialogues[symbol->index]);
}

Condition Conditions::quantified(const Expression& call, const Environment& environment) {
  if (call.parts.size() < 2) {
    program_.diagnostics.error(call.where,
                               fmt::format("{} takes NAME in set and a condition", call.text));
    return Condition::always();
  }
  const std::vector<Expression> bindings(call.parts.begin(), call.parts.end() - 1);
  std::vector<Condition> parts;
  expansion_.for_each(bindings, call.where, environment, [&](const Environment& inner) {
    parts.push_back(lower(call.parts.back(), inner));
  });
  return call.text == "All" ? conjunction(std::move(parts)) : disjunction(std::move(parts));
}

}  // namespace questproof::script
