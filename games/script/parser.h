// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "games/common/diagnostics.h"
#include "games/script/syntax.h"

namespace questproof::script {

// No deeper than this lie blocks in blocks and expressions in expressions of what parse() returns.
inline constexpr int kMaximumDepth = 100;

// Recursive descent over the grammar of README.md. Reports every mistake, skips what it cannot
// understand up to the next item, and returns the rest, so that later checks can go on. Nothing it
// returns borrows `source`.
std::vector<Item> parse(std::string_view source, std::uint32_t file, Diagnostics& diagnostics);

// A text that holds nothing but one expression; kMissing when there was a mistake.
Expression parse_expression(std::string_view source, std::uint32_t file, Diagnostics& diagnostics);

}  // namespace questproof::script
