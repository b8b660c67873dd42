// SPDX-License-Identifier: MIT
#include "games/script/program.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace questproof::script {

std::string source_text(const Program& program, const Expression& expression) {
  std::string text;
  if (expression.where.file >= program.sources.texts.size()) return text;
  const std::string& source = program.sources.texts[expression.where.file];
  const std::size_t end = std::min<std::size_t>(expression.end, source.size());
  for (std::size_t i = expression.begin; i < end; ++i) {
    const bool space = std::isspace(static_cast<unsigned char>(source[i])) != 0;
    if (!space)
      text += source[i];
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  return text;
}

std::string label_from_name(const std::string& name) {
  static constexpr std::array<std::string_view, 11> kPrefixes = {
      "VAR_",   "ITEM_",  "SCENE_", "ENTITY_",      "DIALOGUE_", "PUZZLE_",
      "QUEST_", "DELAY_", "RULE_",  "PROPOSITION_", "MAP_"};
  std::string_view rest = name;
  for (const std::string_view prefix : kPrefixes) {
    if (rest.starts_with(prefix) && rest.size() > prefix.size()) {
      rest.remove_prefix(prefix.size());
      break;
    }
  }
  std::string label(rest);
  for (char& c : label) {
    c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return label;
}

}  // namespace questproof::script
