// SPDX-License-Identifier: MIT
#include "games/script/script_front_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

#include "core/base/error.h"
#include "games/script/compile.h"
#include "games/script/source.h"

namespace questproof {
namespace script {
namespace {

std::vector<std::string> files_of(const std::filesystem::path& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".quest") paths.push_back(entry->path().generic_string());
  }
  if (error) {
    throw Error(Error::Kind::kResource,
                fmt::format("{}: cannot be read: {}", folder.string(), error.message()));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace
}  // namespace script

LoadResult load_script(const std::filesystem::path& path, const Settings&) {
  std::filesystem::path named = path.lexically_normal();
  if (!named.has_filename()) named = named.parent_path();  // "folder/"
  const bool is_folder = std::filesystem::is_directory(path);
  const std::vector<std::string> paths =
      is_folder ? script::files_of(path) : std::vector<std::string>{path.generic_string()};
  return script::compile(paths, script::DiskFiles(), named.stem().string()).game;
}

LoadResult parse_script(std::span<const SourceText> texts, std::string_view name, const Settings&) {
  std::vector<std::string> paths;
  for (const SourceText& text : texts) paths.push_back(text.path);
  return script::compile(paths, script::MemoryFiles(texts), name).game;
}

}  // namespace questproof
