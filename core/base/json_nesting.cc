// SPDX-License-Identifier: MIT
#include "core/base/json_nesting.h"

#include <fmt/format.h>

namespace questproof {

std::optional<TextPlace> too_deep_at(std::string_view json, std::size_t deepest) {
  std::size_t depth = 0;
  bool in_string = false;
  TextPlace place;
  for (std::size_t i = 0; i < json.size(); ++i, ++place.column) {
    const char letter = json[i];
    if (letter == '"') {
      in_string = !in_string;
    } else if (in_string && letter == '\\') {
      ++i;  // what is escaped ends no string
      ++place.column;
    } else if (!in_string && (letter == '[' || letter == '{')) {
      if (++depth > deepest) return place;
    } else if (!in_string && (letter == ']' || letter == '}') && depth > 0) {
      --depth;
    }
    if (letter == '\n') place = {place.line + 1, 0};
  }
  return std::nullopt;
}

std::optional<std::string> nesting_fault(std::string_view json, std::size_t deepest) {
  const std::optional<TextPlace> place = too_deep_at(json, deepest);
  if (!place) return std::nullopt;
  return fmt::format("{}:{}: this nests more than {} levels deep", place->line, place->column,
                     deepest);
}

}  // namespace questproof
