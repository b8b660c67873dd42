// SPDX-License-Identifier: MIT
#include "coordinator/diff/places.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace questproof {
namespace {

struct Line {
  std::string path;
  std::uint32_t line = 0;
};

std::optional<Line> parse_line(const std::string& path_and_line) {
  const std::size_t colon = path_and_line.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  Line result{path_and_line.substr(0, colon), 0};
  const char* const begin = path_and_line.data() + colon + 1;
  const char* const end = path_and_line.data() + path_and_line.size();
  const auto [stopped, problem] = std::from_chars(begin, end, result.line);
  if (problem != std::errc{} || stopped != end) return std::nullopt;
  return result;
}

}  // namespace

std::string line_of(const std::string& place) {
  const std::size_t column = place.rfind(':');
  return column == std::string::npos ? place : place.substr(0, column);
}

PlaceMap::PlaceMap(const std::vector<SourceFile>& before, const std::vector<SourceFile>& after,
                   const std::vector<SourceChange>& changes) {
  for (const SourceChange& change : changes) {
    if (change.old_path.empty() || change.new_path.empty()) continue;
    File& file = files_[change.old_path];
    file.new_path = change.new_path;
    file.exchanges.push_back({change.old_line, static_cast<std::uint32_t>(change.gone.size()),
                              change.new_line, static_cast<std::uint32_t>(change.fresh.size())});
  }
  // Files that are paired by name and did not change have no changes to tell that.
  for (const SourceFile& old_file : before) {
    if (files_.count(old_file.path) > 0) continue;
    for (const SourceFile& new_file : after) {
      if (new_file.name == old_file.name) files_[old_file.path].new_path = new_file.path;
    }
  }
}

std::string PlaceMap::now(const std::string& old_place) const {
  const std::string old_line = line_of(old_place);
  const auto parsed = parse_line(old_line);
  if (!parsed) return old_line;
  const auto file = files_.find(parsed->path);
  if (file == files_.end()) return old_line;
  std::uint32_t line = parsed->line;
  for (const Exchange& exchange : file->second.exchanges) {
    if (exchange.old_line > parsed->line) break;
    if (parsed->line < exchange.old_line + exchange.old_count) return "";
    line = parsed->line - (exchange.old_line + exchange.old_count) +
           (exchange.new_line + exchange.new_count);
  }
  return file->second.new_path + ":" + std::to_string(line);
}

PlacePairs::PlacePairs(const std::vector<Placed>& before, const std::vector<Placed>& after) {
  std::vector<bool> matched_before(before.size(), false);
  std::vector<bool> matched_after(after.size(), false);
  const auto match = [&](bool same_place) {
    for (std::size_t a = 0; a < after.size(); ++a) {
      for (std::size_t b = 0; b < before.size() && !matched_after[a]; ++b) {
        if (matched_before[b] || before[b].name != after[a].name) continue;
        if (same_place && before[b].place != line_of(after[a].place)) continue;
        matched_before[b] = matched_after[a] = true;
      }
    }
  };
  match(true);
  match(false);
  for (std::size_t b = 0; b < before.size(); ++b) {
    if (!matched_before[b]) only_before_.push_back(b);
  }
  for (std::size_t a = 0; a < after.size(); ++a) {
    if (!matched_after[a]) only_after_.push_back(a);
  }
}

}  // namespace questproof
