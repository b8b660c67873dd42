// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "coordinator/hint_source.h"
#include "coordinator/query/stored_game.h"
#include "coordinator/replay.h"
#include "storage/way_finder.h"

namespace questproof {

// What can still be done, from the store of a finished run: without exploring anything for states
// that play can reach. Every way is replayed on the game as it was written.
//
// From a state that is not stored (a save that somebody has changed) it searches to the nearest
// stored states. Where the store holds a reduced game it searches to the end of the quest instead:
// what reductions left out is known to be irrelevant only in states that play can reach.
class StoredHints final : public HintSource {
 public:
  // Borrows everything. Requires: the game is at hand.
  StoredHints(const StoredGame& stored, const CommandOptions& options, const Console& console);
  HintWay way(std::size_t quest, const GivenState& from) override;

 private:
  std::optional<Valuation> searched_form(const GivenState& from) const;
  HintWay stored_way(std::size_t quest, const GivenState& from, const Valuation& searched);
  std::optional<Valuation> played_form(const GivenState& from) const;

  const StoredGame& stored_;
  Replayer replayer_;
  WayFinder finder_;
  SearchedHints search_;
};

}  // namespace questproof
