// SPDX-License-Identifier: MIT
#include "games/script/expansion.h"

#include <fmt/format.h>

#include <algorithm>

#include "games/script/vocabulary.h"

namespace questproof::script {
namespace {

constexpr std::int64_t kLargestConstant = 1'000'000'000;
constexpr std::size_t kMostBindings = 10;  // in one loop

const LoopValue* find_loop_value(const Environment& environment, const std::string& name) {
  for (auto entry = environment.rbegin(); entry != environment.rend(); ++entry) {
    if (entry->first == name) return &entry->second;
  }
  return nullptr;
}

bool is_truth(const std::string& name) { return name == "true" || name == "false"; }

std::int64_t modulo(std::int64_t left, std::int64_t right) {
  const std::int64_t rest = left % right;
  return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

std::int64_t calculate(std::int64_t left, Operator operation, std::int64_t right) {
  switch (operation) {
    case Operator::kAdd: return left + right;
    case Operator::kSubtract: return left - right;
    case Operator::kMultiply: return left * right;
    case Operator::kDivide: return left / right;
    default: return modulo(left, right);
  }
}

std::string kind_remedy(SymbolKind found, SymbolKind needed) {
  if (found == SymbolKind::kItem && needed == SymbolKind::kVariable) {
    return "items are changed with AddItem, RemoveItem and SetItem";
  }
  if (found == SymbolKind::kVariable && needed == SymbolKind::kItem) {
    return "variables are changed with SetVar, AddVar and SubtractVar";
  }
  return {};
}

bool is_arithmetic(Operator operation) {
  return operation == Operator::kAdd || operation == Operator::kSubtract ||
         operation == Operator::kMultiply || operation == Operator::kDivide ||
         operation == Operator::kRemainder || operation == Operator::kNegate;
}

}  // namespace

bool compares(std::int64_t left, Operator operation, std::int64_t right) {
  switch (operation) {
    case Operator::kEqual: return left == right;
    case Operator::kNotEqual: return left != right;
    case Operator::kLess: return left < right;
    case Operator::kLessEqual: return left <= right;
    case Operator::kGreater: return left > right;
    default: return left >= right;
  }
}

bool is_comparison(Operator operation) {
  return operation == Operator::kEqual || operation == Operator::kNotEqual ||
         operation == Operator::kLess || operation == Operator::kLessEqual ||
         operation == Operator::kGreater || operation == Operator::kGreaterEqual;
}

std::optional<std::string> Expansion::name(const Expression& expression,
                                           const Environment& environment) {
  if (expression.kind != Expression::Kind::kName) {
    program_.diagnostics.error(expression.where, "a name is needed here");
    return std::nullopt;
  }
  const LoopValue* bound = find_loop_value(environment, expression.text);
  if (bound != nullptr && !bound->is_name) {
    program_.diagnostics.error(
        expression.where,
        fmt::format("{} stands for a number here, and a name is needed", expression.text));
    return std::nullopt;
  }
  std::string result = bound != nullptr ? bound->name : expression.text;
  if (expression.indexes.empty()) return result;
  result += '[';
  for (std::size_t i = 0; i < expression.indexes.size(); ++i) {
    const std::optional<std::string> text = index(expression.indexes[i], environment);
    if (!text) return std::nullopt;
    if (i > 0) result += ',';
    result += *text;
  }
  return result + ']';
}

std::optional<std::string> Expansion::index(const Expression& expression,
                                            const Environment& environment) {
  if (expression.kind == Expression::Kind::kName) {
    const LoopValue* bound = find_loop_value(environment, expression.text);
    if (bound == nullptr || bound->is_name) {
      const std::optional<std::string> text = name(expression, environment);
      if (!text) return std::nullopt;
      const Symbol* constant = program_.symbols.find(*text);
      if (constant == nullptr) {
        if (!is_truth(*text)) program_.names_to_check.emplace(*text, expression.where);
        return text;
      }
      if (constant->kind != SymbolKind::kConstant) return text;
    }
  }
  const std::optional<std::int64_t> value = number(expression, environment);
  if (!value) return std::nullopt;
  return fmt::format("{}", *value);
}

void Expansion::report_unknown(const std::string& name, const SourceLocation& where,
                               SymbolKind kind) {
  if (program_.diagnostics.is_full()) return;
  std::string remedy = did_you_mean(name, program_.symbols.names_of(kind));
  if (remedy.empty()) remedy = did_you_mean(name, program_.symbols.all_names());
  if (remedy.empty()) remedy = fmt::format("declare it as {}", kind_name(kind));
  program_.diagnostics.error(where, fmt::format("{} is not declared", name), remedy);
}

const Symbol* Expansion::any_symbol(const Expression& expression, const Environment& environment) {
  const std::optional<std::string> text = name(expression, environment);
  if (!text) return nullptr;
  const Symbol* found = program_.symbols.find(*text);
  if (found == nullptr) report_unknown(*text, expression.where, SymbolKind::kVariable);
  return found;
}

const Symbol* Expansion::symbol(const Expression& expression, const Environment& environment,
                                SymbolKind kind) {
  const std::optional<std::string> text = name(expression, environment);
  if (!text) return nullptr;
  const Symbol* found = program_.symbols.find(*text);
  if (found == nullptr) {
    report_unknown(*text, expression.where, kind);
    return nullptr;
  }
  if (found->kind != kind) {
    if (program_.diagnostics.is_full()) return nullptr;
    program_.diagnostics.error(
        expression.where,
        fmt::format("{} is {}, and {} is needed here", *text, kind_name(found->kind),
                    kind_name(kind)),
        did_you_mean(*text, program_.symbols.names_of(kind), kind_remedy(found->kind, kind)));
    return nullptr;
  }
  return found;
}

bool Expansion::is_constant(const Expression& expression, const Environment& environment) {
  switch (expression.kind) {
    case Expression::Kind::kNumber: return true;
    case Expression::Kind::kOperator: return is_arithmetic(expression.operation);
    case Expression::Kind::kName: {
      const LoopValue* bound = find_loop_value(environment, expression.text);
      if (bound != nullptr && !bound->is_name) return true;
      const std::optional<std::string> text = name(expression, environment);
      if (!text) return false;
      if (is_truth(*text)) return true;
      const Symbol* found = program_.symbols.find(*text);
      return found != nullptr &&
             (found->kind == SymbolKind::kConstant || found->kind == SymbolKind::kEnumerator);
    }
    default: return false;
  }
}

std::optional<ConstantValue> Expansion::constant(const Expression& expression,
                                                 const Environment& environment) {
  if (expression.kind == Expression::Kind::kNumber) {
    return ConstantValue{{}, expression.number};
  }
  if (expression.kind == Expression::Kind::kOperator && is_arithmetic(expression.operation)) {
    return arithmetic(expression, environment);
  }
  if (expression.kind != Expression::Kind::kName) {
    program_.diagnostics.error(expression.where, "a constant value is needed here",
                               "a number, true, false, a value of an enumeration or a constant");
    return std::nullopt;
  }
  const LoopValue* bound = find_loop_value(environment, expression.text);
  if (bound != nullptr && !bound->is_name) return ConstantValue{{}, bound->number};
  const std::optional<std::string> text = name(expression, environment);
  if (!text) return std::nullopt;
  return constant_of({true, *text, 0}, expression.where);
}

std::optional<ConstantValue> Expansion::constant_of(const LoopValue& value,
                                                    const SourceLocation& where) {
  if (!value.is_name) return ConstantValue{{}, value.number};
  const std::string& text = value.name;
  if (is_truth(text)) return ConstantValue{{Type::Kind::kBoolean, 0}, text == "true" ? 1 : 0};
  const Symbol* found = program_.symbols.find(text);
  if (found == nullptr) {
    report_unknown(text, where, SymbolKind::kConstant);
    return std::nullopt;
  }
  if (found->kind != SymbolKind::kConstant && found->kind != SymbolKind::kEnumerator) {
    program_.diagnostics.error(
        where,
        fmt::format("{} is {}, and a constant value is needed here", text, kind_name(found->kind)),
        found->kind == SymbolKind::kVariable ? "calculations are done with AddVar and SubtractVar"
                                             : "");
    return std::nullopt;
  }
  return ConstantValue{found->type, found->value};
}

std::optional<std::int64_t> Expansion::number(const Expression& expression,
                                              const Environment& environment) {
  const std::optional<ConstantValue> value = constant(expression, environment);
  if (!value) return std::nullopt;
  if (value->type.kind != Type::Kind::kInteger) {
    program_.diagnostics.error(expression.where, "a number is needed here");
    return std::nullopt;
  }
  return value->value;
}

std::optional<ConstantValue> Expansion::arithmetic(const Expression& expression,
                                                   const Environment& environment) {
  const std::optional<std::int64_t> left = number(expression.parts[0], environment);
  if (expression.operation == Operator::kNegate) {
    if (!left) return std::nullopt;
    return ConstantValue{{}, -*left};
  }
  const std::optional<std::int64_t> right = number(expression.parts[1], environment);
  if (!left || !right) return std::nullopt;
  const bool divides =
      expression.operation == Operator::kDivide || expression.operation == Operator::kRemainder;
  if (divides && *right == 0) {
    program_.diagnostics.error(expression.parts[1].where, "division by zero");
    return std::nullopt;
  }
  const std::int64_t value = calculate(*left, expression.operation, *right);
  if (value > kLargestConstant || value < -kLargestConstant) {
    program_.diagnostics.error(expression.where, fmt::format("the result {} is too large", value),
                               fmt::format("the largest constant is {}", kLargestConstant));
    return std::nullopt;
  }
  return ConstantValue{{}, value};
}

std::optional<bool> Expansion::decide(const Expression& expression,
                                      const Environment& environment) {
  program_.spend(1, expression.where);
  if (expression.kind == Expression::Kind::kOperator) {
    if (is_comparison(expression.operation)) return decide_comparison(expression, environment);
    if (expression.operation == Operator::kNot) {
      const std::optional<bool> part = decide(expression.parts[0], environment);
      return part ? std::optional<bool>(!*part) : std::nullopt;
    }
    if (expression.operation == Operator::kAnd || expression.operation == Operator::kOr) {
      bool all = true;
      bool any = false;
      for (const Expression& part : expression.parts) {
        const std::optional<bool> value = decide(part, environment);
        if (!value) return std::nullopt;
        all = all && *value;
        any = any || *value;
      }
      return expression.operation == Operator::kAnd ? all : any;
    }
  }
  const std::optional<ConstantValue> value = constant(expression, environment);
  if (!value) return std::nullopt;
  if (value->type.kind == Type::Kind::kBoolean) return value->value != 0;
  program_.diagnostics.error(expression.where, "a condition is needed here");
  return std::nullopt;
}

std::optional<bool> Expansion::decide_comparison(const Expression& expression,
                                                 const Environment& environment) {
  const Expression& left = expression.parts[0];
  const Expression& right = expression.parts[1];
  if (is_constant(left, environment) || is_constant(right, environment)) {
    const std::optional<ConstantValue> a = constant(left, environment);
    const std::optional<ConstantValue> b = constant(right, environment);
    if (!a || !b) return std::nullopt;
    if (a->type != b->type) {
      program_.diagnostics.error(expression.where, "the two sides are of different types");
      return std::nullopt;
    }
    return compares(a->value, expression.operation, b->value);
  }
  const std::optional<std::string> a = name(left, environment);
  const std::optional<std::string> b = name(right, environment);
  if (!a || !b) return std::nullopt;
  for (const auto& [text, where] : {std::pair(*a, left.where), std::pair(*b, right.where)}) {
    const Symbol* found = program_.symbols.find(text);
    if (found == nullptr) {
      program_.names_to_check.emplace(text, where);
    } else if (found->kind == SymbolKind::kVariable) {
      program_.diagnostics.error(where, "a variable of the game cannot be asked here",
                                 "loops are written out when the game is read");
      return std::nullopt;
    }
  }
  if (expression.operation == Operator::kEqual) return *a == *b;
  if (expression.operation == Operator::kNotEqual) return *a != *b;
  program_.diagnostics.error(expression.where, "names can be compared with == and != only");
  return std::nullopt;
}

std::optional<LoopValue> Expansion::member(const Expression& expression,
                                           const Environment& environment) {
  if (expression.kind == Expression::Kind::kName) {
    const LoopValue* bound = find_loop_value(environment, expression.text);
    if (bound != nullptr && expression.indexes.empty()) return *bound;
    const std::optional<std::string> text = name(expression, environment);
    if (!text) return std::nullopt;
    if (program_.symbols.find(*text) == nullptr && !is_truth(*text)) {
      program_.names_to_check.emplace(*text, expression.where);
    }
    return LoopValue{true, *text, 0};
  }
  const std::optional<std::int64_t> value = number(expression, environment);
  if (!value) return std::nullopt;
  return LoopValue{false, {}, *value};
}

std::optional<std::vector<LoopValue>> Expansion::range(const Expression& expression,
                                                       const Environment& environment) {
  const std::optional<std::int64_t> low = number(expression.parts[0], environment);
  const std::optional<std::int64_t> high = number(expression.parts[1], environment);
  if (!low || !high) return std::nullopt;
  std::vector<LoopValue> values;
  for (std::int64_t value = *low; value <= *high; ++value) {
    program_.spend(1, expression.where);
    values.push_back({false, {}, value});
  }
  return values;
}

std::optional<std::vector<LoopValue>> Expansion::set(const Expression& expression,
                                                     const Environment& environment) {
  if (expression.kind == Expression::Kind::kRange) return range(expression, environment);
  std::vector<LoopValue> values;
  if (expression.kind == Expression::Kind::kSet) {
    for (const Expression& part : expression.parts) {
      if (part.kind == Expression::Kind::kRange) {
        const auto some = range(part, environment);
        if (!some) return std::nullopt;
        values.insert(values.end(), some->begin(), some->end());
        continue;
      }
      const std::optional<LoopValue> value = member(part, environment);
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    return values;
  }
  if (expression.kind != Expression::Kind::kName) {
    program_.diagnostics.error(expression.where, "a set is needed here",
                               "write low..high, {A, B} or the name of an enumeration");
    return std::nullopt;
  }
  const Symbol* enumeration = symbol(expression, environment, SymbolKind::kEnumeration);
  if (enumeration == nullptr) return std::nullopt;
  for (const std::string& value : program_.enumerations[enumeration->index].values) {
    values.push_back({true, value, 0});
  }
  return values;
}

void Expansion::for_each(const std::vector<Expression>& arguments, const SourceLocation& where,
                         const Environment& environment, const Body& body) {
  std::vector<const Expression*> bindings;
  const Expression* filter = nullptr;
  for (const Expression& argument : arguments) {
    const bool is_filter = argument.kind == Expression::Kind::kCall && argument.text == "Where" &&
                           argument.parts.size() == 1;
    if (is_filter && &argument == &arguments.back()) {
      filter = &argument.parts[0];
    } else if (argument.kind == Expression::Kind::kBinding) {
      bindings.push_back(&argument);
      if (is_reserved(argument.text)) {
        program_.diagnostics.error(argument.where,
                                   fmt::format("{} is a word of the language", argument.text),
                                   "choose another name");
        return;
      }
      const bool again =
          std::count_if(bindings.begin(), bindings.end(),
                        [&](const Expression* other) { return other->text == argument.text; }) > 1;
      if (again || find_loop_value(environment, argument.text) != nullptr) {
        program_.diagnostics.error(
            argument.where,
            fmt::format("{} is the name of a loop around this already", argument.text),
            "choose another name");
        return;
      }
      program_.loop_names.emplace(argument.text, argument.where);
    } else {
      program_.diagnostics.error(argument.where, "a loop takes NAME in set, and a Where at the end",
                                 std::string(word_info(Word::kForEach).usage));
      return;
    }
  }
  if (bindings.empty() || bindings.size() > kMostBindings) {
    program_.diagnostics.error(
        where, fmt::format("a loop takes from 1 to {} times NAME in set", kMostBindings),
        std::string(word_info(Word::kForEach).usage));
    return;
  }
  Environment extended = environment;
  bind(bindings, 0, filter, extended, body);
}

void Expansion::bind(const std::vector<const Expression*>& bindings, std::size_t next,
                     const Expression* where, Environment& environment, const Body& body) {
  if (next == bindings.size()) {
    if (where != nullptr && !decide(*where, environment).value_or(false)) return;
    body(environment);
    return;
  }
  const Expression& binding = *bindings[next];
  const auto values = set(binding.parts[0], environment);
  if (!values) return;
  for (const LoopValue& value : *values) {
    program_.spend(1, binding.where);
    environment.emplace_back(binding.text, value);
    bind(bindings, next + 1, where, environment, body);
    environment.pop_back();
  }
}

std::string Expansion::index_text(const Environment& environment, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < environment.size(); ++i) {
    const LoopValue& value = environment[i].second;
    text += text.empty() ? "[" : ",";
    text += value.is_name ? value.name : fmt::format("{}", value.number);
  }
  return text.empty() ? text : text + "]";
}

}  // namespace questproof::script
