// SPDX-License-Identifier: MIT
#include "coordinator/wrap.h"

#include <algorithm>

namespace questproof {

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      while (i < text.size() && text[i] != 'm') ++i;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
      ++width;
    }
  }
  return width;
}

std::vector<std::string> wrapped_lines(std::string_view text, std::size_t width,
                                       std::size_t indent) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t used = 0;
  bool fresh = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t columns = display_width(word);
    if (!fresh && used + 1 + columns > width) {
      lines.push_back(std::move(line));
      line.assign(indent, ' ');
      used = indent;
      fresh = true;
    }
    if (!fresh) {
      line += ' ';
      ++used;
    }
    line += word;
    used += columns;
    fresh = false;
  }
  lines.push_back(std::move(line));
  return lines;
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  std::string result;
  for (const std::string& line : wrapped_lines(text, width, indent)) result += line + "\n";
  return result;
}

std::string indented(std::string_view text, std::size_t width, std::size_t indent) {
  std::string result;
  for (const std::string& line : wrapped_lines(text, width - indent, 0)) {
    result += std::string(indent, ' ') + line + "\n";
  }
  return result;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

std::string hanging(std::string_view left, std::string_view right, std::size_t gap,
                    std::size_t width) {
  const std::size_t margin = 2;
  std::string result(margin, ' ');
  result += left;
  if (display_width(left) + 1 > gap) {
    result += "\n" + std::string(margin + gap, ' ');
  } else {
    result += std::string(gap - display_width(left), ' ');
  }
  const std::size_t room = width > margin + gap + 10 ? width - margin - gap : 10;
  const std::vector<std::string> lines = wrapped_lines(right, room, 0);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) result += std::string(margin + gap, ' ');
    result += lines[i] + "\n";
  }
  return result;
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(width > used ? width - used : 0, ' ') + std::string(text);
}

}  // namespace questproof
