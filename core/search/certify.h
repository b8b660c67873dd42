// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/ids.h"
#include "core/model/state_space.h"
#include "core/net/transport.h"
#include "core/search/profile.h"
#include "core/search/run_progress.h"
#include "core/search/run_storage.h"
#include "core/search/search_options.h"
#include "core/search/trace.h"
#include "core/search/verdict.h"

namespace questproof {

// Transitions from a state that is not blocked into one that is, all through one label.
struct FatalEvent {
  EventId event;
  std::vector<BranchId> branches;
  std::uint64_t count = 0;
  Trace shortest;  // its last step is this event
};

// A player who picks every transition of a state with equal chance, from the distinct initial
// states with equal chance, until the quest is done or can no longer be done.
struct RandomPlay {
  double stuck_probability = 0;  // ends blocked, or failed with no way to done
  double expected_events = 0;    // transitions until then
  bool exact = true;             // false: estimated from sampled plays
  double standard_error = 0;     // of stuck_probability when not exact
  double events_standard_error = 0;
  std::uint64_t samples = 0;     // plays that the estimate rests on
  std::uint64_t unfinished = 0;  // plays given up undecided, not part of the estimate
};

struct QuestResult {
  std::string name;
  Verdict verdict = Verdict::kUnknown;

  std::uint64_t done_states = 0;
  std::uint64_t pending_states = 0;   // open, not done, not failed
  std::uint64_t blocked_states = 0;   // pending and no path leads to a done state
  std::uint64_t initial_blocked = 0;  // distinct initial states that are blocked

  std::optional<Trace> completion;       // shortest to a done state
  std::optional<Trace> counterexample;   // shortest to a blocked state
  std::vector<FatalEvent> fatal_events;  // by length of `shortest`, then by event and branches
  std::uint64_t fatal_transitions = 0;

  // The pending, not blocked state that is farthest from a done state, and how to get there.
  std::uint32_t farthest_distance = 0;
  std::optional<Trace> farthest;

  std::optional<RandomPlay> random_play;
};

// An arithmetic result outside a domain that was declared `error`.
struct FaultReport {
  EventId event;
  std::vector<BranchId> branches;
  Trace shortest;  // to a state in which the event is a fault; the event is not part of it
};

struct PhaseFigures {
  std::string phase;
  double seconds = 0;
  double cpu_seconds = 0;        // of all threads, user and system
  std::uint64_t peak_bytes = 0;  // largest resident memory of the process so far
};

// What was found about the whole space; answers questions about single states.
// Thread-safe. Exists only where the exploration was complete.
class SolvedSpace {
 public:
  struct Standing {
    bool done = false;
    bool live = false;                      // a path leads to a done state
    bool blocked = false;                   // none does, and the quest is open and not failed
    std::optional<std::uint32_t> distance;  // of the shortest such path
  };

  virtual ~SolvedSpace() = default;
  virtual std::uint64_t size() const = 0;
  virtual bool contains(StateView state) const = 0;
  virtual std::optional<Standing> standing(StateView state, std::size_t quest) const = 0;
  virtual std::optional<std::uint32_t> depth(StateView state) const = 0;
};

// What a run that was resumed found in its storage.
struct Resumption {
  RunPhase phase = RunPhase::kForward;  // in which it went on; kFinished: nothing was left to do
  std::uint32_t level = 0;              // forward: that it went on with
  std::uint64_t states = 0;             // that were known
  double seconds = 0;                   // that the sessions before it took
};

struct Certification {
  Verdict verdict = Verdict::kUnknown;  // refuted if any quest is, else unknown if any is
  std::string limit;                    // empty, or which limit was hit and at which level
  bool complete = false;                // every reachable state was explored
  bool decided = false;                 // and no limit was hit before all quests had been looked at
  bool verified = false;                // the verify pass ran and found nothing wrong
  bool distances = true;                // false: left out, the verdicts follow without them

  Profile profile;
  std::vector<QuestResult> quests;
  std::vector<FaultReport> faults;
  std::vector<std::uint64_t> enabled;  // per label: states in which it is enabled
  std::vector<PhaseFigures> phases;    // of this session; of the last one if it was finished

  bool stopped = false;  // because somebody asked to, by SearchOptions::stop_requested
  std::optional<Resumption> resumption;

  std::unique_ptr<SolvedSpace> solved;  // may read from the storage
};

// Explores the space and decides all quests. `checker` is the same game with the same packed
// states, evaluated by other code; the verify pass uses it. Without one (nullptr) the verify pass
// expands with the space itself.
//
// With a storage the run keeps there all it finds, and goes on from what is there: the result is that
// of an undisturbed run. The space and the options that shape results or columns (partitions, verify,
// random_play) must be those of the run that began; RunStorage outlives the certification.
//
// With a transport of several ranks the call is collective: all ranks have the same space and options (but
// limits of memory and disk, threads and folders, which are each rank's own) and, where one of them has a
// storage, each its own view of the same one. Every rank gets the same result but for `phases`; `solved`
// is there where the space is small or the run has a storage. To be called inside with_abandon
// (core/net/transport.h).
Certification certify(const StateSpace& space, const StateSpace* checker,
                      const SearchOptions& options, const ProgressCallback& progress = {},
                      RunStorage* storage = nullptr, Transport* transport = nullptr);

struct Solution {
  Verdict verdict = Verdict::kUnknown;  // proved: solved; refuted: no path exists
  std::string limit;
  std::optional<Trace> trace;  // shortest; on equal length the smallest by value
  Profile profile;             // of what was explored
  std::vector<PhaseFigures> phases;
};

// Shortest path from the given states (rows of word_count() words; empty: the initial states) to
// a state in which the quest is done. With a transport of several ranks the call is collective, as that of
// certify is, and every rank gets the same result but for `phases`.
Solution solve(const StateSpace& space, std::size_t quest, const std::vector<Word>& from,
               const SearchOptions& options, const ProgressCallback& progress = {},
               Transport* transport = nullptr);

}  // namespace questproof
