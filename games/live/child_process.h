// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace questproof {

// A program that runs beside this one and talks in lines. It has a process group of its own, which
// ends with this object: first it is asked by the end of its input, then it is killed. Its standard
// error is kept, for messages. For one thread.
//
// Functions throw LiveFault: kCrash when the program has ended, kHang when the time is over,
// kGarbage when a line is longer than `kLongestLine`.
class ChildProcess {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;

  // Looks the program up as a shell does. Throws Error(kUsage) when it cannot be started.
  explicit ChildProcess(const std::vector<std::string>& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void write_line(std::string_view line, double seconds);
  std::string read_line(double seconds);

  // Ends it: waits `seconds` for it to go by itself once its input is closed. How it ended, for
  // people: "exit code 3", "signal 11". Does nothing the second time.
  std::string end(double seconds);

  // The last of what it wrote to its standard error.
  const std::string& complaints() const { return complaints_; }

 private:
  using Clock = long long;  // nanoseconds, monotonic

  bool wait_ready(bool to_write, Clock deadline);
  void read_complaints();
  [[noreturn]] void report_end();

  int process_ = -1;
  int input_ = -1;   // of the child
  int output_ = -1;  // of the child
  int error_ = -1;
  std::string pending_;  // read, and not yet handed out
  std::size_t searched_ = 0;
  std::string complaints_;
  std::string ending_;
};

}  // namespace questproof
