// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/word.h"
#include "core/model/ids.h"
#include "core/model/state_layout.h"
#include "core/model/state_space.h"
#include "core/search/certify.h"

namespace questproof {

struct ExplainOptions {
  std::uint64_t state_budget =
      200'000;                   // explored in all, over all hypothetical states of one step
  std::size_t set_budget = 512;  // hypothetical states that are tried
};

// What a fatal transition took away. A set of variables is sufficient when the quest can be done from
// the state that the transition leads to with these variables put back to what they were before it.
struct Explanation {
  std::vector<std::vector<VariableId>> sufficient;  // minimal ones, by size, then by variables
  std::uint64_t states = 0;                         // that were explored, of the budget
  bool complete = true;  // false: a budget ran out, and there may be other or smaller sets
};

// The fatal transition leads from `before` to `after`. `candidates` are the variables whose change is
// in question (ascending); all others that differ are put back in every hypothetical state, because
// they differ only in how a state is stored. A hypothetical state that play can reach is looked up in
// `solved` (may be null), any other is searched from, breadth-first, until the search meets a state
// with a known answer, a state in which the quest is done, or its end.
Explanation explain_fatal_step(const StateSpace& space, const StateLayout& layout,
                               const SolvedSpace* solved, std::size_t quest, StateView before,
                               StateView after, std::span<const VariableId> candidates,
                               const ExplainOptions& options = {});

}  // namespace questproof
