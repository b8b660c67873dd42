// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "coordinator/progress_line.h"
#include "core/net/rank_note.h"
#include "core/net/transport.h"
#include "core/search/search_options.h"

namespace questproof {

struct Console;

// How the ranks of a run are doing, gathered on rank 0: for the progress line, the log, and the summary at
// the end. One object on each rank; with one rank only the log is its business.
class RankProgress {
 public:
  // `log`: the file to append to, on rank 0; empty: none. `disk_bytes`: what this rank's storage takes.
  RankProgress(const Console& console, Transport& ranks, const std::string& log,
               std::function<std::uint64_t()> disk_bytes);

  // The callback of a search. Shows a line on rank 0.
  void update(const Progress& progress);

  // Collective: the last word of every rank. `what`: for the log.
  void finish(const std::string& what);

  // After finish(), for people: a line for all ranks and one for each. Empty with one rank.
  std::string summary(std::uint64_t states) const;

 private:
  using Clock = std::chrono::steady_clock;

  RankNote own_note() const;
  void collect_notes();
  std::string ranks_text() const;
  void log_phase(const Progress& progress);
  void log_note(std::size_t rank);
  void log_line(const std::string& text);
  double seconds() const;

  Transport& ranks_;
  std::function<std::uint64_t()> disk_bytes_;
  ProgressLine line_;
  std::ofstream log_;
  std::string host_;
  std::string logged_phase_;
  std::vector<RankNote> notes_;  // the newest of each rank
  Progress last_;
  TransportFigures figures_at_start_;
  Clock::time_point start_ = Clock::now();
  double cpu_at_start_;
  Clock::time_point last_note_;
  Clock::time_point last_log_;
};

// Appends a line with the time to the log of a run; nothing where `log` is empty. Throws Error(kResource) where that
// cannot be.
void append_to_log(const std::string& log, const std::string& text);

// The busiest rank's time against the mean: 1 where all have the same to do.
double imbalance_of(const std::vector<RankNote>& notes);

}  // namespace questproof
