// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/base/parallel.h"
#include "core/model/state_space.h"
#include "core/search/certify.h"
#include "core/search/distance_table.h"
#include "core/search/run_watch.h"
#include "core/search/state_store.h"

namespace questproof {

// For every quest of the distances' group, how a player fares who picks each transition of a state with equal chance.
// Small spaces: the two linear systems of an absorbing Markov chain, solved by Gauss-Seidel
// iteration until no value changes by more than 1e-12 (relative for the event counts). Spaces that
// are large, or mix so slowly that this takes too long: plays simulated with a fixed seed, with
// their standard errors. The result does not depend on threads or partitions when exact; sampled
// plays are the same too, since each has its own stream of random numbers. Every quest has a budget
// of its own, so that it does not matter which quests form a group.
//
// Collective. Of small spaces each rank gathers all, and the first one solves. Sampled plays go on in step
// on all ranks: each rank moves all of them, and in larger spaces learns from the owners of the states that
// they have come to what their distances are.
template <unsigned W>
std::vector<RandomPlay> evaluate_random_play(const StateSpace& space, const StateStore<W>& store,
                                             const DistanceTable& distances,
                                             const std::vector<Word>& initial,
                                             std::uint64_t transitions, const Parallel& parallel,
                                             RunWatch& watch);

}  // namespace questproof
