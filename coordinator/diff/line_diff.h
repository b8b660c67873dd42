// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace questproof {

// Some lines in a row of which one text has these and the other one those. Counts from 0; where a side
// has none, `begin` says in front of which line they would stand.
struct LineHunk {
  std::size_t old_begin = 0;
  std::size_t old_count = 0;
  std::size_t new_begin = 0;
  std::size_t new_count = 0;
  bool operator==(const LineHunk&) const = default;
};

// What turns one text into the other with the fewest lines deleted and inserted: ascending, and lines
// between two hunks are equal. Eugene W. Myers, An O(ND) difference algorithm and its variations, 1986,
// in the form of its chapter 4b that needs memory for no more than the lines themselves.
std::vector<LineHunk> line_diff(std::span<const std::string> before,
                                std::span<const std::string> after);

}  // namespace questproof
