// SPDX-License-Identifier: MIT
#include "coordinator/paths.h"

#include <fmt/core.h>

#include <filesystem>

#include "core/base/error.h"

namespace questproof {

std::string absolute_path(const std::string& path) {
  if (path.empty()) return path;
  std::error_code problem;
  const std::filesystem::path absolute = std::filesystem::absolute(path, problem);
  return problem ? path : absolute.lexically_normal().string();
}

void expect_folder_of(const std::string& file) {
  if (file.empty()) return;
  const std::filesystem::path folder = std::filesystem::path(absolute_path(file)).parent_path();
  std::error_code problem;
  if (std::filesystem::is_directory(folder, problem)) return;
  throw Error(Error::Kind::kResource,
              fmt::format("{}: cannot be written: there is no folder {}; please make it first",
                          file, folder.string()));
}

}  // namespace questproof
