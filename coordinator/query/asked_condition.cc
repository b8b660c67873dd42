// SPDX-License-Identifier: MIT
#include "coordinator/query/asked_condition.h"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "coordinator/query/page_condition.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "core/model/event_parts.h"
#include "games/common/model_condition.h"
#include "games/registry.h"

namespace questproof {
namespace {

// The line of the text that a diagnostic speaks of, and a caret below its column.
std::string pointed_at(const std::string& text, const Diagnostic& diagnostic) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < diagnostic.line; ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) break;
    begin = end + 1;
  }
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  return fmt::format("  {}\n  {}^\n", line,
                     std::string(std::max<std::uint32_t>(1, diagnostic.column) - 1, ' '));
}

std::string message(const std::string& text, const Diagnostic& diagnostic, const char* option) {
  std::string result = fmt::format("{}: column {}: {}\n{}", option, diagnostic.column,
                                   diagnostic.message, pointed_at(text, diagnostic));
  if (!diagnostic.remedy.empty()) result += fmt::format("help: {}", diagnostic.remedy);
  while (!result.empty() && result.back() == '\n') result.pop_back();
  return result;
}

}  // namespace

Condition read_condition(const StoredGame& stored, const std::string& text, const char* option,
                         const Console& console) {
  ConditionResult result = stored.at_hand() ? parse_condition(text, stored.game().written())
                                            : parse_model_condition(text, stored.model());
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity == Severity::kError) {
      std::string told = message(text, diagnostic, option);
      if (!stored.at_hand()) told += "\nnote: " + stored.trouble();
      throw Error(Error::Kind::kUsage, told);
    }
    console.error << "warning: " << message(text, diagnostic, option) << "\n";
  }
  return std::move(*result.condition);
}

std::string variables_not_kept(const StoredGame& stored, const Condition& condition) {
  std::vector<std::string> names;
  for (VariableId variable : variables_of(condition)) {
    if (!stored.keeps_values(variable)) {
      names.push_back(stored.model().variables[variable.index].name);
    }
  }
  return names.empty() ? "" : joined(names);
}

}  // namespace questproof
