// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/search/certify.h"
#include "core/symbolic/big_count.h"
#include "core/symbolic/symbolic_solution.h"

namespace questproof {

// Work is counted in DiagramStore::work(), so that what is found within a limit of work is the same on every
// machine.
struct SymbolicOptions {
  std::uint64_t most_work = 0;  // for verdicts, counts and counterexamples; 0: no limit
  std::uint64_t detail_work =
      0;                    // more, for what else there is: lengths, routes, levels; 0: no limit
  double time_seconds = 0;  // for all of it; 0: no limit
  std::uint64_t memory_bytes = 0;  // of the diagrams; 0: two fifths of the machine's
  std::uint64_t least_states =
      0;  // fewer are left to the explicit search: SymbolicCertification::few_states
  std::size_t most_orders = 3;  // variable orders that are tried, cheapest first
  // Levels that are found one after the other from the beginnings. Fewer change no result but
  // states_per_level.
  std::uint32_t most_levels = ~std::uint32_t{0};
  std::uint64_t samples = 0;  // states in which the result is held against the naive evaluator
  const std::atomic<bool>* stop_requested = nullptr;
};

// How the diagrams did.
struct SymbolicFigures {
  std::string order;      // method of the variable order
  double order_cost = 0;  // core/symbolic/variable_order.h
  std::size_t orders_tried = 0;
  std::size_t levels = 0;        // variables
  std::uint64_t nodes = 0;       // of the set of reachable states
  std::uint64_t peak_nodes = 0;  // in use at a time
  std::uint64_t relation_nodes = 0;
  std::uint64_t memory_bytes = 0;  // at the peak
};

// Counts as they are, where the 64 bits of a Certification may not hold them.
struct SymbolicQuestCounts {
  BigCount done, pending, blocked, fatal_transitions;
};

struct SymbolicCertification {
  // Empty: all verdicts were found. Else why not, and nothing else is known.
  std::string limit;
  bool not_symbolic = false;  // no limit would help
  bool few_states = false;    // SymbolicOptions::least_states

  SymbolicFigures figures;
  std::uint64_t samples = 0;  // states in which it was
  BigCount states, transitions, deadlocks;
  std::vector<SymbolicQuestCounts> quests;

  // What the explicit search would have said, as far as it is known: counts beyond 64 bits stand as
  // the largest number; states_per_level is empty, shortest completions, farthest states and the
  // routes of fatal events are left out, where the time for details was over; random play is always left out.
  Certification certification;
  bool levels_known = false;       // states_per_level is there
  bool completions_known = false;  // no completion means that there is none
  bool routes_known =
      false;  // every fatal event is listed; else just their transitions are counted
  bool farthest_known = false;
  SymbolicSolution* solution = nullptr;  // what `certification.solved` is, where all was decided
};

// Decides all quests with decision diagrams, by other means than certify(): neither compiled rules nor
// stored states. The verdicts, counts and canonical paths are the same.
SymbolicCertification certify_symbolically(const CompiledModel& compiled,
                                           const SymbolicOptions& options,
                                           const ProgressCallback& progress = {});

}  // namespace questproof
