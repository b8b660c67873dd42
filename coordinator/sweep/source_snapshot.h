// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "games/common/load_result.h"
#include "games/common/settings.h"

namespace questproof {

// The files of a game as they were, kept in DIR/sources/<hash>/: runs of a sweep read these, so that
// nobody's work on the game changes a night that has begun, and places in certificates can be looked up
// later. Paths below the folder are as they were below the deepest folder that holds all of them.
struct SourceSnapshot {
  std::string folder;  // relative to the sweep's: "sources/<hash>"
  std::string game;    // the game below it
};

// Copies the game at `path` there, unless it is there already. `loaded`: what reading it gave; where
// that gave no model the files are those that lie at the path itself.
// Throws Error(kInput) where the path cannot be read, Error(kResource) where nothing can be written.
SourceSnapshot keep_sources(const std::string& sweep, const std::string& path,
                            const LoadResult& loaded);

}  // namespace questproof
