// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// A second opinion. Explores a model in the plainest way that still takes tens of millions of states:
// a hash table of packed states, one thread, breadth-first; then sweeps over all transitions until no
// more states are found from which a quest can be done. Shares only core/model with the search, so
// that both would have to be wrong in the same way for a wrong verdict to pass.

struct PlainOptions {
  std::uint64_t memory_bytes = 0;     // of this exploration; 0: no limit
  double time_seconds = 0;            // 0: no limit
  std::uint64_t expected_states = 0;  // makes room in advance; changes no result
  std::vector<Valuation> watched;     // states to be looked up

  // Explores regions instead of states (core/model/free_moves.h); then all counts and lengths are those
  // of regions, and a watched state stands for its region.
  bool collapse_free_moves = false;
};

struct PlainQuest {
  std::uint64_t done_states = 0;
  std::uint64_t pending_states = 0;
  std::uint64_t blocked_states = 0;
  std::uint64_t initial_blocked = 0;
  std::uint64_t fatal_transitions = 0;
  std::optional<std::uint32_t> completion_length;  // to the nearest state in which it is done
  std::optional<std::uint32_t>
      counterexample_length;  // to the nearest state in which it is blocked
};

struct WatchedState {
  std::optional<std::uint32_t> level;  // empty: not reachable
  std::vector<bool> done;              // per quest; empty when not reachable
  std::vector<bool> blocked;
};

struct PlainResult {
  std::string limit;  // empty, or which limit was hit: then nothing but the profile so far holds
  bool lengths_known = true;  // false: nothing is said of levels, nor of the lengths of paths
  std::vector<std::uint64_t> states_per_level;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t faults = 0;  // (state, event, choice) with a result outside a domain
  std::vector<PlainQuest> quests;
  std::vector<WatchedState> watched;
};

struct PlainProgress {
  const char* phase = "";
  std::uint32_t level = 0;
  std::uint64_t states = 0;
  std::uint64_t total = 0;
  std::uint64_t frontier = 0;
  std::uint64_t transitions = 0;
  std::uint64_t memory_bytes = 0;
  double seconds = 0;
};
using PlainProgressCallback = std::function<void(const PlainProgress&)>;

PlainResult plain_search(const GameModel& model, const PlainOptions& options,
                         const PlainProgressCallback& progress = {});

}  // namespace questproof
