// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace questproof {

// Columns that a text takes on a terminal: code points of UTF-8, without colour sequences.
std::size_t display_width(std::string_view text);

// The text in lines of at most `width` columns, broken at blanks; a longer word stays whole. Lines
// after the first begin with `indent` blanks, which count. No line ends in a newline.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t width,
                                       std::size_t indent);

// The same as one text with a newline after every line.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

// The same with every line, the first included, behind `indent` blanks.
std::string indented(std::string_view text, std::size_t width, std::size_t indent);

// "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& parts);

// "  left      right": `right` begins `gap` columns behind the margin of two and hangs there; a
// longer `left` gets a line of its own.
std::string hanging(std::string_view left, std::string_view right, std::size_t gap,
                    std::size_t width);

// Pads with blanks on the right (on the left) to `width` columns.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

}  // namespace questproof
