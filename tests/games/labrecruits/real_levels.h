// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "games/common/load_result.h"
#include "games/common/settings.h"

namespace questproof::labrecruits {

// Level files of several public repositories, in the folder that tests/support/shared_folder.h names.
// None of them is part of the project.
class RealLevels {
 public:
  // Nothing when they are not there.
  static std::optional<RealLevels> find();

  // Rows of their INDEX.csv by the name of the file, columns by their titles.
  using Row = std::map<std::string, std::string>;
  const std::map<std::string, Row>& index() const { return index_; }

  const std::vector<std::string>& files() const { return files_; }  // sorted, without the folder

  std::string text_of(const std::string& file) const;
  LoadResult load(const std::string& file, const Settings& settings = {}) const;

 private:
  std::string folder_;
  std::vector<std::string> files_;
  std::map<std::string, Row> index_;
};

}  // namespace questproof::labrecruits
