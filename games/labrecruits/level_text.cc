// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "games/labrecruits/level.h"

namespace questproof::labrecruits {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// What lies between two separators of sheets.
struct Part {
  SheetText rows;
  std::string_view first_cell;  // up to the first comma, line ends and all
  SourceLocation where;
};

bool begins_character(char letter) { return (static_cast<unsigned char>(letter) & 0xC0U) != 0x80U; }

// Walks over the text once and hands out rows, with the places of all cells.
class Cutter {
 public:
  Cutter(std::string_view text, Dialect dialect) : text_(text), dialect_(dialect) {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  std::vector<Part> run() {
    begin_part();
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (letter == ',') {
        end_cell();
      } else if (letter == '|' && dialect_ == Dialect::kCurrent) {
        end_row();
        end_part();
        ++at_;
        ++column_;
        begin_part();
        continue;
      } else if (letter == '\n' || text_.substr(at_, 2) == "\r\n") {
        end_line();
        continue;
      }
      ++at_;
      if (begins_character(letter)) ++column_;
    }
    end_row();
    end_part();
    return std::move(parts_);
  }

  // The first line after a blank one that rows stand before and behind.
  const SourceLocation& gap() const { return gap_; }

 private:
  SourceLocation here() const { return {0, line_, column_}; }

  void begin_part() {
    part_ = {};
    part_.where = here();
    part_begin_ = at_;
    begin_row();
  }

  void begin_row() {
    row_ = {};
    row_.where = here();
    begin_cell();
  }

  void begin_cell() {
    cell_begin_ = at_;
    cell_where_ = here();
  }

  void end_cell() {
    row_.cells.push_back({text_.substr(cell_begin_, at_ - cell_begin_), cell_where_});
    // The next one begins behind the comma.
    cell_begin_ = at_ + 1;
    cell_where_ = {0, line_, column_ + 1};
  }

  void end_row() {
    if (row_.cells.empty() && at_ == cell_begin_) return;  // blank
    end_cell();
    if (blank_before_ && !part_.rows.empty() && gap_.line == 0) gap_ = row_.where;
    blank_before_ = false;
    part_.rows.push_back(std::move(row_));
  }

  void end_line() {
    const bool blank = row_.cells.empty() && at_ == cell_begin_;
    end_row();
    if (blank) blank_before_ = true;
    if (blank && dialect_ == Dialect::kOlder) end_part();
    at_ += text_[at_] == '\r' ? 2 : 1;
    ++line_;
    column_ = 1;
    if (blank && dialect_ == Dialect::kOlder) {
      begin_part();
    } else {
      begin_row();
    }
  }

  // What is empty to the last character does not count; in the older dialect, what holds no row.
  void end_part() {
    const std::string_view whole = text_.substr(part_begin_, at_ - part_begin_);
    part_.first_cell = whole.substr(0, whole.find(','));
    const bool counts = dialect_ == Dialect::kCurrent ? !whole.empty() : !part_.rows.empty();
    if (counts) parts_.push_back(std::move(part_));
    part_ = {};
  }

  std::string_view text_;
  Dialect dialect_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  std::size_t part_begin_ = 0;
  std::size_t cell_begin_ = 0;
  SourceLocation cell_where_;
  RowText row_;
  Part part_;
  std::vector<Part> parts_;
  bool blank_before_ = false;
  SourceLocation gap_;
};

// The letters of the first thing in a cell.
std::string_view leading_symbol(std::string_view cell) {
  return cell.substr(0, cell.find_first_of(":>#^"));
}

bool is_thing(std::string_view cell) { return find_thing(leading_symbol(cell)) != nullptr; }

// All that stands there is things: nobody would write a wiring table like that.
bool looks_like_a_floor(const SheetText& rows) {
  bool any = false;
  for (const RowText& row : rows) {
    for (const CellText& cell : row.cells) {
      if (cell.text.empty()) continue;
      if (!is_thing(cell.text)) return false;
      any = true;
    }
  }
  return any;
}

bool begins_with_a_name(const SheetText& rows) {
  if (rows.empty()) return false;
  const std::string_view begin = rows.front().cells.front().text;
  return !begin.empty() && !is_thing(begin);
}

bool is_wiring_for_the_game(const Part& part) {
  return !part.first_cell.empty() && find_thing(part.first_cell) == nullptr;
}

LevelText current(std::vector<Part> parts, const SourceLocation& gap, Diagnostics& diagnostics) {
  LevelText result;
  std::size_t first_sheet = 0;
  if (parts.size() > 1 && is_wiring_for_the_game(parts[0])) {
    if (looks_like_a_floor(parts[0].rows)) {
      diagnostics.error(
          parts[0].where,
          fmt::format("the game takes this floor for the wiring table, because it does not begin "
                      "with a comma or with a bare letter and a comma"),
          "let its first cell be empty, or w or f alone, or put a wiring table before it");
    }
    result.wiring = std::move(parts[0].rows);
    first_sheet = 1;
  }
  const bool older = parts.size() == 1 && (gap.line != 0 || begins_with_a_name(parts[0].rows));
  if (older) {
    diagnostics.error(gap.line != 0 ? gap : parts[0].where,
                      "this is the older dialect, which the game does not read any more: sheets "
                      "and the wiring table are set apart by blank lines, and end up in one floor",
                      "write | before each sheet; or read it as it was meant with "
                      "--set dialect=older");
  }
  for (std::size_t i = first_sheet; i < parts.size(); ++i) {
    result.sheets.push_back(std::move(parts[i].rows));
  }
  return result;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// A part is wiring until one begins like a floor. The oldest files begin with a number.
LevelText older(std::vector<Part> parts, Diagnostics& diagnostics) {
  LevelText result;
  bool floors = false;
  for (Part& part : parts) {
    const RowText& first = part.rows.front();
    if (!floors && first.cells.size() == 1 && is_number(first.cells[0].text)) {
      diagnostics.warning(first.where, "this number means nothing to the game", "remove it");
      continue;
    }
    if (!floors && begins_with_a_name(part.rows)) {
      for (RowText& row : part.rows) result.wiring.push_back(std::move(row));
    } else {
      floors = true;
      result.sheets.push_back(std::move(part.rows));
    }
  }
  return result;
}

}  // namespace

LevelText cut_level(std::string_view text, Dialect dialect, Diagnostics& diagnostics) {
  Cutter cutter(text, dialect);
  std::vector<Part> parts = cutter.run();
  LevelText result = dialect == Dialect::kCurrent
                         ? current(std::move(parts), cutter.gap(), diagnostics)
                         : older(std::move(parts), diagnostics);
  if (result.sheets.empty() || result.sheets.front().empty()) {
    diagnostics.error({0, 1, 1}, "there is no floor",
                      "write the lowest sheet, row by row, behind the first |");
    result.sheets.clear();
  }
  return result;
}

}  // namespace questproof::labrecruits
