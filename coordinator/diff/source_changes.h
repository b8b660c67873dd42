// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// The scripts of a game, as they are on the disk.
struct SourceFile {
  std::string path;  // as the model has it
  std::string name;  // without the folder that all files of the game share: "shared/town.quest"
  std::vector<std::string> lines;
};

// In the order of the model; files that cannot be read are left out.
std::vector<SourceFile> read_sources(const GameModel& model);

// Lines in a row that one build has in place of those of the other. Lines count from 1; where a side has
// none, its number is that of the line that follows.
struct SourceChange {
  std::string file;      // name in the new build; in the old one where the new one has no such file
  std::string old_path;  // as the models have them; "" where there is none
  std::string new_path;
  std::uint32_t old_line = 0;
  std::uint32_t new_line = 0;
  std::vector<std::string> gone;
  std::vector<std::string> fresh;
  bool operator==(const SourceChange&) const = default;

  // Whether the change lies at these lines (both included) or, as a deletion, right in front of one.
  bool touches_old(const std::string& path, std::uint32_t first, std::uint32_t last) const;
  bool touches_new(const std::string& path, std::uint32_t first, std::uint32_t last) const;
};

// By files in the order of the new build, then those that are gone. Files belong together that have
// the same name; of the others the first ones of both games (a game is read from its first file); then
// those that share the most lines, at least half of the longer one's.
std::vector<SourceChange> source_changes(const std::vector<SourceFile>& before,
                                         const std::vector<SourceFile>& after);

}  // namespace questproof
