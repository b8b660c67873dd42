// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "core/model/game_model.h"
#include "games/common/condition_result.h"
#include "games/common/diagnostic.h"
#include "games/common/load_result.h"
#include "games/common/picture.h"
#include "games/common/settings.h"

namespace questproof {

// One kind of game: bytes in, GameModel out. A plain value; its functions are thread-safe.
//
// The functions report what is wrong with a game as diagnostics and throw only when the machine
// fails: Error(kResource) for a file that cannot be read. They are given settings of names that
// stand in `settings` only.
struct FrontEnd {
  std::string_view name;         // "script"
  std::string_view extension;    // ".quest"
  std::string_view description;  // one line for people
  std::span<const SettingInfo> settings;

  // A file with the extension, or a folder that holds some.
  LoadResult (*load)(const std::filesystem::path& path, const Settings& settings);

  // The same from memory: all texts together are the game called `name`; reads nothing else.
  LoadResult (*parse)(std::span<const SourceText> texts, std::string_view name,
                      const Settings& settings);

  // A condition that a person asks about a game of this kind, in the words of its language. `model`
  // is the game's, as load() made it; its files may be read again.
  ConditionResult (*parse_condition)(std::string_view text, const GameModel& model);

  // A picture of the game in the file; nullptr where games of this kind have nothing to look at.
  Picture (*draw)(const std::filesystem::path& path, const Settings& settings,
                  const PictureRequest& request);
};

}  // namespace questproof
