// SPDX-License-Identifier: MIT
#include "coordinator/sweep/source_snapshot.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>

#include "coordinator/atomic_file.h"
#include "core/base/error.h"
#include "core/base/hash.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;

// A folder without a model may hold anything: no more than this is kept of it.
constexpr std::size_t kMostFiles = 10'000;

std::vector<fs::path> files_of(const fs::path& game, const LoadResult& loaded) {
  std::vector<fs::path> files;
  if (loaded.model) {
    for (const std::string& file : loaded.model->source_files) {
      files.push_back(fs::absolute(file).lexically_normal());
    }
  }
  if (!files.empty()) return files;
  std::error_code error;
  if (!fs::is_directory(game, error)) return {game};
  for (fs::directory_iterator entry(game, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code problem;
    if (entry->is_regular_file(problem) && files.size() < kMostFiles)
      files.push_back(entry->path());
  }
  return files;
}

// The deepest folder that holds the game and all files.
fs::path common_folder(const fs::path& game, const std::vector<fs::path>& files) {
  fs::path common = game.parent_path();
  for (const fs::path& file : files) {
    const fs::path folder = file.parent_path();
    const auto [mine, theirs] =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
    fs::path shared;
    for (auto name = common.begin(); name != mine; ++name) shared /= *name;
    common = shared;
  }
  return common;
}

// By lengths and names, so that no two lists of files have one text.
std::string hash_of(const std::map<std::string, std::string>& contents) {
  std::string text;
  for (const auto& [name, bytes] : contents) {
    text += fmt::format("{} {} {}\n", name.size(), name, bytes.size());
    text += bytes;
  }
  return hash_128(text).to_hex();
}

// A loss of power may have left files without their contents; and a file more could be part of a game that is a folder.
bool is_there(const std::string& folder, const std::map<std::string, std::string>& contents) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return false;
  std::size_t files = 0;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->is_directory()) ++files;
  }
  if (error || files != contents.size()) return false;
  return std::all_of(contents.begin(), contents.end(), [&](const auto& file) {
    const fs::path path = fs::path(folder) / file.first;
    return fs::is_regular_file(path) && read_file(path.string()) == file.second;
  });
}

void write_one(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << bytes << std::flush;
  if (!file) {
    throw Error(Error::Kind::kResource, fmt::format("{}: cannot be written", path.string()));
  }
}

void write_all(const std::string& folder, const std::map<std::string, std::string>& contents) {
  if (is_there(folder, contents)) return;
  const std::string beside = fmt::format("{}.{}.tmp", folder, getpid());
  std::error_code error;
  fs::remove_all(beside, error);
  fs::remove_all(folder, error);
  for (const auto& [name, bytes] : contents) write_one(fs::path(beside) / name, bytes);
  fs::create_directories(beside);
  fs::rename(beside, folder, error);
  if (!error) return;
  throw Error(Error::Kind::kResource, fmt::format("{}: {}", folder, error.message()));
}

}  // namespace

SourceSnapshot keep_sources(const std::string& sweep, const std::string& path,
                            const LoadResult& loaded) {
  fs::path game = fs::absolute(path).lexically_normal();
  if (!game.has_filename()) game = game.parent_path();
  const std::vector<fs::path> files = files_of(game, loaded);
  const fs::path common = common_folder(game, files);
  std::map<std::string, std::string> contents;
  for (const fs::path& file : files) {
    contents[file.lexically_relative(common).generic_string()] = read_file(file.string());
  }
  SourceSnapshot snapshot;
  snapshot.folder = "sources/" + hash_of(contents);
  snapshot.game = game.lexically_relative(common).generic_string();
  fs::create_directories(sweep + "/sources");
  write_all(sweep + "/" + snapshot.folder, contents);
  return snapshot;
}

}  // namespace questproof
