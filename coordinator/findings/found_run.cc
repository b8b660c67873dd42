// SPDX-License-Identifier: MIT
#include "coordinator/findings/found_run.h"

#include <fmt/core.h>

#include <filesystem>

#include "core/base/error.h"
#include "storage/posix_file_system.h"
#include "storage/run_directory.h"

namespace questproof {

std::string run_certificate_path(const std::string& folder) { return folder + "/certificate.json"; }

FoundGame read_found_run(const std::string& folder) {
  const std::string path = run_certificate_path(folder);
  std::error_code problem;
  if (std::filesystem::exists(path, problem)) return read_found_game(path);
  if (!RunDirectory::holds_run(PosixFileSystem(), folder)) {
    throw Error(Error::Kind::kUsage, fmt::format("{} holds no run", folder));
  }
  throw Error(Error::Kind::kInput,
              fmt::format("the run in {} has no certificate yet\nTo go on with it, or to write the "
                          "certificate of a finished one: questproof resume {}",
                          folder, folder));
}

}  // namespace questproof
