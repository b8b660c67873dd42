// SPDX-License-Identifier: MIT
#include "coordinator/source_quotes.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "coordinator/wrap.h"

namespace questproof {
namespace {

std::vector<std::string> read_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) return lines;  // a device may never end
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

const std::string& SourceQuotes::line(const std::string& path, std::uint32_t number) {
  static const std::string kNone;
  auto found = files_.find(path);
  if (found == files_.end()) found = files_.emplace(path, read_lines(path)).first;
  const std::vector<std::string>& lines = found->second;
  return number >= 1 && number <= lines.size() ? lines[number - 1] : kNone;
}

std::string SourceQuotes::quote(const GameModel& model, const SourceLocation& where,
                                std::size_t width) {
  if (where.line == 0 || where.file >= model.source_files.size()) return "";
  const std::string& whole = line(model.source_files[where.file], where.line);
  const std::size_t begin = whole.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  std::string text = whole.substr(begin, whole.find_last_not_of(" \t") - begin + 1);
  for (char& letter : text) {
    if (letter == '\t') letter = ' ';
  }
  if (display_width(text) <= width) return text;
  std::string shorter;
  for (char letter : text) {
    const bool begins_character = (static_cast<unsigned char>(letter) & 0xC0U) != 0x80U;
    if (begins_character && display_width(shorter) + 3 >= width) break;
    shorter += letter;
  }
  return shorter + "...";
}

std::string short_place(const GameModel& model, const SourceLocation& where) {
  if (where.line == 0 || where.file >= model.source_files.size()) return "";
  const std::filesystem::path path(model.source_files[where.file]);
  return fmt::format("{}:{}", path.filename().string(), where.line);
}

}  // namespace questproof
