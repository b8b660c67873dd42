// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace questproof {

// What games and agents have to say nests less than ten levels deep, and files less than a few hundred. A tree that
// is deeper by far would use up the stack of whoever walks through it, so that it is refused before it is parsed.
inline constexpr std::size_t kDeepestJson = 64;
inline constexpr std::size_t kDeepestJsonFile = 1000;

// A place in a text; both count from 1, columns in bytes.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
  bool operator==(const TextPlace&) const = default;
};

// The first bracket with which objects and lists nest deeper than that in a text. Brackets inside of strings do
// not count. For a text that is no JSON: whether they do so before the place where that shows.
std::optional<TextPlace> too_deep_at(std::string_view json, std::size_t deepest = kDeepestJson);

// "3:17: this nests more than 64 levels deep"; nothing where it does not.
std::optional<std::string> nesting_fault(std::string_view json, std::size_t deepest = kDeepestJson);

inline bool nests_too_deep(std::string_view json, std::size_t deepest = kDeepestJson) {
  return too_deep_at(json, deepest).has_value();
}

}  // namespace questproof
