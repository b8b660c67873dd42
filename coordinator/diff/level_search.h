// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "core/verify/plain_rules.h"
#include "core/verify/state_table.h"

namespace questproof {

// One event that was played, with the values it led to.
struct PlayedEvent {
  EventId event;
  Valuation after;
};

// Explores a game as it is written, level by level and up to a number of states: for comparing builds, where
// a good look at the beginning is worth more than all of it. Every state knows how it was first
// reached. One thread; exact.
class LevelSearch {
 public:
  // From the starts of the game, or from one state. The model must outlive it.
  LevelSearch(const GameModel& model, std::size_t most_states);
  LevelSearch(const GameModel& model, const Valuation& start, std::size_t most_states);

  // States have numbers: 0, 1, 2, ... level by level. Level 0 is there at once.
  std::uint32_t states() const { return table_.size(); }
  std::size_t levels() const { return level_begins_.size(); }
  std::uint32_t level_begin(std::size_t level) const { return level_begins_[level]; }
  std::uint32_t level_end(std::size_t level) const;

  // Finds the next level. False when there is none, or when the limit was hit on the way: then the last
  // level is not whole, and hit_limit() says so.
  bool next_level();
  bool hit_limit() const { return hit_limit_; }
  bool complete() const { return complete_; }  // all levels were found

  Valuation values(std::uint32_t state) const;
  std::uint32_t variant(std::uint32_t state) const;  // that it was reached from
  Valuation first(std::uint32_t state) const;        // the start that it was reached from
  std::vector<PlayedEvent> path(std::uint32_t state) const;

  const GameModel& model() const { return model_; }

 private:
  void begin(const std::vector<Valuation>& starts);

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  const GameModel& model_;
  std::size_t most_states_;
  PlainRules rules_;
  StateTable table_;
  std::vector<std::uint32_t> parents_;   // by state; kNone on level 0
  std::vector<std::uint32_t> variants_;  // of level 0
  std::vector<std::uint32_t> level_begins_;
  bool hit_limit_ = false;
  bool complete_ = false;
};

}  // namespace questproof
