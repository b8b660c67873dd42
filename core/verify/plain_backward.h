// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/verify/chunked_array.h"

namespace questproof {

// All transitions of an explored space: those of state 0, then those of state 1, ...
struct PlainTransitions {
  ChunkedArray<std::uint16_t> degree;       // per state
  ChunkedArray<std::uint32_t> destination;  // per transition

  std::size_t memory_bytes() const { return degree.memory_bytes() + destination.memory_bytes(); }
};

// Extends live[s] by live[d] over all transitions s -> d until nothing changes: then bit b of live[s]
// says that a path leads from s to a state that had the bit before. Sweeps in turn down and up the
// states: one sweep carries a bit along every path whose states are numbered in one direction. States
// that have all bits of `full` are passed over. `tick` is called now and then with the number of
// states that the sweep has passed.
template <typename Mask>
void spread_backward(const PlainTransitions& transitions, Mask full, std::vector<Mask>& live,
                     const std::function<void(std::uint64_t)>& tick) {
  constexpr std::size_t kTickMask = (std::size_t{1} << 20) - 1;
  const std::size_t states = live.size();
  const auto update = [&](std::size_t state, std::size_t begin, std::size_t end) {
    Mask mask = live[state];
    for (std::size_t t = begin; t < end; ++t) {
      mask = static_cast<Mask>(mask | live[transitions.destination[t]]);
    }
    const bool grew = mask != live[state];
    live[state] = mask;
    return grew;
  };
  for (bool changed = true; changed;) {
    changed = false;
    std::size_t end = transitions.destination.size();
    for (std::size_t state = states; state-- > 0;) {
      const std::size_t begin = end - transitions.degree[state];
      if (live[state] != full) changed |= update(state, begin, end);
      end = begin;
      if ((state & kTickMask) == 0) tick(states - state);
    }
    std::size_t begin = 0;
    for (std::size_t state = 0; state < states; ++state) {
      end = begin + transitions.degree[state];
      if (live[state] != full) changed |= update(state, begin, end);
      begin = end;
      if ((state & kTickMask) == 0) tick(state);
    }
  }
}

}  // namespace questproof
