// SPDX-License-Identifier: MIT
#include "coordinator/findings/newest_manifest.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/error.h"
#include "storage/frame.h"
#include "storage/posix_file_system.h"

namespace questproof {
namespace {

constexpr int kTries = 5;

// Commits that are there, the newest first.
std::vector<std::uint64_t> commits(const PosixFileSystem& files, const std::string& folder) {
  std::vector<std::uint64_t> numbers;
  for (const std::string& name : files.list(folder)) {
    if (const auto number = manifest_number(name)) numbers.push_back(*number);
  }
  std::sort(numbers.rbegin(), numbers.rend());
  return numbers;
}

std::optional<Manifest> read_manifest(const PosixFileSystem& files, const std::string& path) {
  const auto file = files.open(path);
  if (file == nullptr) return std::nullopt;  // removed since
  try {
    return decode_manifest(read_whole(*file));
  } catch (const FormatProblem&) {  // damaged: the one before it counts
    return std::nullopt;
  }
}

}  // namespace

std::optional<Manifest> newest_manifest(const std::string& folder) {
  const PosixFileSystem files;
  if (!files.is_folder(folder)) return std::nullopt;
  for (int i = 0; i < kTries; ++i) {
    for (const std::uint64_t commit : commits(files, folder)) {
      auto manifest = read_manifest(files, folder + "/" + manifest_name(commit));
      if (manifest) return manifest;
    }
  }
  return std::nullopt;
}

std::string run_text(const std::string& folder, const std::string& name) {
  const std::optional<Manifest> manifest = newest_manifest(folder);
  if (!manifest) return "";
  for (const NamedText& text : manifest->texts) {
    if (text.name == name) return text.text;
  }
  return "";
}

}  // namespace questproof
