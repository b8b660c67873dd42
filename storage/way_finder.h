// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/base/hash.h"
#include "core/model/state_space.h"
#include "core/search/state_block.h"
#include "core/search/trace.h"
#include "storage/state_database.h"

namespace questproof {

// How a quest can be done from some state.
struct StoredWay {
  enum class Outcome {
    kFound,
    kNone,    // no path leads to a state in which it is done
    kUnknown  // the search for a stored state was given up
  };
  Outcome outcome = Outcome::kUnknown;
  bool pending = false;  // kNone: the quest is open, not done and not failed, so it is blocked
  std::uint32_t distance = 0;  // kFound: steps to go
  bool shortest = true;        // false: the search was given up, so there may be a shorter way
  Trace trace;                 // kFound: the first steps of the way
  std::uint64_t searched = 0;  // states that are not stored and had to be explored
  std::uint32_t unstored_steps = 0;  // of the way that begin in such states
};

// Finds ways to the end of a quest with the distances of a store, step by step: from a stored state
// the next one is among its successors. From a state that is not stored, one that play cannot reach,
// it searches breadth-first until nothing nearer can come than the best stored state that it has met.
//
// One thread at a time: it owns an expander. Both arguments must outlive it; the store must be of
// this space.
class WayFinder {
 public:
  struct Limits {
    std::size_t steps =
        std::numeric_limits<std::size_t>::max();  // of the trace; 1: only the next one
    std::uint64_t searched = 200'000;
  };

  WayFinder(const StateDatabase& database, const StateSpace& space);

  // Ties are broken by value: the smallest event, then outcome, then successor.
  StoredWay find(StateView from, std::size_t quest, const Limits& limits);

 private:
  struct Exit {
    std::uint32_t label = 0;
    std::vector<Word> state;
  };
  // A state that is not stored, as the search from `from` met it.
  struct Met {
    std::size_t parent = 0;
    std::uint32_t label = 0;
    std::uint32_t depth = 0;
    std::vector<Word> state;
  };
  class Search;

  // The successors of a state in the order in which they are preferred.
  std::vector<Exit> exits(StateView state);
  bool holds(StateView state, std::size_t quest, bool& pending);
  void follow(StoredWay& way, std::vector<Word> state, std::uint32_t distance, std::size_t quest,
              std::size_t most_steps);

  const StateDatabase& database_;
  const StateSpace& space_;
  std::unique_ptr<Expander> expander_;
  BlockColumns columns_;
  SuccessorBlock successors_;
  std::vector<std::uint64_t> enabled_;
};

}  // namespace questproof
