// SPDX-License-Identifier: MIT
// Distances for wide states. Compiled for size of the build rather than for speed (CMakeLists.txt).
#include "core/search/backward_pass.h"

namespace questproof {

#define QUESTPROOF_INSTANTIATE(W)                                                    \
  template BackwardEnd compute_distances<W>(                                         \
      const StateSpace&, const StateStore<W>&, const std::vector<PredecessorLists>&, \
      DistanceTable&, const SearchOptions&, const Parallel&, RunWatch&, const BackwardRounds&);
QUESTPROOF_INSTANTIATE(4)
QUESTPROOF_INSTANTIATE(8)
QUESTPROOF_INSTANTIATE(16)
QUESTPROOF_INSTANTIATE(32)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
