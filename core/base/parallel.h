// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace questproof {

// The only way to run something on several cores. Stands on oneTBB, or on std::thread in builds for
// the thread sanitizer (a packaged oneTBB is not instrumented and reports false races).
//
// One thread at a time may use an object of this class; several objects may be used at once.
class Parallel {
 public:
  // `begin` .. `end` is a chunk of the indices; `worker` is a slot in [0, threads()). No two bodies
  // of one call run at the same time with the same slot, so a slot may index scratch memory.
  using Body = std::function<void(std::size_t begin, std::size_t end, int worker)>;

  // 0 threads means one for each core that this process may use (its affinity mask).
  // Throws Error of kind kUsage if `threads` is negative or above kMaxThreads.
  explicit Parallel(int threads = 0);
  ~Parallel();

  static constexpr int kMaxThreads = 1024;

  int threads() const { return threads_; }

  // Runs `body` over 0 .. count - 1 in chunks of `grain` indices (the last one may be shorter) and
  // returns when all are done. Chunks start in ascending order but end in any; whoever is free
  // takes the next. With one thread, or one chunk, everything runs on the calling thread in slot 0.
  // When a body throws, no further chunk starts, and the first exception is thrown to the caller.
  // Requires: grain >= 1.
  void parallel_for(std::size_t count, std::size_t grain, const Body& body) const;

 private:
  class Team;

  int threads_;
  std::unique_ptr<Team> team_;
};

}  // namespace questproof
