// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/collapsed_model.h"
#include "core/model/compiled_model.h"
#include "core/model/free_moves.h"
#include "core/model/game_model.h"
#include "core/model/reduce/reduced_model.h"

namespace questproof {

// A game, what reductions made of it, and that compiled. Neither copied nor moved, because the parts
// know each other.
class Game {
 public:
  // `reduce`: what --reduce takes; "auto" means the default here. With a quest, it becomes the only one. Throws Error of kind kUsage
  // for an unknown reduction.
  Game(GameModel model, const std::string& reduce, std::optional<std::size_t> quest = {});
  ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  const GameModel& written() const { return written_; }
  const ReducedModel& reduced() const { return reduced_; }
  const GameModel& searched() const { return reduced_.model; }

  // What is searched: the states of the searched model, or its regions where players walk freely.
  const StateSpace& space() const;
  const StateLayout& layout() const { return compiled().layout(); }

  // The rules of its events; without the free moves, if there are any.
  const CompiledModel& compiled() const { return collapsed_ ? collapsed_->events() : *space_; }

  // The same space evaluated by other code, for verify passes.
  std::unique_ptr<StateSpace> make_checker() const;

  // Free moves, whose steps are not counted. Empty: none, or not collapsed.
  const FreeMoves& moves() const { return moves_; }
  bool is_collapsed() const { return collapsed_ != nullptr; }

  // Valuations of the searched model as the space has them.
  std::vector<Word> packed(const Valuation& searched) const;

  // Names the game with all its quests, whether or not one was picked.
  const std::string& hash() const { return hash_; }
  const std::string& reduce() const { return reduce_; }  // the reductions, spelled out

  // Whether reductions changed anything.
  bool is_reduced() const { return reduced_.model != written_; }

 private:
  std::string hash_;
  std::string reduce_;
  GameModel written_;
  ReducedModel reduced_;
  FreeMoves moves_;
  std::unique_ptr<CompiledModel> space_;  // one of the two
  std::unique_ptr<CollapsedModel> collapsed_;
};

// The same game beginning in a given state only: whatever reductions do holds for that beginning.
GameModel with_start(const GameModel& model, const Valuation& values);

}  // namespace questproof
