// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace questproof::testing_support {

// Where scripts/install_packages puts inkjs, and wherever else the environment says.
inline std::string ink_modules() {
  const char* named = std::getenv("NODE_PATH");
  return std::string("NODE_PATH=") + QUESTPROOF_SOURCE_DIR "/build/story/node_modules" +
         (named == nullptr ? "" : std::string(":") + named);
}

// Whether stories written in ink can be played here: that takes Node.js and the npm package inkjs.
inline bool can_play_ink() {
  const std::string command =
      "env '" + ink_modules() + "' node -e \"require('inkjs/full')\" > /dev/null 2>&1";
  return std::system(command.c_str()) == 0;  // NOLINT(cert-env33-c)
}

constexpr const char* kNoInk = "inkjs is not here: scripts/install_packages story";

// What starts a story as a live game.
inline std::vector<std::string> ink_command(const std::string& story,
                                            const std::vector<std::string>& options = {}) {
  std::vector<std::string> command = {"env", ink_modules(), "node",
                                      QUESTPROOF_SOURCE_DIR "/games/live/ink_story.js"};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back(story);
  return command;
}

// A story of this repository.
inline std::string own_story(const std::string& name) {
  return QUESTPROOF_SOURCE_DIR "/tests/games/live/stories/" + name + ".ink";
}

}  // namespace questproof::testing_support
