// SPDX-License-Identifier: MIT
#include "coordinator/sweep/schedule.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "core/base/check.h"

namespace questproof {
namespace {

double length_of(const ScheduledJob& job) {
  return job.expected_seconds > 0 ? job.expected_seconds : std::numeric_limits<double>::infinity();
}

}  // namespace

std::vector<JobBatch> job_batches(const std::vector<ScheduledJob>& jobs) {
  std::vector<std::size_t> order(jobs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const ScheduledJob &x = jobs[a], &y = jobs[b];
    return std::tuple(-x.priority, x.large, -length_of(x)) <
           std::tuple(-y.priority, y.large, -length_of(y));
  });
  std::vector<JobBatch> batches;
  for (const std::size_t job : order) {
    if (batches.empty() || batches.back().large != jobs[job].large) {
      batches.push_back({jobs[job].large, {}});
    }
    batches.back().jobs.push_back(job);
  }
  return batches;
}

Dispatcher::Dispatcher(std::vector<ScheduledJob> jobs, std::vector<RankCapacity> ranks)
    : jobs_(std::move(jobs)), ranks_(std::move(ranks)), started_(jobs_.size()) {
  QUEST_CHECK(!ranks_.empty());
  for (const RankCapacity& rank : ranks_) {
    QUEST_CHECK(rank.threads >= 1);
    free_.push_back({rank.threads, rank.memory_bytes});
  }
}

Dispatcher::Share Dispatcher::share_of(const ScheduledJob& job, const RankCapacity& rank) const {
  Share share;
  share.threads = std::clamp(job.threads, 1, rank.threads);
  const std::uint64_t fair = rank.memory_bytes / static_cast<std::uint64_t>(rank.threads) *
                             static_cast<std::uint64_t>(share.threads);
  share.memory_bytes = std::min(job.memory_bytes == 0 ? fair : job.memory_bytes, rank.memory_bytes);
  return share;
}

std::optional<Dispatcher::Start> Dispatcher::next() {
  if (next_ == jobs_.size()) return std::nullopt;
  std::optional<std::size_t> best;
  Share best_share;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const Share share = share_of(jobs_[next_], ranks_[rank]);
    if (free_[rank].threads < share.threads || free_[rank].memory_bytes < share.memory_bytes) {
      continue;
    }
    if (best && free_[*best].threads >= free_[rank].threads) continue;
    best = rank;
    best_share = share;
  }
  if (!best) return std::nullopt;
  free_[*best].threads -= best_share.threads;
  free_[*best].memory_bytes -= best_share.memory_bytes;
  ++running_;
  const Start start{next_, static_cast<int>(*best), best_share.threads, best_share.memory_bytes};
  started_[next_++] = start;
  return start;
}

void Dispatcher::ended(std::size_t job) {
  QUEST_CHECK(job < next_ && running_ > 0);
  const Start& start = started_[job];
  Share& share = free_[static_cast<std::size_t>(start.rank)];
  share.threads += start.threads;
  share.memory_bytes += start.memory_bytes;
  --running_;
}

}  // namespace questproof
