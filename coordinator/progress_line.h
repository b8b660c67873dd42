// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "coordinator/end_estimate.h"
#include "core/search/search_options.h"

namespace questproof {

struct Console;

// One line that is written over and over while a search runs longer than a second, and wiped at the
// end. It is cut where the terminal ends, and nowhere else: what goes over would not be wiped. Call it from one thread at a time. Also where Ctrl-C comes in: update() throws Interrupted.
class ProgressLine {
 public:
  explicit ProgressLine(const Console& console);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(const Progress& progress);
  // Without looking for an interruption. `more`: what else to say of the run.
  void show(const Progress& progress, const std::string& more = {});
  void wipe();

  // "at most 40 s left", or "": of the phase that runs (coordinator/end_estimate.h).
  std::string left_text() const { return time_left_text(estimate_.left()); }

  // The newest report; all zero before the first.
  const Progress& last() const { return last_; }

 private:
  std::ostream& error_;
  bool shown_;
  std::size_t room_;
  bool dirty_ = false;
  EndEstimate estimate_;
  Progress last_;
};

// "forward  level 23  12.4 M states  3.1 M/s  frontier 1.2 M  310.0 MiB  4.0 s"
std::string progress_text(const Progress& progress);

}  // namespace questproof
