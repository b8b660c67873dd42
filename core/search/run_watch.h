// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/scratch_memory.h"
#include "core/net/transport.h"
#include "core/search/certify.h"
#include "core/search/search_options.h"

namespace questproof {

// Watches a run from the outside: how long it takes, what memory it uses, whether a limit was hit,
// and when to tell the user. One thread at a time.
//
// With several ranks each watches itself; what one of them runs into ends the run of all at the same
// point. Limits of memory and disk are each rank's own.
class RunWatch {
 public:
  // Without a transport this process is alone. The transport outlives this object.
  RunWatch(const SearchOptions& options, const ProgressCallback& progress,
           Transport* transport = nullptr);

  Transport* transport() const { return transport_; }

  // Ends the phase that runs and begins another. Phases of one name are added up.
  void begin_phase(const char* phase);
  void end_phase();
  const std::vector<PhaseFigures>& phases() const { return phases_; }

  // Calls the progress callback when its time has come. Fills in phase, memory and seconds.
  void report(Progress progress);

  double seconds() const { return seconds_since(start_); }  // since the watch began

  // Collective. True when the process uses more memory than allowed, or would with `planned_bytes` more, when
  // there is too much on disk, when time is up, or when somebody asked to stop; limit() then says so.
  // Stays true. Where there is a scratch folder, what is planned is taken to go there, and pages are
  // released first.
  bool limit_hit(std::uint64_t planned_bytes = 0);
  // Collective. Whether the process would stay within its memory with `planned_bytes` more; nothing is
  // noted.
  bool fits(std::uint64_t planned_bytes) const;
  std::uint64_t memory_limit() const { return memory_limit_; }
  const std::string& limit() const { return limit_; }
  bool stop_requested() const;  // collective
  // Of this rank, whatever memory there is: a limit was hit, time is up, or stop.
  bool must_end() const;
  void set_limit(std::string text) { limit_ = std::move(text); }

  // Memory in files: nullptr when the run has no scratch folder. May be taken away at the end, when
  // blocks in it outlive this object.
  ScratchMemory* scratch() const { return scratch_.get(); }
  std::unique_ptr<ScratchMemory> take_scratch() { return std::move(scratch_); }
  // Where an array of so many bytes should lie: nullptr for memory.
  ScratchMemory* scratch_for(std::uint64_t bytes) const;
  // Tells what the run keeps on disk apart from scratch.
  void set_stored_bytes(std::uint64_t bytes);

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_since(Clock::time_point start) const;

  bool own_stop_requested() const { return stop_ != nullptr && *stop_; }
  bool own_limit_hit(std::uint64_t planned_bytes);
  bool fits_here(std::uint64_t planned_bytes) const;
  std::string place() const;  // of a limit that is this rank's own
  std::uint64_t disk_bytes() const;

  Transport* transport_;  // nullptr: alone

  std::uint64_t memory_limit_;
  double time_limit_;
  const std::atomic<bool>* stop_;
  std::uint64_t disk_limit_;
  std::uint64_t stored_bytes_ = 0;
  std::unique_ptr<ScratchMemory> scratch_;
  ProgressCallback progress_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point phase_start_ = start_;
  double phase_start_cpu_ = 0;
  Clock::time_point last_report_ = start_;
  const char* phase_ = "";
  std::vector<PhaseFigures> phases_;
  std::string limit_;
};

// The options with rounds that take no more than an eighth of the memory limit, at `record_bytes`
// for each transition; a quarter where the rest of the memory can be given up for scratch, since
// every round goes through all that is stored.
SearchOptions with_bounded_rounds(SearchOptions options, std::size_t record_bytes);

}  // namespace questproof
