// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "coordinator/game.h"
#include "storage/state_database.h"

namespace questproof::testing_support {

// What a store says about a game and where it was read from.
DatabaseIdentity identity_of(const Game& game, std::string game_file);
DatabaseSchema schema_of(const Game& game);

// A store of record in memory, made in the plainest way: states in a map, one after the other, the
// figures by looking at all of them. The queries are tested on it; the one on disk has tests of its
// own.
class PlainDatabase final : public StateDatabase {
 public:
  // Everything about the game as it is reduced there. `game_file`: where it says that it was read.
  explicit PlainDatabase(const Game& game, std::string game_file = "");

  const DatabaseIdentity& identity() const override { return identity_; }
  DatabaseIdentity& identity() { return identity_; }
  const DatabaseSchema& schema() const override { return schema_; }
  const DatabaseFigures& figures() const override { return figures_; }
  std::uint64_t disk_bytes() const override { return 0; }
  std::optional<StateRecord> find(StateView state) const override;
  Trace path_to(StateView state) const override;
  std::size_t part_count() const override { return 3; }
  void scan(std::size_t part, const std::function<bool(const StatePage&)>& visit) const override;

 private:
  void explore(const Game& game);
  void take_figures(const Game& game);

  DatabaseIdentity identity_;
  DatabaseSchema schema_;
  DatabaseFigures figures_;
  std::map<std::vector<Word>, StateRecord> records_;
};

}  // namespace questproof::testing_support
