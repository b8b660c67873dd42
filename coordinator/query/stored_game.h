// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/game.h"
#include "coordinator/replay.h"
#include "coordinator/walkthrough.h"
#include "core/model/game_model.h"
#include "core/search/trace.h"
#include "storage/state_database.h"

namespace questproof {

// A finished run and the game that it is about, as far as that is at hand.
//
// The store alone has names, values and paths. With the game, paths are replayed on it as it was
// written, lines of its source can be quoted, and what the store does not hold can be searched for.
// A game that has changed since the run is not at hand: it is another one.
class StoredGame {
 public:
  // `game`: as it was loaded; nothing where that was not possible, and `trouble` says why. Borrows
  // the database.
  StoredGame(const StateDatabase& database, std::optional<GameModel> game, std::string trouble);

  // Loads the game from where the run read it, or from `game_file` unless that is empty.
  static StoredGame load(const StateDatabase& database, const std::string& game_file);

  const StateDatabase& database() const { return database_; }
  const DatabaseSchema& schema() const { return database_.schema(); }
  const DatabaseFigures& figures() const { return database_.figures(); }

  bool at_hand() const { return game_ != nullptr; }
  const std::string& trouble() const { return trouble_; }  // why it is not at hand, and the remedy
  const Game& game() const { return *game_; }              // requires at_hand()

  // The game as written; without it what the store knows: names and values, but no logic.
  const GameModel& model() const { return game_ ? game_->written() : known_; }

  // Whether the stored states hold the values that a variable has in the game as written. Reductions
  // leave variables out, or reset them where nothing reads them any more, or make one state of all
  // positions of somebody who walks freely. Without the game that is not known of any variable of a
  // reduced run.
  bool keeps_values(VariableId variable) const { return keeps_values_[variable.index]; }

  // Of all variables, as they are stored.
  Valuation values(StateView state) const;

  // Replayed on the game as written, if it is at hand, up to a state that satisfies `claim` (or from
  // which free walking leads to one); else with the values that are stored.
  Walkthrough walkthrough(const Trace& trace, const Replayer::Claim& claim,
                          Replayer::End end = Replayer::End::kThere) const;

  // A trace with one more transition, through the label, to the smallest state by value. Requires: the
  // game is at hand, and there is such a transition.
  Trace with_step(Trace trace, std::uint32_t label) const;

  // Positions by name; throw Error(kUsage) with the nearest name.
  std::size_t quest(const std::string& name) const;
  std::size_t event(const std::string& name) const;

  // The quest of that name; all with "".
  std::vector<std::size_t> quests(const std::string& name) const;

 private:
  void take(GameModel game);
  void learn_what_is_kept();

  const StateDatabase& database_;
  std::string trouble_;
  GameModel known_;
  std::unique_ptr<Game> game_;
  std::vector<bool> keeps_values_;
};

// What a store knows of its game, as a model without logic.
GameModel known_model(const DatabaseIdentity& identity, const DatabaseSchema& schema);

}  // namespace questproof
