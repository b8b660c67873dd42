// SPDX-License-Identifier: MIT
#include "games/common/model_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "games/common/nearest_name.h"

namespace questproof {
namespace {

constexpr int kMaximumDepth = 100;             // of parentheses and negations
constexpr std::size_t kMaximumNames = 20'000;  // that are compared with a misspelt one
constexpr std::string_view kOperatorLetters = "=!<>&|()\"";

struct ComparisonSymbol {
  std::string_view text;
  Comparison comparison;
  Comparison mirrored;
};
constexpr ComparisonSymbol kComparisons[] = {
    {"==", Comparison::kEqual, Comparison::kEqual},
    {"!=", Comparison::kNotEqual, Comparison::kNotEqual},
    {"<=", Comparison::kLessEqual, Comparison::kGreaterEqual},
    {">=", Comparison::kGreaterEqual, Comparison::kLessEqual},
    {"<", Comparison::kLess, Comparison::kGreater},
    {">", Comparison::kGreater, Comparison::kLess},
};

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

struct Mistake {
  std::size_t at;  // byte of the text
  std::string message;
  std::string remedy;
};

// A name or number as it was written.
struct Side {
  std::size_t at = 0;
  std::string name;
  bool quoted = false;
};

bool is_two_valued(const Variable& variable) { return variable.low == 0 && variable.high == 1; }

std::string domain_text(const Variable& variable) {
  if (variable.value_names.empty()) return fmt::format("{}..{}", variable.low, variable.high);
  return fmt::format("{}", fmt::join(variable.value_names, ", "));
}

std::optional<std::int64_t> number_in(const std::string& name) {
  std::int64_t number = 0;
  const char* end = name.data() + name.size();
  const auto [stopped, problem] = std::from_chars(name.data(), end, number);
  if (problem != std::errc{} || stopped != end) return std::nullopt;
  return number;
}

// Recursive descent; a mistake is thrown, because nothing after the first one is worth telling.
class Parser {
 public:
  Parser(std::string_view text, const GameModel& model) : text_(text), model_(model) {}

  Condition run() {
    Condition condition = any();
    skip_blanks();
    if (position_ < text_.size()) {
      fail(position_, fmt::format("{} cannot stand here", shown_here()),
           "join conditions with && or ||");
    }
    return condition;
  }

 private:
  [[noreturn]] static void fail(std::size_t at, std::string message, std::string remedy = {}) {
    throw Mistake{at, std::move(message), std::move(remedy)};
  }

  void skip_blanks() {
    while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
  }
  bool accept(std::string_view symbol) {
    skip_blanks();
    if (text_.substr(position_, symbol.size()) != symbol) return false;
    position_ += symbol.size();
    return true;
  }
  std::string shown_here() const {
    if (position_ >= text_.size()) return "the end";
    std::size_t end = position_ + 1;
    while (end < text_.size() && !is_blank(text_[end]) && end < position_ + 30) ++end;
    return fmt::format("'{}'", text_.substr(position_, end - position_));
  }

  Condition any() {
    return chain("||", Condition::Kind::kAny, [this] { return all(); });
  }
  Condition all() {
    return chain("&&", Condition::Kind::kAll, [this] { return one(); });
  }

  template <typename Operand>
  Condition chain(std::string_view symbol, Condition::Kind kind, Operand&& operand) {
    Condition first = operand();
    if (!accept(symbol)) return first;
    Condition joined;
    joined.kind = kind;
    joined.parts.push_back(std::move(first));
    do {
      joined.parts.push_back(operand());
    } while (accept(symbol));
    return joined;
  }

  Condition one() {
    skip_blanks();
    const std::size_t at = position_;
    if (++depth_ > kMaximumDepth) {
      fail(at, fmt::format("nested more than {} levels deep", kMaximumDepth));
    }
    Condition result = inner();
    --depth_;
    return result;
  }

  Condition inner() {
    if (text_.substr(position_, 2) != "!=" && accept("!")) return Condition::negation(one());
    const std::size_t open = position_;
    if (!accept("(")) return comparison();
    Condition inside = any();
    if (!accept(")")) {
      fail(position_, fmt::format("expected ), found {}", shown_here()),
           fmt::format("close the parenthesis of column {}", column(open)));
    }
    return inside;
  }

  Condition comparison() {
    const Side left = side();
    for (const ComparisonSymbol& symbol : kComparisons) {
      if (!accept(symbol.text)) continue;
      return compared(left, symbol, side());
    }
    skip_blanks();
    if (text_.substr(position_, 1) == "=") {
      fail(position_, "= is no comparison", "write == where two things are equal");
    }
    return alone(left);
  }

  Side side() {
    skip_blanks();
    Side result{position_, "", false};
    if (accept("\"")) {
      const std::size_t end = text_.find('"', position_);
      if (end == std::string_view::npos) fail(result.at, "this quotation mark is never closed");
      result.name = text_.substr(position_, end - position_);
      result.quoted = true;
      position_ = end + 1;
      return result;
    }
    while (position_ < text_.size()) {
      const char letter = text_[position_];
      const bool opens = (letter == '(' || letter == '[') && position_ > result.at;
      if (opens) {
        skip_brackets();
      } else if (is_blank(letter) || kOperatorLetters.find(letter) != std::string_view::npos) {
        break;
      } else {
        ++position_;
      }
    }
    result.name = text_.substr(result.at, position_ - result.at);
    if (result.name.empty()) {
      fail(position_, fmt::format("expected a variable or a value, found {}", shown_here()),
           "a condition compares: VARIABLE == value");
    }
    return result;
  }

  void skip_brackets() {
    const std::size_t open = position_;
    int depth = 0;
    for (; position_ < text_.size(); ++position_) {
      const char letter = text_[position_];
      if (letter == '(' || letter == '[') ++depth;
      if ((letter == ')' || letter == ']') && --depth == 0) {
        ++position_;
        return;
      }
    }
    position_ = open;
    fail(open, "this bracket is never closed");
  }

  // ---- names

  std::optional<VariableId> find_variable(const std::string& name) const {
    const auto same = [&](const Variable& variable) {
      return variable.name == name || without_blanks(name) == variable.name;
    };
    const auto found = std::find_if(model_.variables.begin(), model_.variables.end(), same);
    if (found == model_.variables.end()) return std::nullopt;
    return VariableId{static_cast<std::uint32_t>(found - model_.variables.begin())};
  }

  static std::string without_blanks(std::string name) {
    name.erase(std::remove_if(name.begin(), name.end(), is_blank), name.end());
    return name;
  }

  const Variable& variable(VariableId id) const { return model_.variables[id.index]; }

  [[noreturn]] void fail_unknown(const Side& side) const {
    std::vector<std::string> names;
    for (const Variable& known : model_.variables) {
      if (names.size() < kMaximumNames) names.push_back(known.name);
    }
    const std::optional<std::string> nearest = nearest_name(side.name, names);
    fail(side.at, fmt::format("there is no variable {}", side.name),
         nearest ? fmt::format("did you mean {}?", *nearest)
                 : "`questproof check GAME` counts what there is; names are those of walkthroughs");
  }

  std::optional<std::int64_t> value_of(const Variable& of, const Side& side) const {
    const auto named = std::find(of.value_names.begin(), of.value_names.end(), side.name);
    if (named != of.value_names.end()) return of.low + (named - of.value_names.begin());
    if (side.quoted) return std::nullopt;
    if (is_two_valued(of) && (side.name == "true" || side.name == "false")) {
      return side.name == "true" ? 1 : 0;
    }
    return number_in(side.name);
  }

  Condition alone(const Side& side) const {
    if (!side.quoted && (side.name == "true" || side.name == "false")) {
      return side.name == "true" ? Condition::always() : Condition::never();
    }
    const std::optional<VariableId> id = find_variable(side.name);
    if (!id) {
      if (number_in(side.name)) {
        fail(side.at, fmt::format("{} is a number, and a condition is needed here", side.name),
             "compare it: VARIABLE == " + side.name);
      }
      fail_unknown(side);
    }
    if (!is_two_valued(variable(*id))) {
      fail(side.at, fmt::format("{} has more than two values", side.name),
           fmt::format("compare it, as in {} == {}", side.name,
                       value_name(variable(*id), variable(*id).high)));
    }
    return Condition::equals(*id, 1);
  }

  Condition compared(const Side& left, const ComparisonSymbol& symbol, const Side& right) const {
    const std::optional<VariableId> a = find_variable(left.name);
    const std::optional<VariableId> b = find_variable(right.name);
    if (a && (!b || value_of(variable(*a), right))) {
      return with_value(*a, symbol.comparison, left, right);
    }
    if (b && !a) return with_value(*b, symbol.mirrored, right, left);
    if (!a) fail_unknown(number_in(left.name) ? right : left);
    check_comparable(*a, *b, right);
    return Condition::compare(Term::of(*a), symbol.comparison, Term::of(*b));
  }

  Condition with_value(VariableId id, Comparison comparison, const Side& name,
                       const Side& side) const {
    const Variable& of = variable(id);
    const std::optional<std::int64_t> value = value_of(of, side);
    if (!value) {
      const std::optional<std::string> nearest = nearest_name(side.name, of.value_names);
      fail(side.at, fmt::format("{} is no value of {}", side.name, name.name),
           nearest ? fmt::format("did you mean {}?", *nearest)
                   : fmt::format("it takes {}", domain_text(of)));
    }
    if (*value < of.low || *value > of.high) {
      fail(side.at, fmt::format("{} can never be {}", name.name, *value),
           fmt::format("it takes {}", domain_text(of)));
    }
    return Condition::compare(Term::of(id), comparison, Term::of(static_cast<Value>(*value)));
  }

  void check_comparable(VariableId a, VariableId b, const Side& right) const {
    const bool same = variable(a).value_names == variable(b).value_names &&
                      (variable(a).value_names.empty() || variable(a).low == variable(b).low);
    if (same) return;
    fail(right.at,
         fmt::format("{} and {} take different values", variable(a).name, variable(b).name),
         fmt::format("{} takes {}; {} takes {}", variable(a).name, domain_text(variable(a)),
                     variable(b).name, domain_text(variable(b))));
  }

  // In characters.
  std::size_t column(std::size_t at) const {
    return 1 + static_cast<std::size_t>(std::count_if(
                   text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at),
                   [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  }

  std::string_view text_;
  const GameModel& model_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

// Line and column of a byte, columns in characters.
void set_place(Diagnostic& diagnostic, std::string_view text, std::size_t at) {
  diagnostic.line = 1;
  diagnostic.column = 1;
  for (char letter : text.substr(0, at)) {
    if (letter == '\n') {
      ++diagnostic.line;
      diagnostic.column = 1;
    } else if ((static_cast<unsigned char>(letter) & 0xC0U) != 0x80U) {
      ++diagnostic.column;
    }
  }
}

}  // namespace

ConditionResult parse_model_condition(std::string_view text, const GameModel& model) {
  ConditionResult result;
  try {
    result.condition = Parser(text, model).run();
  } catch (const Mistake& mistake) {
    Diagnostic diagnostic;
    diagnostic.file = kConditionFile;
    diagnostic.message = mistake.message;
    diagnostic.remedy = mistake.remedy;
    set_place(diagnostic, text, std::min(mistake.at, text.size()));
    result.diagnostics.push_back(std::move(diagnostic));
  }
  return result;
}

}  // namespace questproof
