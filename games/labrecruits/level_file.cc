// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "games/common/diagnostics.h"
#include "games/common/file_text.h"
#include "games/labrecruits/object_text.h"
#include "games/labrecruits/wiring.h"

namespace questproof::labrecruits {
namespace {

constexpr std::size_t kMaximumFileBytes = std::size_t{16} << 20U;
constexpr std::uint64_t kMaximumCells = std::uint64_t{1} << 24U;  // of all sheets, holes and all
constexpr std::ptrdiff_t kMaximumThings = 4096;                   // that have a part in the model

bool begins_character(char letter) { return (static_cast<unsigned char>(letter) & 0xC0U) != 0x80U; }

// The things of a cell; what is empty between two `:` does not count.
std::vector<CellText> things_of(const CellText& cell) {
  std::vector<CellText> result;
  std::size_t begin = 0;
  SourceLocation where = cell.where;
  while (begin <= cell.text.size()) {
    const std::size_t end = std::min(cell.text.find(':', begin), cell.text.size());
    const std::string_view text = cell.text.substr(begin, end - begin);
    if (!text.empty()) result.push_back({text, where});
    where.column +=
        static_cast<std::uint32_t>(std::count_if(text.begin(), text.end(), begins_character) + 1);
    begin = end + 1;
  }
  return result;
}

class SheetReader {
 public:
  SheetReader(Level& level, Dialect dialect, Diagnostics& diagnostics)
      : level_(level), dialect_(dialect), diagnostics_(diagnostics) {}

  void read(const SheetText& rows) {
    warn_of_ragged_rows(rows);
    std::uint32_t index = 0;  // of a cell in the sheet
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      for (std::uint32_t column = 0; column < rows[row].cells.size(); ++column, ++index) {
        const bool by_rows = dialect_ == Dialect::kOlder;
        const Position position = {level_.sheets, by_rows ? row : index / level_.width,
                                   by_rows ? column : index % level_.width};
        read_cell(rows[row].cells[column], position);
      }
    }
    ++level_.sheets;
  }

 private:
  void read_cell(const CellText& cell, const Position& position) {
    level_.depth = std::max(level_.depth, position.z + 1);
    for (const CellText& text : things_of(cell)) {
      std::optional<Object> object = read_object(text, position, diagnostics_);
      if (object) level_.objects.push_back(std::move(*object));
    }
  }

  void warn_of_ragged_rows(const SheetText& rows) {
    if (dialect_ == Dialect::kOlder) return;
    for (const RowText& row : rows) {
      if (row.cells.size() == level_.width) continue;
      diagnostics_.warning(
          row.where,
          fmt::format("this row has {} cells and the first one of the level {}: the game lets the "
                      "rest of the sheet slip by as many",
                      row.cells.size(), level_.width),
          "give all rows the same number of cells");
      return;
    }
  }

  Level& level_;
  Dialect dialect_;
  Diagnostics& diagnostics_;
};

std::uint32_t width_of(const LevelText& text, Dialect dialect) {
  if (dialect == Dialect::kCurrent) {
    return static_cast<std::uint32_t>(text.sheets.front().front().cells.size());
  }
  std::size_t width = 0;
  for (const SheetText& sheet : text.sheets) {
    for (const RowText& row : sheet) width = std::max(width, row.cells.size());
  }
  return static_cast<std::uint32_t>(width);
}

// The game reports the second agent of a name, and lets it stand there without one.
void check_agents(std::vector<Object>& objects, Diagnostics& diagnostics) {
  std::map<std::string, const Object*> seen;
  for (Object& object : objects) {
    if (object.thing != Thing::kAgent || object.id.empty()) continue;
    if (seen.emplace(object.id, &object).second) continue;
    diagnostics.warning(
        object.where,
        fmt::format("{} is the identifier of another agent; this one gets none", object.id),
        "give each agent its own");
    object.id.clear();
  }
}

// What follows takes memory and time by the number of cells, and of things by two.
bool is_small_enough(const Level& level, Diagnostics& diagnostics) {
  const std::uint64_t cells = std::uint64_t{level.width} * level.depth;
  if (cells > kMaximumCells || cells * level.sheets > kMaximumCells) {
    diagnostics.error({0, 1, 1},
                      fmt::format("the level has more than {} cells, holes and all", kMaximumCells),
                      "its size is its widest row, its longest sheet, and the number of sheets");
    return false;
  }
  const auto things = std::count_if(level.objects.begin(), level.objects.end(),
                                    [](const Object& object) { return object.counts(); });
  if (things > kMaximumThings) {
    diagnostics.error({0, 1, 1},
                      fmt::format("the level has {} doors, buttons, flags and agents, and {} are "
                                  "the most that a model can hold",
                                  things, kMaximumThings),
                      "check parts of it");
    return false;
  }
  return true;
}

}  // namespace

LevelResult parse_level(const SourceText& text, std::string_view name, Dialect dialect) {
  Diagnostics diagnostics;
  Level level;
  level.name = name;
  level.source_file = text.path;
  if (text.text.size() > kMaximumFileBytes) {
    diagnostics.error({0, 1, 1},
                      fmt::format("the file is larger than {} MiB", kMaximumFileBytes >> 20U));
  } else {
    const LevelText cut = cut_level(text.text, dialect, diagnostics);
    if (!cut.sheets.empty()) {
      level.width = width_of(cut, dialect);
      SheetReader sheets(level, dialect, diagnostics);
      for (const SheetText& sheet : cut.sheets) sheets.read(sheet);
      if (is_small_enough(level, diagnostics)) {
        check_agents(level.objects, diagnostics);
        level.wires = read_wiring(cut.wiring, level.objects, diagnostics);
        check_wiring(level, diagnostics);
      }
    }
  }
  LevelResult result;
  result.diagnostics = diagnostics.report({text.path});
  if (!diagnostics.has_errors()) result.level = std::move(level);
  return result;
}

LevelResult read_level(const std::filesystem::path& path, Dialect dialect) {
  const std::string name = path.generic_string();
  FileText file = read_file_text(name, kMaximumFileBytes);
  if (!file.found) {
    throw Error(Error::Kind::kResource, fmt::format("{}: {}", name, file.reason));
  }
  return parse_level({name, std::move(file.text)}, path.stem().string(), dialect);
}

}  // namespace questproof::labrecruits
