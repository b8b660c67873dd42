// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "coordinator/console.h"
#include "coordinator/findings/found_game.h"
#include "core/model/game_model.h"

namespace questproof {

// What is known about one build: what was found, and its game if that is at hand.
struct ComparedBuild {
  std::string job;    // of a night; "" for a single certificate
  std::string title;  // for people: the path
  FoundGame found;
  bool has_result = true;             // false: the game could not be read, or the job never ended
  bool invalid = false;               // then whether the game itself is wrong
  std::string message;                // and why
  std::string game_file;              // where its game is; "" where that is not known
  std::vector<std::string> settings;  // how it is to be read
  // Whether the game must be the one that was certified: it need not be where a verdict was carried
  // over to a game that has changed.
  bool same_game = true;
};

// One side of a comparison: a certificate, a store or a night.
struct ComparedSide {
  std::string title;
  bool is_night = false;
  std::vector<ComparedBuild> builds;
};

// A certificate (a file), the store of a finished run (a folder, from `certify --store`), or a night (a
// folder with night.json). `game_file`: of the certificate's or the store's game, or "". Throws Error of
// kind kInput where it is none of them, kUsage where a game is named for a night.
ComparedSide read_side(const std::string& path, const std::string& game_file, Console& console);

// Nights of a sweep's folder: the two named ones, or the last two that are finished. Throws Error where there
// are none. `is_sweep` says whether the folder is one.
bool is_sweep(const std::string& path);
std::pair<ComparedSide, ComparedSide> read_nights(const std::string& sweep,
                                                  const std::string& before,
                                                  const std::string& after);

// The build's game, or why it is not at hand. Where the user has named the file, `named`, a game
// that cannot be used is an Error of kind kInput.
struct GameAtHand {
  std::optional<GameModel> model;
  std::string trouble;
};
GameAtHand load_compared_game(const ComparedBuild& build, bool named);

}  // namespace questproof
