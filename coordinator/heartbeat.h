// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "coordinator/watched_transport.h"

namespace questproof {

// Signs of life of a rank whose run has a store: every few seconds a thread of its own writes one line to
// DIR/alive/rank-<n>: when, where, and whether the rank works or waits for others. scripts/supervise reads
// them; so does rank 0, which ends the process, and by that all ranks, when another one has been silent for
// too long: MPI itself does not notice a process that is stopped, or a machine that hangs.
class Heartbeat {
 public:
  struct Settings {
    std::string folder;  // of the store
    int rank = 0;
    int ranks = 1;
    double silence_seconds = 0;  // that rank 0 puts up with; 0: any
  };

  Heartbeat(Settings settings, const Activity& activity);
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  // The name of a rank's record.
  static std::string record_path(const std::string& folder, int rank);

 private:
  void run();
  void write_record() noexcept;

  const Settings settings_;
  const Activity& activity_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace questproof
