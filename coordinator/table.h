// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "coordinator/console.h"

namespace questproof {

// Rows of text in aligned columns, the way they are read on a terminal: a dim heading, two blanks
// between columns, no lines drawn.
class Table {
 public:
  enum class Align { kLeft, kRight };

  struct Column {
    std::string heading;
    Align align = Align::kLeft;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Requires: one cell per column.
  void add_row(std::vector<std::string> cells);

  bool empty() const { return rows_.empty(); }
  std::string to_string(const Paint& paint, std::size_t indent) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace questproof
