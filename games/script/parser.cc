// SPDX-License-Identifier: MIT
#include "games/script/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "games/script/lexer.h"
#include "games/script/vocabulary.h"

namespace questproof::script {
namespace {

std::string shown(const Token& token) {
  if (token.kind == Token::Kind::kEnd) return "the end of the file";
  if (token.kind == Token::Kind::kText) return "a text";
  return fmt::format("\"{}\"", token.text);
}

std::uint32_t character_count(std::string_view text) {
  return static_cast<std::uint32_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

struct BinaryOperator {
  std::string_view symbol;
  Operator operation;
};

constexpr BinaryOperator kComparisons[] = {
    {"==", Operator::kEqual},     {"!=", Operator::kNotEqual}, {"<", Operator::kLess},
    {"<=", Operator::kLessEqual}, {">", Operator::kGreater},   {">=", Operator::kGreaterEqual}};
constexpr BinaryOperator kSums[] = {{"+", Operator::kAdd}, {"-", Operator::kSubtract}};
constexpr BinaryOperator kProducts[] = {
    {"*", Operator::kMultiply}, {"/", Operator::kDivide}, {"%", Operator::kRemainder}};

class Parser {
 public:
  Parser(std::vector<Token> tokens, Diagnostics& diagnostics)
      : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  std::vector<Item> run() {
    std::vector<Item> items;
    while (!at_end()) {
      parse_items(items, false);
      if (at_end()) break;
      diagnostics_.error(here(), "this } closes nothing", "remove it, or add the { it belongs to");
      ++position_;
    }
    return items;
  }

  // The only thing in the text.
  Expression run_expression() {
    Expression expression = parse_expression();
    if (expression.kind == Expression::Kind::kMissing || at_end()) return expression;
    report(here(), fmt::format("{} cannot stand here", shown(current())),
           "join conditions with && or ||");
    return {};
  }

 private:
  // Counts nesting for as long as it lives.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) { ++parser_.depth_; }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  const Token& current() const { return tokens_[position_]; }
  const Token& previous() const { return tokens_[position_ == 0 ? 0 : position_ - 1]; }
  const SourceLocation& here() const { return current().where; }
  bool at_end() const { return current().kind == Token::Kind::kEnd; }
  bool at(std::string_view symbol) const { return current().is(symbol); }
  bool at_word(std::string_view word) const {
    return current().kind == Token::Kind::kName && current().text == word;
  }
  bool accept(std::string_view symbol) {
    if (!at(symbol)) return false;
    if (symbol == "(") ++open_parentheses_;
    if (symbol == ")") --open_parentheses_;
    ++position_;
    return true;
  }

  SourceLocation behind_previous() const {
    SourceLocation where = previous().where;
    where.column += character_count(previous().text);
    return where;
  }

  // True when what follows lies too deep. Nothing after it is read: what has been read so far is
  // reported, and the game is rejected.
  bool too_deep() {
    if (depth_ <= kMaximumDepth) return false;
    give_up();
    return true;
  }

  void give_up() {
    report(here(), fmt::format("nested more than {} levels deep", kMaximumDepth),
           "take parts out into a Procedure or a Condition");
    position_ = tokens_.size() - 1;
    gave_up_ = true;
  }

  void report(const SourceLocation& where, std::string message, std::string remedy = {}) {
    if (!gave_up_) diagnostics_.error(where, std::move(message), std::move(remedy));
  }

  // ---- items

  void parse_items(std::vector<Item>& items, bool actions) {
    while (!at_end() && !at("}")) {
      if (accept(";")) continue;
      if (std::optional<Item> item = parse_item(actions)) items.push_back(std::move(*item));
    }
  }

  std::optional<Item> parse_item(bool actions) {
    if (current().kind != Token::Kind::kName) {
      report(here(), fmt::format("{} cannot stand here", shown(current())),
             actions ? "an action is a name and its arguments: SetVar(VAR, 1);"
                     : "a declaration begins with its word: Scene(SCENE) { ... }");
      skip_to_item();
      return std::nullopt;
    }
    Item item = parse_head();
    const WordInfo* info = find_word(item.head);
    if (at("(")) parse_arguments(item);
    if (at("{")) parse_block(item, info != nullptr ? info->block_of_actions : false, actions);
    if (info != nullptr && info->word == Word::kBeginMatch) parse_alternatives(item);
    const bool stray = report_stray(item, info);
    close_item(item, info, actions);
    if (stray) return std::nullopt;
    return item;
  }

  Item parse_head() {
    Item item;
    item.head = current().text;
    item.where = here();
    ++position_;
    if (item.head == "Presentation" && current().kind == Token::Kind::kName) {
      item.name = current().text;
      item.name_where = here();
      ++position_;
    }
    return item;
  }

  void parse_block(Item& item, bool actions, bool actions_around) {
    const Token open = current();
    item.has_block = true;
    ++position_;
    const Level level(*this);
    if (too_deep()) return;
    parse_items(item.block, item.head == "ForEach" ? actions_around : actions);
    if (accept("}")) return;
    report(open.where, fmt::format("the {{ of {} is never closed", item.head), "add the missing }");
  }

  void parse_alternatives(Item& match) {
    bool last_seen = false;
    while (at_word("Otherwise") || at_word("OtherwiseMatch")) {
      if (last_seen) {
        report(here(), fmt::format("{} after Otherwise can never run", current().text),
               "Otherwise stands once, and last");
      }
      last_seen = last_seen || at_word("Otherwise");
      Item part = parse_head();
      if (at("(")) parse_arguments(part);
      if (at("{")) {
        parse_block(part, true, true);
      } else {
        report(behind_previous(), fmt::format("{} has no block", part.head),
               std::string(find_word(part.head)->usage));
        part.broken = true;
      }
      while (accept(";")) {
      }
      match.alternatives.push_back(std::move(part));
    }
    if (at_word("EndMatch")) {
      ++position_;
      return;
    }
    report(behind_previous(),
           fmt::format("the BeginMatch of line {} has no EndMatch", match.where.line),
           "write EndMatch after its last block");
  }

  // Words that only close or continue something else.
  bool report_stray(const Item& item, const WordInfo* info) {
    if (info == nullptr || info->places != kNowhere) return false;
    const bool event = info->word == Word::kEndEvent;
    report(item.where,
           event ? "EndEvent without an event before it"
                 : fmt::format("{} without a BeginMatch before it", item.head),
           event ? "remove it, or add the event it closes" : "remove it, or add the BeginMatch");
    return true;
  }

  void close_item(Item& item, const WordInfo* info, bool actions) {
    if (item.has_block && info != nullptr && info->end_event != Ending::kNone) {
      while (accept(";")) {
      }
      if (at_word("EndEvent")) {
        ++position_;
      } else if (info->end_event == Ending::kRequired && !item.broken) {
        report(behind_previous(),
               fmt::format("the {} of line {} has no EndEvent", item.head, item.where.line),
               "write EndEvent after its block");
      }
    }
    const bool closes_itself =
        item.has_block ||
        (info != nullptr && (info->block != Block::kNone || info->places == kNowhere));
    if (!accept(";") && actions && !closes_itself && !item.broken) {
      report(behind_previous(), fmt::format("there is no ; after {}", item.head),
             "every action ends in ;");
    }
  }

  // To the next thing that looks like the beginning of an item, at this level of blocks.
  void skip_to_item() {
    int open = 0;
    do {
      if (at("{")) ++open;
      if (at("}") && open-- == 0) return;
      if (open == 0 && accept(";")) return;
      ++position_;
    } while (!at_end() && !(open == 0 && starts_item()));
  }

  bool starts_item() const {
    if (current().kind != Token::Kind::kName) return at("}");
    return current().first_on_line || find_word(current().text) != nullptr;
  }

  // ---- arguments and expressions

  void parse_arguments(Item& item) {
    item.has_arguments = true;
    const int parentheses = open_parentheses_;
    const int sets = open_sets_;
    if (!parse_list(item.arguments, "(", ")")) {
      item.broken = true;
      skip_arguments(parentheses);
    }
    open_parentheses_ = parentheses;
    open_sets_ = sets;
  }

  // open [ element { "," element } ] close. False when something was wrong and reported; the
  // elements before it are kept.
  bool parse_list(std::vector<Expression>& list, std::string_view open, std::string_view close) {
    accept(open);
    if (accept(close)) return true;
    while (true) {
      Expression element = parse_argument();
      if (element.kind == Expression::Kind::kMissing) return false;
      list.push_back(std::move(element));
      if (accept(close)) return true;
      if (!accept(",")) return expected(fmt::format(", or {}", close));
    }
  }

  bool expected(const std::string& what) {
    report(here(), fmt::format("expected {}, found {}", what, shown(current())));
    return false;
  }

  // Behind the parenthesis that closes the arguments, or to where they can no longer go on.
  void skip_arguments(int parentheses) {
    while (!at_end() && !at(";") && open_parentheses_ > parentheses) {
      if (current().first_on_line && find_word(current().text) != nullptr) return;
      if (at("{") && open_sets_ == 0 && previous().is(")")) return;  // the block of the item
      if (at("{")) ++open_sets_;
      if (at("}") && open_sets_-- == 0) return;
      if (accept("(") || accept(")")) continue;
      ++position_;
    }
  }

  Expression parse_argument() {
    if (current().kind == Token::Kind::kName && tokens_[position_ + 1].kind == Token::Kind::kName &&
        tokens_[position_ + 1].text == "in") {
      return parse_binding();
    }
    return parse_range();
  }

  Expression parse_binding() {
    Expression binding = start(Expression::Kind::kBinding);
    binding.text = current().text;
    position_ += 2;
    Expression set = parse_range();
    if (set.kind == Expression::Kind::kMissing) return set;
    binding.parts.push_back(std::move(set));
    return finish(std::move(binding));
  }

  Expression parse_range() {
    if (at("{")) {
      const Level level(*this);
      if (too_deep()) return {};
      Expression set = start(Expression::Kind::kSet);
      ++open_sets_;
      if (!parse_list(set.parts, "{", "}")) return {};
      --open_sets_;
      return finish(std::move(set));
    }
    Expression low = parse_expression();
    if (low.kind == Expression::Kind::kMissing || !at("..")) return low;
    Expression range = start(Expression::Kind::kRange);
    range.begin = low.begin;
    range.where = low.where;
    ++position_;
    Expression high = parse_expression();
    if (high.kind == Expression::Kind::kMissing) return high;
    range.parts.push_back(std::move(low));
    range.parts.push_back(std::move(high));
    return finish(std::move(range));
  }

  Expression parse_expression() {
    return parse_chain("||", Operator::kOr, [this] {
      return parse_chain("&&", Operator::kAnd, [this] { return parse_comparison(); });
    });
  }

  template <typename Operand>
  Expression parse_chain(std::string_view symbol, Operator operation, Operand&& operand) {
    Expression first = operand();
    if (first.kind == Expression::Kind::kMissing || !at(symbol)) return first;
    Expression chain = operator_from(operation, std::move(first));
    while (accept(symbol)) {
      Expression next = operand();
      if (next.kind == Expression::Kind::kMissing) return next;
      chain.parts.push_back(std::move(next));
    }
    return finish(std::move(chain));
  }

  template <std::size_t count>
  std::optional<Operator> accept_one_of(const BinaryOperator (&operators)[count]) {
    for (const BinaryOperator& candidate : operators) {
      if (accept(candidate.symbol)) return candidate.operation;
    }
    return std::nullopt;
  }

  Expression parse_comparison() {
    Expression left = parse_sum();
    if (left.kind == Expression::Kind::kMissing) return left;
    const std::optional<Operator> operation = accept_one_of(kComparisons);
    if (!operation) return left;
    Expression comparison = operator_from(*operation, std::move(left));
    Expression right = parse_sum();
    if (right.kind == Expression::Kind::kMissing) return right;
    comparison.parts.push_back(std::move(right));
    return finish(std::move(comparison));
  }

  Expression parse_sum() {
    return parse_left(kSums,
                      [this] { return parse_left(kProducts, [this] { return parse_unary(); }); });
  }

  // Operators of one rank, grouped from the left. Each makes the tree one level deeper.
  template <std::size_t count, typename Operand>
  Expression parse_left(const BinaryOperator (&operators)[count], Operand&& operand) {
    Expression left = operand();
    while (left.kind != Expression::Kind::kMissing) {
      const std::optional<Operator> operation = accept_one_of(operators);
      if (!operation) break;
      if (left.depth >= kMaximumDepth) {
        give_up();
        return {};
      }
      Expression combined = operator_from(*operation, std::move(left));
      Expression right = operand();
      if (right.kind == Expression::Kind::kMissing) return right;
      combined.parts.push_back(std::move(right));
      left = finish(std::move(combined));
    }
    return left;
  }

  Expression parse_unary() {
    const Level level(*this);
    if (too_deep()) return {};
    if (!at("!") && !at("-")) return parse_primary();
    Expression unary = start(Expression::Kind::kOperator);
    unary.operation = at("!") ? Operator::kNot : Operator::kNegate;
    ++position_;
    Expression operand = parse_unary();
    if (operand.kind == Expression::Kind::kMissing) return operand;
    unary.parts.push_back(std::move(operand));
    return finish(std::move(unary));
  }

  Expression parse_primary() {
    switch (current().kind) {
      case Token::Kind::kNumber: {
        Expression number = start(Expression::Kind::kNumber);
        number.number = current().number;
        ++position_;
        return finish(std::move(number));
      }
      case Token::Kind::kText: {
        Expression text = start(Expression::Kind::kText);
        text.text = text_value(current());
        ++position_;
        return finish(std::move(text));
      }
      case Token::Kind::kName: return parse_name();
      default: break;
    }
    const std::uint32_t begin = current().begin;
    if (accept("(")) {
      Expression inner = parse_expression();
      if (inner.kind == Expression::Kind::kMissing) return inner;
      inner.begin = begin;
      if (accept(")")) return finish(std::move(inner));
      expected(")");
      return {};
    }
    expected("a value or a condition");
    return {};
  }

  Expression parse_name() {
    Expression name = start(Expression::Kind::kName);
    name.text = current().text;
    ++position_;
    if (at("[") && (!parse_list(name.indexes, "[", "]") || name.indexes.empty())) {
      if (name.indexes.empty()) expected("an index");
      return {};
    }
    if (at("(")) {
      name.kind = Expression::Kind::kCall;
      if (!parse_list(name.parts, "(", ")")) return {};
    }
    return finish(std::move(name));
  }

  Expression start(Expression::Kind kind) const {
    Expression expression;
    expression.kind = kind;
    expression.where = here();
    expression.begin = current().begin;
    return expression;
  }

  Expression operator_from(Operator operation, Expression first) const {
    Expression expression;
    expression.kind = Expression::Kind::kOperator;
    expression.operation = operation;
    expression.where = first.where;
    expression.begin = first.begin;
    expression.parts.push_back(std::move(first));
    return expression;
  }

  Expression finish(Expression expression) const {
    expression.end = previous().end;
    for (const auto* list : {&expression.indexes, &expression.parts}) {
      for (const Expression& part : *list) {
        expression.depth = std::max(expression.depth, part.depth + 1);
      }
    }
    return expression;
  }

  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  std::size_t position_ = 0;
  int depth_ = 0;
  int open_parentheses_ = 0;
  int open_sets_ = 0;
  bool gave_up_ = false;
};

}  // namespace

std::vector<Item> parse(std::string_view source, std::uint32_t file, Diagnostics& diagnostics) {
  return Parser(tokenize(source, file, diagnostics), diagnostics).run();
}

Expression parse_expression(std::string_view source, std::uint32_t file, Diagnostics& diagnostics) {
  return Parser(tokenize(source, file, diagnostics), diagnostics).run_expression();
}

}  // namespace questproof::script
