// SPDX-License-Identifier: MIT
#pragma once

namespace questproof {

// While one lives, the first Ctrl-C (or SIGTERM) is noted instead of ending the process; a second one
// ends it at once. One at a time in a process.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();
};

// Thrown out of a progress callback after an interruption; whoever started the search turns it into
// the verdict unknown.
struct Interrupted {};

}  // namespace questproof
