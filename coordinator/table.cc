// SPDX-License-Identifier: MIT
#include "coordinator/table.h"

#include <algorithm>

#include "coordinator/wrap.h"
#include "core/base/check.h"

namespace questproof {

void Table::add_row(std::vector<std::string> cells) {
  QUEST_CHECK(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::to_string(const Paint& paint, std::size_t indent) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = display_width(columns_[c].heading);
    for (const auto& row : rows_) width = std::max(width, display_width(row[c]));
    widths.push_back(width);
  }
  const auto line = [&](const auto& cell_at) {
    std::string text(indent, ' ');
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c > 0) text += "  ";
      const std::string cell = cell_at(c);
      text += columns_[c].align == Align::kLeft ? pad_right(cell, widths[c])
                                                : pad_left(cell, widths[c]);
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text + "\n";
  };
  std::string result = line([&](std::size_t c) { return paint.dim(columns_[c].heading); });
  for (const auto& row : rows_) result += line([&](std::size_t c) { return row[c]; });
  return result;
}

}  // namespace questproof
