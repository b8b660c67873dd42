// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace questproof {

// What games and files have to say nests less than ten levels deep. A tree that is deeper by far
// would use up the stack of whoever walks through it, so that it is refused before it is parsed.
inline constexpr std::size_t kDeepestJson = 64;

// Whether objects and lists nest deeper than kDeepestJson in a text. Brackets inside of strings do
// not count. For a text that is no JSON: whether they do so before the place where that shows.
bool nests_too_deep(std::string_view json);

}  // namespace questproof
