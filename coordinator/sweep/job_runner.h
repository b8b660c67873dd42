// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "coordinator/sweep/job_task.h"
#include "coordinator/sweep/schedule.h"
#include "core/net/transport.h"

namespace questproof {

struct JobRunSettings {
  std::string program;  // path of this program
  std::string sweep;    // its folder, absolute; all ranks see it
  std::string night;
  RankCapacity capacity;  // of this rank
  // What is told how a job ended, on rank 0 only, in the order in which they end.
  std::function<void(std::size_t task, const NightJob& result)> ended;
  // On rank 0 only: which tasks run now, after every change.
  std::function<void(const std::vector<std::size_t>& running)> watching;
};

// Runs tasks over all ranks, each in a process of its own: small ones as many at a time as there is room
// on the ranks, large ones alone. With several ranks a large one is run by all of them together, in
// these processes. A job that fails in whatever way has a result that says so; but a large one over several
// ranks may take all of them along, and then the next session knows from `begun` (sweep_folder.h).
//
// Collective: all ranks call it with the same tasks. False when a signal came (coordinator/interrupt.h):
// then what was running has been ended and has no result.
//
// The ranks go in step: many times a second they tell each other which jobs have ended, and each
// works out from that alone which jobs begin where (Dispatcher). Rank 0 waits for nobody's disk.
bool run_tasks(const std::vector<JobTask>& tasks, const JobRunSettings& settings, Transport& ranks);

}  // namespace questproof
