// SPDX-License-Identifier: MIT
#include "core/search/sighting.h"

#include <algorithm>

namespace questproof {

void Sighting::keep(std::optional<Sighting>& best, std::uint32_t level,
                    std::span<const Word> state) {
  if (best && best->level < level) return;
  if (best && best->level == level &&
      !std::lexicographical_compare(state.begin(), state.end(), best->state.begin(),
                                    best->state.end())) {
    return;
  }
  best = Sighting{level, {state.begin(), state.end()}};
}

}  // namespace questproof
