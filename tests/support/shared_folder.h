// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace questproof::testing_support {

// Data that is no part of the project and lies beside its checkout, in the folder `shared`, or where
// the environment variable QUESTPROOF_SHARED says. Nothing when there is none: tests that need it are
// skipped then.
inline std::optional<std::filesystem::path> shared_folder() {
  const char* named = std::getenv("QUESTPROOF_SHARED");
  const std::filesystem::path folder =
      named != nullptr ? std::filesystem::path(named)
                       : std::filesystem::path(QUESTPROOF_SOURCE_DIR) / ".." / "shared";
  if (!std::filesystem::is_directory(folder)) return std::nullopt;
  return folder;
}

}  // namespace questproof::testing_support
