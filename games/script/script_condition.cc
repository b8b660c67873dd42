// SPDX-License-Identifier: MIT
#include "games/script/script_condition.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "games/common/model_condition.h"
#include "games/script/compile.h"
#include "games/script/conditions.h"
#include "games/script/parser.h"

namespace questproof {
namespace script {
namespace {

bool is_error(const Diagnostic& diagnostic) { return diagnostic.severity == Severity::kError; }

bool has_error(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), is_error);
}

bool same_variables(const GameModel& a, const GameModel& b) {
  return std::equal(a.variables.begin(), a.variables.end(), b.variables.begin(), b.variables.end(),
                    [](const Variable& x, const Variable& y) {
                      return x.name == y.name && x.low == y.low && x.high == y.high &&
                             x.value_names == y.value_names;
                    });
}

// The parts of a condition: those about variables that only the model has a name for, and the rest,
// each as large as can be, which the language understands.
class Question {
 public:
  Question(std::string_view text, const GameModel& model) : text_(text), model_(model) {}

  void divide(const Expression& expression) {
    if (!asks_model(expression)) {
      in_language_.push_back(&expression);
    } else if (!is_comparison(expression.operation)) {
      for (const Expression& part : expression.parts) divide(part);
    }
  }
  const std::vector<const Expression*>& in_language() const { return in_language_; }

  // In the order of divide(); `lowered` are the parts of in_language().
  Condition join(const Expression& expression, std::vector<Condition>& lowered,
                 std::vector<Diagnostic>& diagnostics) {
    if (!asks_model(expression)) return std::move(lowered[next_++]);
    if (is_comparison(expression.operation)) return of_model(expression, diagnostics);
    std::vector<Condition> parts;
    for (const Expression& part : expression.parts) {
      parts.push_back(join(part, lowered, diagnostics));
    }
    if (expression.operation == Operator::kAnd) return conjunction(std::move(parts));
    if (expression.operation == Operator::kOr) return disjunction(std::move(parts));
    return negated(std::move(parts.front()));
  }

 private:
  // A comparison with such a variable, or something that holds one.
  bool asks_model(const Expression& expression) const {
    if (expression.kind != Expression::Kind::kOperator) return false;
    if (is_comparison(expression.operation)) {
      return is_model_name(expression.parts[0]) || is_model_name(expression.parts[1]);
    }
    const bool joins = expression.operation == Operator::kAnd ||
                       expression.operation == Operator::kOr ||
                       expression.operation == Operator::kNot;
    return joins && std::any_of(expression.parts.begin(), expression.parts.end(),
                                [&](const Expression& part) { return asks_model(part); });
  }

  bool is_model_name(const Expression& side) const {
    const std::string_view name = text_.substr(side.begin, side.end - side.begin);
    return std::any_of(model_.variables.begin(), model_.variables.end(),
                       [&](const Variable& variable) {
                         return variable.name == name && variable.kind != VariableKind::kVariable;
                       });
  }

  // Behind as many blanks as make its places right.
  Condition of_model(const Expression& expression, std::vector<Diagnostic>& diagnostics) const {
    std::string text;
    for (std::size_t i = 0; i < expression.end && i < text_.size(); ++i) {
      const bool inside = i >= expression.begin;
      const bool follows = (static_cast<unsigned char>(text_[i]) & 0xC0U) == 0x80U;
      if (inside || text_[i] == '\n') {
        text += text_[i];
      } else if (!follows) {
        text += ' ';
      }
    }
    ConditionResult result = parse_model_condition(text, model_);
    for (Diagnostic& diagnostic : result.diagnostics) diagnostics.push_back(std::move(diagnostic));
    return result.condition.value_or(Condition::always());
  }

  std::string_view text_;
  const GameModel& model_;
  std::vector<const Expression*> in_language_;
  std::size_t next_ = 0;
};

bool are_there(const std::vector<std::string>& paths, const FileProvider& files) {
  return std::all_of(paths.begin(), paths.end(),
                     [&](const std::string& path) { return files.read(path).found; });
}

// What the language says to an author, said to somebody who asks.
std::vector<Diagnostic> for_questions(std::vector<Diagnostic> diagnostics) {
  std::vector<Diagnostic> kept;
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.file != kConditionFile) continue;
    if (diagnostic.remedy.starts_with("declare it")) {
      diagnostic.remedy = "only what the game declares can be asked about";
    }
    kept.push_back(std::move(diagnostic));
  }
  return kept;
}

}  // namespace
}  // namespace script

ConditionResult parse_script_condition(std::string_view text, const GameModel& model,
                                       const script::FileProvider& files) {
  const auto file = static_cast<std::uint32_t>(model.source_files.size());
  std::vector<std::string> paths = model.source_files;
  paths.emplace_back(kConditionFile);
  Diagnostics reading;
  const script::Expression expression = script::parse_expression(text, file, reading);
  ConditionResult result;
  result.diagnostics = reading.report(paths);
  if (script::has_error(result.diagnostics)) return result;

  script::Question question(text, model);
  question.divide(expression);
  std::vector<Condition> lowered;
  if (!question.in_language().empty()) {
    if (!script::are_there(model.source_files, files)) return parse_model_condition(text, model);
    script::Compiled compiled = script::compile(model.source_files, files, model.name,
                                                {kConditionFile, text, question.in_language()});
    result.diagnostics = script::for_questions(std::move(compiled.game.diagnostics));
    // A mistake may be the game's: it is no longer the one that the model was made of.
    const LoadResult game = compiled.game.model
                                ? std::move(compiled.game)
                                : script::compile(model.source_files, files, model.name).game;
    if (!game.model || !script::same_variables(*game.model, model)) {
      return parse_model_condition(text, model);
    }
    if (script::has_error(result.diagnostics)) return result;
    lowered = std::move(compiled.asked);
  }
  Condition condition = question.join(expression, lowered, result.diagnostics);
  if (!script::has_error(result.diagnostics)) result.condition = std::move(condition);
  return result;
}

ConditionResult parse_script_condition(std::string_view text, const GameModel& model) {
  return parse_script_condition(text, model, script::DiskFiles());
}

}  // namespace questproof
