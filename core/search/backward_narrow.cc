// SPDX-License-Identifier: MIT
// Distances for states of one or two words: nearly all games.
#include "core/search/backward_pass.h"

namespace questproof {

#define QUESTPROOF_INSTANTIATE(W)                                                    \
  template BackwardEnd compute_distances<W>(                                         \
      const StateSpace&, const StateStore<W>&, const std::vector<PredecessorLists>&, \
      DistanceTable&, const SearchOptions&, const Parallel&, RunWatch&, const BackwardRounds&);
QUESTPROOF_INSTANTIATE(1)
QUESTPROOF_INSTANTIATE(2)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
