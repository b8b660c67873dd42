// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace questproof {

// How a process of a job is started, and when it is ended.
struct JobStart {
  std::vector<std::string> command;  // the program first, by path
  std::string folder;                // that it works in
  std::string log;                   // file for both of its output streams, written anew
  double seconds = 0;                // after which it is told to end; 0: never
  std::uint64_t memory_bytes = 0;    // that it may hold, after which it is killed; 0: any
};

// How it ended.
struct JobEnd {
  int exit_code = -1;      // -1: it did not exit by itself
  int signal = 0;          // that ended it, or 0
  bool over_time = false;  // it was ended for that
  bool over_memory = false;
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t peak_bytes = 0;
};

// A child process in a process group of its own, without what an MPI launcher has put into the environment: it
// is a process by itself, not a rank. It is killed when this process ends, however that happens; so the thread that starts it
// has to outlive it (Linux counts a parent by its thread).
//
// It is forked, not spawned: the death signal can only be set between fork and exec. There only functions are
// called that are safe in a process with threads.
class JobProcess {
 public:
  // Throws Error(kResource) where no process can be made or the log not be written.
  explicit JobProcess(const JobStart& start);
  // Kills what is left of its group.
  ~JobProcess();
  JobProcess(const JobProcess&) = delete;
  JobProcess& operator=(const JobProcess&) = delete;

  // Looks after it: how it ended, once; else enforces the limits. Never waits.
  std::optional<JobEnd> poll();

  // Tells it to end; it is killed if it has not after kPatience.
  void stop();

  static constexpr std::chrono::milliseconds kPatience{5'000};

 private:
  using Clock = std::chrono::steady_clock;

  void kill_group(int signal) const;

  JobStart start_;
  int process_ = -1;
  Clock::time_point began_;
  Clock::time_point memory_looked_at_;
  std::optional<Clock::time_point> told_;  // to end
  bool over_time_ = false;
  bool over_memory_ = false;
  bool ended_ = false;
};

}  // namespace questproof
