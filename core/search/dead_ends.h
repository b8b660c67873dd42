// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/distance_table.h"
#include "core/search/forward_search.h"
#include "core/search/predecessor_lists.h"
#include "core/search/run_watch.h"
#include "core/search/state_store.h"

namespace questproof {

// The transitions of one label that lead from a state that is not blocked into one that is.
struct FatalLabel {
  std::uint32_t label = 0;
  std::uint64_t count = 0;
  std::optional<Sighting> source;  // on the lowest level, smallest by value
  std::vector<Word> destination;   // from that source, smallest by value
};

// What the distances say about one quest.
struct DeadEnds {
  std::uint64_t blocked_states = 0;
  std::optional<Sighting> first_blocked;
  std::uint32_t farthest_distance = 0;
  std::optional<Sighting> farthest;  // pending and live, at that distance
  std::uint64_t fatal_transitions = 0;
  std::vector<FatalLabel> fatal;  // in order of label
};

// One entry per quest of the distances' group; nothing when a limit was hit or somebody asked to stop.
// `lists` as for compute_distances. Collective.
template <unsigned W>
std::optional<std::vector<DeadEnds>> find_dead_ends(const StateSpace& space,
                                                    const StateStore<W>& store,
                                                    const std::vector<PredecessorLists>& lists,
                                                    const DistanceTable& distances,
                                                    const SearchOptions& options,
                                                    const Parallel& parallel, RunWatch& watch);

}  // namespace questproof
