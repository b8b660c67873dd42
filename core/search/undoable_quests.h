// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/profile.h"
#include "core/search/run_watch.h"
#include "core/search/sighting.h"
#include "core/search/state_store.h"

namespace questproof {

// Spaces in which every transition can be taken back (StateSpace::undoable) and that begin in one
// state: all states that were found can reach each other. So either a quest can be done from all of
// them, or it is done in none. A quest that was seen done is live everywhere: nothing is blocked. A
// quest that never was is blocked wherever it is pending. Neither needs distances.

// Whether the results of all quests follow from the exploration in that way. A quest that is never done and
// pending in some states only is left out: where it becomes pending would still have to be found.
// Requires: no event is a fault in any state.
bool follow_from_exploration(const StateSpace& space, std::span<const QuestSightings> quests,
                             const Profile& profile);

// Counts with the checker in how many states each quest is done and pending, and compares. Throws
// Error(kInternal) when the checker does not find that every transition can be taken back, or counts
// otherwise. Returns false when a limit was hit. Collective.
template <unsigned W>
bool verify_counts(const StateSpace& checker, const StateStore<W>& store,
                   std::span<const QuestSightings> quests, const Parallel& parallel,
                   RunWatch& watch);

}  // namespace questproof
