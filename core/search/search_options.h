// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "core/search/ownership.h"

namespace questproof {

// When distances to done are computed. Verdicts always are; hints, the farthest live state and random
// play need distances. Where every transition can be taken back verdicts follow without
// (core/search/undoable_quests.h).
enum class Distances {
  kWhereTheyFit,  // left out where verdicts follow without, and memory does not hold all together
  kWhereNeeded,   // left out wherever verdicts follow without
  kAlways
};

// Settings of a run. None of them changes a result, except that a limit which is hit makes the
// verdict unknown.
struct SearchOptions {
  int threads = 0;                       // 0: one per core that this process may use
  std::uint64_t memory_bytes = 0;        // of the whole process; 0: four fifths of the machine's
  double time_seconds = 0;               // 0: no limit
  std::string scratch_directory = {};    // for what outgrows the memory; empty: a limit is the end
  std::uint64_t disk_bytes = 0;          // of scratch and storage together; 0: no limit
  std::uint64_t scratch_from_bytes = 0;  // scratch is used as if this were the limit; 0: it is
  std::uint32_t partitions = 256;        // a power of two, 1 .. 4096
  Ownership ownership = {};              // how states are spread over them
  std::uint64_t chunk_transitions = std::uint64_t{1} << 23;  // buffered before they are merged
  std::uint32_t quests_at_once = 64;  // 1 .. 64, decided together; fewer where memory is short
  Distances distances = Distances::kWhereTheyFit;
  bool verify = true;             // certify: run the verify pass
  double checkpoint_seconds = 2;  // between commits to a store, at least; 0: whenever possible
  std::uint64_t checkpoint_states = 10'000'000;  // forward: a commit after so many, however soon

  // Looked at now and then. When it is true a limit was hit.
  const std::atomic<bool>* stop_requested = nullptr;

  bool random_play = true;  // certify: figures for a player who picks at random
};

// Handed to a ProgressCallback now and then (at most about ten times a second).
struct Progress {
  const char* phase =
      "";  // "forward", "one-way events", "backward", "verify", "paths", "random play"
  std::uint32_t level = 0;     // forward, backward: breadth-first level
  std::uint64_t states = 0;    // found so far, or done so far in later phases
  std::uint64_t total = 0;     // states in all, once it is known; else 0
  std::uint64_t frontier = 0;  // forward: states of the level that is being expanded
  std::uint64_t transitions = 0;
  std::uint64_t memory_bytes = 0;  // that the search accounts for
  double seconds = 0;              // since the search began
};
using ProgressCallback = std::function<void(const Progress&)>;

}  // namespace questproof
