// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/atomic_bits.h"
#include "core/search/distance_table.h"
#include "core/search/profile.h"
#include "core/search/run_watch.h"
#include "core/search/state_store.h"

namespace questproof {

// How far a verify pass has come: with the same store and distances it can go on from here.
// Each rank has its own, of its own states: bits count from the store's first().
struct VerifyProgress {
  std::vector<std::uint32_t>
      checked;                    // by partition: so many states' transitions are, the first ones
  std::uint64_t transitions = 0;  // of these
  bool faulty = false;
  AtomicBits has_parent;  // by state: a state of the level above leads there
  AtomicBits has_nearer;  // by state and quest: a successor is one step nearer to done
};

// How a verify pass is steered from outside.
struct VerifyRounds {
  // Whether levels are checked. Once is enough when quests are verified group by group.
  bool levels = true;
  VerifyProgress* progress =
      nullptr;                        // where to begin (at the start when it is empty), and come to
  std::function<void()> after_round;  // called between rounds
};

// Checks what a search left behind, with successors and quests from `checker`, which should be
// other code than the search used:
//   - the initial states are stored, and are all of level 0;
//   - every successor of a stored state is stored, at most one level deeper;
//   - every state of a deeper level is a successor of one on the level before;
//   - a state has distance 0 exactly when the quest is done there; a distance d > 0 exactly when
//     its nearest successor has d - 1; so a state without a distance has no path to done;
//   - a state without a distance is marked blocked exactly when the quest is pending there;
//   - states and transitions are as many as the profile says;
//   - an event is a fault in some stored state exactly when the search has found faults.
// Together these say that the states are all that are reachable and that live and blocked are what
// they are called. Throws Error(kInternal) that names the first fault found.
// Quests are those of the distances' group. Collective: each rank checks its own states and transitions, and
// asks the owners of their destinations about these.
// Returns false when a limit was hit, or somebody asked to stop.
template <unsigned W>
bool verify_search(const StateSpace& checker, const StateStore<W>& store,
                   const DistanceTable& distances, const Profile& profile, bool faulty,
                   const SearchOptions& options, const Parallel& parallel, RunWatch& watch,
                   const VerifyRounds& rounds = {});

}  // namespace questproof
