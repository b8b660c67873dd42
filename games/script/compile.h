// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/load_result.h"
#include "games/script/source.h"
#include "games/script/syntax.h"

namespace questproof::script {

// Conditions that are no part of a game but ask about it, in its language. Places in the expressions
// name the file that follows those of the game; `path` and `text` are what that file is called and
// holds. Borrowed.
struct AskedConditions {
  std::string_view path;
  std::string_view text;
  std::vector<const Expression*> expressions;
};

struct Compiled {
  LoadResult game;
  std::vector<Condition> asked;  // one an expression, over the game's model; empty without a model
};

// From the files of a game to its model: read, parse, declare, lower, prune.
Compiled compile(const std::vector<std::string>& paths, const FileProvider& files,
                 std::string_view name, const AskedConditions& asked = {});

}  // namespace questproof::script
