// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/parallel.h"
#include "core/search/rounds.h"
#include "core/search/run_watch.h"
#include "core/search/state_block.h"
#include "core/search/state_store.h"

namespace questproof {

// Collective. Calls visit(range, slot) once for every block of this rank's states, from any thread.
// Between stretches of states the user is told how far it is, and limits are asked: returns false when
// one was hit or somebody asked to stop; then some blocks were not visited.
template <unsigned W, typename Visit>
bool survey_blocks(const StateStore<W>& store, const Parallel& parallel, RunWatch& watch,
                   Visit&& visit) {
  constexpr std::uint64_t kStretch = std::uint64_t{1} << 22;  // states; some tenths of a second
  const std::vector<RankRange> blocks = store.blocks();
  std::uint64_t states = 0;
  std::size_t counted = 0;
  return Rounds(store.ranks(), parallel, kStretch)
      .run(
          blocks.size(),
          [&](std::size_t block, int slot) {
            visit(blocks[block], slot);
            store.relieve();
            return static_cast<std::size_t>(blocks[block].end - blocks[block].begin);
          },
          [] {}, [](std::size_t, int) {},
          [&](std::size_t done) {
            for (; counted < done; ++counted) states += blocks[counted].end - blocks[counted].begin;
            Progress progress;
            progress.total = store.size();
            progress.states = store.ranks().sum(states);
            watch.report(progress);
            return !watch.limit_hit();
          });
}

}  // namespace questproof
