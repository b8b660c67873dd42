// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/state_text.h"
#include "coordinator/walkthrough.h"
#include "core/model/game_model.h"
#include "core/net/transport.h"
#include "core/search/search_options.h"
#include "core/search/verdict.h"

namespace questproof {

struct Console;

// Whether and how one quest can be done, in terms of the game as written.
struct SolvedQuest {
  std::size_t quest = 0;
  Verdict verdict = Verdict::kUnknown;     // proved: there is a way; refuted: there is none
  std::optional<Walkthrough> walkthrough;  // shortest; there exactly when proved
  std::string limit;
  std::uint64_t states = 0;  // that were explored
};

// From the beginnings of the game, whichever is best; and from a state, whether or not play can
// reach it: the game is reduced as if it began there. With several `ranks` all call it and get the same.
SolvedQuest solve_quest(const GameModel& model, std::size_t quest, const std::string& reduce,
                        const SearchOptions& options, const Console& console,
                        Transport* ranks = nullptr);
SolvedQuest solve_quest_from(const GameModel& model, std::size_t quest, const GivenState& from,
                             const std::string& reduce, const SearchOptions& options,
                             const Console& console, Transport* ranks = nullptr);

// The quest of that name; with "" all main quests, or all there are when none is main. Throws Error of
// kind kUsage for an unknown name, and of kind kInput when the game has no quest.
std::vector<std::size_t> chosen_quests(const GameModel& model, const std::string& name);

}  // namespace questproof
