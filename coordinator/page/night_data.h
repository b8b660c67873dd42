// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "coordinator/sweep/night.h"

namespace questproof {

// What a page shows of a night of a sweep, as data for report.js:
// - `night`: `jobs[]`, `quests[]` (of all jobs), `changes[]` against the night before, `facts[]`;
// - `games[]`: what the certificates of jobs tell (game_data.h), those that a person has to look at first.
//   When the page would grow beyond its size, the others are left out, and `no_page` of the job says so;
// - `history`: figures over the nights, as curves.
// `sweep`: its folder. Reads only.
void add_night(nlohmann::ordered_json& page, const std::string& sweep, const Night& night);

// A night as it is by now: night.json, and the results of jobs that have ended since that was written.
Night current_night(const std::string& sweep, const std::string& name);

// Bytes of JSON that jobs may take in a page.
inline constexpr std::size_t kMostGameBytes = 3'600'000;

// Where a game lies among the files that a night has kept of it: `game_file` with as much of its path as is there below
// `sources`; `sources` itself when that is the game.
std::string kept_game(const std::string& sources, const std::string& game_file);

}  // namespace questproof
