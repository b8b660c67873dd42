// SPDX-License-Identifier: MIT
#include "coordinator/findings/found_run.h"

#include <fmt/core.h>

#include <filesystem>
#include <string_view>

#include "coordinator/atomic_file.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "storage/posix_file_system.h"
#include "storage/run_directory.h"

namespace questproof {

std::string run_certificate_path(const std::string& folder) { return folder + "/certificate.json"; }

namespace {

std::string checksum_path(const std::string& folder) {
  return run_certificate_path(folder) + ".xxh128";
}

std::string checksum_line(const std::string& document) {
  return hash_128(std::string_view(document)).to_hex() + "  certificate.json\n";
}

}  // namespace

void write_run_certificate(const std::string& folder, const std::string& document) {
  std::filesystem::remove(checksum_path(folder));
  write_file_atomically(run_certificate_path(folder), document);
  write_file_atomically(checksum_path(folder), checksum_line(document));
}

bool check_run_certificate(const std::string& folder) {
  std::error_code problem;
  const std::string path = run_certificate_path(folder);
  if (!std::filesystem::exists(path, problem)) return false;
  if (!std::filesystem::exists(checksum_path(folder), problem)) return true;
  if (read_file(checksum_path(folder)) == checksum_line(read_file(path))) return true;
  throw Error(Error::Kind::kInput, fmt::format("{} is damaged: it is not what {} says\n"
                                               "To write it again: questproof resume {}",
                                               path, checksum_path(folder), folder));
}

FoundGame read_found_run(const std::string& folder) {
  const std::string path = run_certificate_path(folder);
  if (check_run_certificate(folder)) return read_found_game(path);
  if (!RunDirectory::holds_run(PosixFileSystem(), folder)) {
    throw Error(Error::Kind::kUsage, fmt::format("{} holds no run", folder));
  }
  throw Error(Error::Kind::kInput,
              fmt::format("the run in {} has no certificate yet\nTo go on with it, or to write the "
                          "certificate of a finished one: questproof resume {}",
                          folder, folder));
}

}  // namespace questproof
