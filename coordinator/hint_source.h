// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "coordinator/options.h"
#include "coordinator/solved_quest.h"
#include "coordinator/state_text.h"

namespace questproof {

struct Console;

// The way from a state to the end of a quest, and where it is known from.
struct HintWay {
  SolvedQuest solved;              // `states`: that had to be explored
  bool from_store = false;         // else the game was searched to the end of the quest
  bool unstored = false;           // there is a store, and it does not hold the state
  bool shortest = true;            // false: the search was given up; there may be a shorter way
  std::size_t unstored_steps = 0;  // from_store: of the way that begin in unstored states
};

// Answers what can still be done from any state of a game.
class HintSource {
 public:
  virtual ~HintSource() = default;
  virtual HintWay way(std::size_t quest, const GivenState& from) = 0;
};

// By a search of its own for every answer. Borrows everything.
class SearchedHints final : public HintSource {
 public:
  SearchedHints(const GameModel& model, const CommandOptions& options, const Console& console)
      : model_(model), options_(options), console_(console) {}
  HintWay way(std::size_t quest, const GivenState& from) override;

 private:
  const GameModel& model_;
  const CommandOptions& options_;
  const Console& console_;
};

}  // namespace questproof
