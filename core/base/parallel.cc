// SPDX-License-Identifier: MIT
#include "core/base/parallel.h"

#include <fmt/format.h>
#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/check.h"
#include "core/base/error.h"

#ifndef QUESTPROOF_PARALLEL_STD
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace questproof {

namespace {

int usable_cores() {
#ifdef __linux__
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof(mask), &mask) == 0) return std::max(1, CPU_COUNT(&mask));
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int checked_thread_count(int threads) {
  if (threads < 0 || threads > Parallel::kMaxThreads) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{} threads asked for; choose 1 to {}, or 0 for all cores", threads,
                            Parallel::kMaxThreads));
  }
  return threads == 0 ? std::min(usable_cores(), Parallel::kMaxThreads) : threads;
}

// The chunks of one parallel_for, handed out one by one.
class Chunks {
 public:
  Chunks(std::size_t count, std::size_t grain, const Parallel::Body& body)
      : count_(count), grain_(grain), chunk_count_((count - 1) / grain + 1), body_(body) {}

  std::size_t chunk_count() const { return chunk_count_; }

  // Takes chunks until none is left. Never throws: the first exception is kept for rethrow().
  void work(int slot) {
    try {
      while (!stopped_.load(std::memory_order_relaxed)) {
        const std::size_t chunk = next_.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= chunk_count_) return;
        const std::size_t begin = chunk * grain_;
        body_(begin, begin + std::min(grain_, count_ - begin), slot);
      }
    } catch (...) {
      stopped_.store(true, std::memory_order_relaxed);
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  // Requires: all calls of work() have returned.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const std::size_t count_;
  const std::size_t grain_;
  const std::size_t chunk_count_;
  const Parallel::Body& body_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

#ifdef QUESTPROOF_PARALLEL_STD

class Parallel::Team {
 public:
  explicit Team(int /*threads*/) {}

  void run(Chunks& chunks, int slots) {
    std::vector<std::thread> others;
    others.reserve(static_cast<std::size_t>(slots - 1));
    for (int slot = 1; slot < slots; ++slot) {
      others.emplace_back([&chunks, slot] { chunks.work(slot); });
    }
    chunks.work(0);
    for (std::thread& other : others) other.join();
  }
};

#else

class Parallel::Team {
 public:
  // oneTBB starts no more threads than there are cores unless it is told to.
  explicit Team(int threads)
      : limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)),
        arena_(threads) {}

  void run(Chunks& chunks, int slots) {
    arena_.execute([&chunks, slots] {
      tbb::parallel_for(
          tbb::blocked_range<int>(0, slots, 1),
          [&chunks](const tbb::blocked_range<int>& range) {
            for (int slot = range.begin(); slot < range.end(); ++slot) chunks.work(slot);
          },
          tbb::simple_partitioner());
    });
  }

 private:
  tbb::global_control limit_;
  tbb::task_arena arena_;
};

#endif

Parallel::Parallel(int threads)
    : threads_(checked_thread_count(threads)), team_(std::make_unique<Team>(threads_)) {}

Parallel::~Parallel() = default;

void Parallel::parallel_for(std::size_t count, std::size_t grain, const Body& body) const {
  QUEST_CHECK(grain >= 1);
  if (count == 0) return;
  Chunks chunks(count, grain, body);
  const int slots = static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(threads_), chunks.chunk_count()));
  if (slots == 1) {
    chunks.work(0);
  } else {
    team_->run(chunks, slots);
  }
  chunks.rethrow();
}

}  // namespace questproof
