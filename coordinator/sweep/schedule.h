// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace questproof {

// What a scheduler knows of a job. Memory 0: it has no limit of its own, and gets the share of its
// threads.
struct ScheduledJob {
  std::int64_t priority = 0;
  bool large = false;
  double expected_seconds = 0;  // 0: not known
  int threads = 1;
  std::uint64_t memory_bytes = 0;
};

// Jobs that run at the same time as far as there is room, or (large) one after the other, alone.
struct JobBatch {
  bool large = false;
  std::vector<std::size_t> jobs;  // in the order in which they begin
};

// Batches one after the other. Higher priorities first; among equals small before large, then those first
// that are expected to take longest (Graham 1969: longest first ends at most a third later than the best
// order), those of unknown length before all, then as listed. Small jobs of neighbouring priorities
// share a batch.
std::vector<JobBatch> job_batches(const std::vector<ScheduledJob>& jobs);

// A machine, or the share of one that a rank has.
struct RankCapacity {
  int threads = 1;
  std::uint64_t memory_bytes = 0;
};

// Who runs which job of a batch, and when: jobs begin in their order, each on the rank with the most free
// threads (the first of equals) that has room for it; where none has, all later jobs wait with it. A job
// that wants more than a rank has gets all of the rank. Deterministic, so that ranks
// which are told the same ends of jobs come to the same plan on their own.
class Dispatcher {
 public:
  Dispatcher(std::vector<ScheduledJob> jobs, std::vector<RankCapacity> ranks);

  struct Start {
    std::size_t job;
    int rank;
    int threads;
    std::uint64_t memory_bytes;
  };

  // The next job to begin now; nothing while there is no room or no job left.
  std::optional<Start> next();
  void ended(std::size_t job);

  bool done() const { return next_ == jobs_.size() && running_ == 0; }
  std::size_t running() const { return running_; }

 private:
  struct Share {
    int threads = 0;
    std::uint64_t memory_bytes = 0;
  };
  Share share_of(const ScheduledJob& job, const RankCapacity& rank) const;

  std::vector<ScheduledJob> jobs_;
  std::vector<RankCapacity> ranks_;
  std::vector<Share> free_;     // by rank
  std::vector<Start> started_;  // by job
  std::size_t next_ = 0;
  std::size_t running_ = 0;
};

}  // namespace questproof
