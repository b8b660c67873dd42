// SPDX-License-Identifier: MIT
#include "tests/games/labrecruits/real_levels.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "games/labrecruits/labrecruits_front_end.h"
#include "tests/support/shared_folder.h"

namespace questproof::labrecruits {
namespace {

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::stringstream stream(row);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  if (row.ends_with(',')) cells.emplace_back();
  return cells;
}

}  // namespace

std::optional<RealLevels> RealLevels::find() {
  const auto shared = testing_support::shared_folder();
  if (!shared) return std::nullopt;
  const std::filesystem::path folder = *shared / "data" / "labrecruits";
  std::ifstream index(folder / "INDEX.csv");
  if (!index) return std::nullopt;
  RealLevels result;
  result.folder_ = folder.generic_string();
  std::string line;
  std::getline(index, line);
  const std::vector<std::string> titles = cells_of(line);
  while (std::getline(index, line)) {
    const std::vector<std::string> cells = cells_of(line);
    for (std::size_t i = 0; i < titles.size(); ++i) {
      result.index_[cells.at(0)][titles[i]] = cells.at(i);
    }
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = std::filesystem::relative(entry.path(), folder).generic_string();
    if (entry.path().extension() == ".csv" && name != "INDEX.csv") result.files_.push_back(name);
  }
  std::sort(result.files_.begin(), result.files_.end());
  return result;
}

std::string RealLevels::text_of(const std::string& file) const {
  std::ifstream stream(folder_ + "/" + file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

LoadResult RealLevels::load(const std::string& file, const Settings& settings) const {
  return load_labrecruits(folder_ + "/" + file, settings);
}

}  // namespace questproof::labrecruits
