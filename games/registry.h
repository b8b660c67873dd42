// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "games/front_end.h"

namespace questproof {

// All kinds of games that this program can read.
std::span<const FrontEnd> front_ends();

// Reads the game at `path` with the front end that its extension names; a folder is read by the
// front end whose extension the files in it have. A path that no front end can read gives a
// diagnostic that says what would have been understood; so does a setting that the front end does
// not have, or that is given twice.
LoadResult load_game(const std::filesystem::path& path, const Settings& settings = {});

// A picture of it, with the walkthrough that is asked for.
Picture draw_game(const std::filesystem::path& path, const Settings& settings,
                  const PictureRequest& request);

// A condition in the words of the kind of game that the model's files are of; where there are none,
// over the names of the model.
ConditionResult parse_condition(std::string_view text, const GameModel& model);

}  // namespace questproof
