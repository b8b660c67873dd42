// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/common/diagnostics.h"
#include "games/common/load_result.h"
#include "games/script/syntax.h"

namespace questproof::script {

inline constexpr std::size_t kMaximumFileBytes = std::size_t{4} << 20U;
inline constexpr std::size_t kMaximumGameBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMaximumFiles = 10'000;

// Where the files of a game come from: a disk, or memory.
class FileProvider {
 public:
  virtual ~FileProvider() = default;

  // The text of a file, or a reason why there is none. Reads at most kMaximumFileBytes + 1 bytes.
  struct Answer {
    bool found = false;
    std::string text;
    std::string reason;
  };
  virtual Answer read(const std::string& path) const = 0;
};

class DiskFiles final : public FileProvider {
 public:
  Answer read(const std::string& path) const override;
};

class MemoryFiles final : public FileProvider {
 public:
  explicit MemoryFiles(std::span<const SourceText> texts) : texts_(texts) {}  // borrowed
  Answer read(const std::string& path) const override;

 private:
  std::span<const SourceText> texts_;
};

// All files of a game, read and parsed: the given ones in order, each followed by those that it
// includes for the first time. File i is what SourceLocation::file calls i.
struct SourceSet {
  std::vector<std::string> paths;
  std::vector<std::string> texts;
  std::vector<std::vector<Item>> items;  // without the Includes
};

SourceSet read_sources(const std::vector<std::string>& paths, const FileProvider& files,
                       Diagnostics& diagnostics);

}  // namespace questproof::script
