// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace questproof {

// While one lives, the first Ctrl-C (or SIGTERM, or SIGUSR1) is noted instead of ending the process; a
// second one ends it at once. Several may live at a time, one for each rank of this process.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted() { return flag(); }
  static const std::atomic<bool>& flag();
};

// Thrown out of a progress callback after an interruption; whoever started the search turns it into
// the verdict unknown.
struct Interrupted {};

}  // namespace questproof
