// SPDX-License-Identifier: MIT
#include "coordinator/sweep/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

std::vector<ScheduledJob> random_jobs(Random& random, int most) {
  std::vector<ScheduledJob> jobs(static_cast<std::size_t>(random.between(0, most)));
  for (ScheduledJob& job : jobs) {
    job.priority = random.between(-1, 1);
    job.large = random.chance(20);
    job.expected_seconds = random.chance(30) ? 0 : static_cast<double>(random.between(1, 5));
    job.threads = static_cast<int>(random.between(1, 5));
    job.memory_bytes = static_cast<std::uint64_t>(random.between(0, 12));
  }
  return jobs;
}

// Whether a begins before b, by the words of job_batches().
bool comes_first(const std::vector<ScheduledJob>& jobs, std::size_t a, std::size_t b) {
  const ScheduledJob &x = jobs[a], &y = jobs[b];
  if (x.priority != y.priority) return x.priority > y.priority;
  if (x.large != y.large) return y.large;
  if (x.expected_seconds != y.expected_seconds) {
    if (x.expected_seconds == 0) return true;
    if (y.expected_seconds == 0) return false;
    return x.expected_seconds > y.expected_seconds;
  }
  return a < b;
}

TEST(ScheduleTest, BatchesAreInOrderAndHoldEveryJobOnce) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    const std::vector<ScheduledJob> jobs = random_jobs(random, 12);
    std::vector<std::size_t> order;
    bool was_large = false;
    for (const JobBatch& batch : job_batches(jobs)) {
      ASSERT_FALSE(batch.jobs.empty());
      if (!order.empty()) {
        EXPECT_NE(batch.large, was_large);  // else they were one batch
      }
      was_large = batch.large;
      for (const std::size_t job : batch.jobs) {
        EXPECT_EQ(jobs[job].large, batch.large);
        if (!order.empty()) {
          EXPECT_TRUE(comes_first(jobs, order.back(), job));
        }
        order.push_back(job);
      }
    }
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), jobs.size());
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
  }
}

// The naive twin: a table of what runs where, added up anew for every question.
struct Table {
  std::vector<ScheduledJob> jobs;
  std::vector<RankCapacity> ranks;
  std::map<std::size_t, std::size_t> running;  // job to rank

  int threads(std::size_t job, std::size_t rank) const {
    return std::min(std::max(jobs[job].threads, 1), ranks[rank].threads);
  }
  std::uint64_t memory(std::size_t job, std::size_t rank) const {
    const RankCapacity& all = ranks[rank];
    const std::uint64_t one = all.memory_bytes / static_cast<std::uint64_t>(all.threads);
    const std::uint64_t wanted = jobs[job].memory_bytes != 0
                                     ? jobs[job].memory_bytes
                                     : one * static_cast<std::uint64_t>(threads(job, rank));
    return std::min(wanted, all.memory_bytes);
  }
  RankCapacity left(std::size_t rank) const {
    RankCapacity free = ranks[rank];
    for (const auto& [job, where] : running) {
      if (where != rank) continue;
      free.threads -= threads(job, rank);
      free.memory_bytes -= memory(job, rank);
    }
    return free;
  }
  std::optional<std::size_t> rank_for(std::size_t job) const {
    std::optional<std::size_t> best;
    for (std::size_t rank = ranks.size(); rank-- > 0;) {
      const RankCapacity free = left(rank);
      if (free.threads < threads(job, rank) || free.memory_bytes < memory(job, rank)) continue;
      if (!best || left(*best).threads <= free.threads) best = rank;
    }
    return best;
  }
};

TEST(DispatcherTest, DoesWhatATableOfRunningJobsSays) {
  Random random(9);
  for (int round = 0; round < 300; ++round) {
    Table table;
    table.jobs = random_jobs(random, 15);
    for (std::int64_t rank = random.between(1, 3); rank > 0; --rank) {
      table.ranks.push_back({static_cast<int>(random.between(1, 4)),
                             static_cast<std::uint64_t>(random.between(1, 16))});
    }
    Dispatcher dispatcher(table.jobs, table.ranks);
    std::size_t next = 0;
    while (!dispatcher.done()) {
      while (const auto start = dispatcher.next()) {
        ASSERT_EQ(start->job, next);
        const auto rank = table.rank_for(next);
        ASSERT_TRUE(rank);
        EXPECT_EQ(static_cast<std::size_t>(start->rank), *rank);
        EXPECT_EQ(start->threads, table.threads(next, *rank));
        EXPECT_EQ(start->memory_bytes, table.memory(next, *rank));
        table.running[next++] = *rank;
      }
      if (next < table.jobs.size()) {
        EXPECT_FALSE(table.rank_for(next));
      }
      EXPECT_EQ(dispatcher.running(), table.running.size());
      ASSERT_FALSE(table.running.empty()) << "nothing runs, and nothing begins";
      auto ended = table.running.begin();
      std::advance(ended, random.between(0, static_cast<std::int64_t>(table.running.size()) - 1));
      dispatcher.ended(ended->first);
      table.running.erase(ended);
    }
    EXPECT_EQ(next, table.jobs.size());
  }
}

}  // namespace
}  // namespace questproof
