// SPDX-License-Identifier: MIT
#include "core/search/run_watch.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/base/process_usage.h"
#include "core/net/collective.h"

namespace questproof {
namespace {

std::uint64_t limit_of(const SearchOptions& options) {
  return options.memory_bytes != 0 ? options.memory_bytes : machine_memory_bytes() / 5 * 4;
}

double mebibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1024.0 * 1024.0); }

}  // namespace

RunWatch::RunWatch(const SearchOptions& options, const ProgressCallback& progress,
                   Transport* transport)
    : transport_(transport != nullptr && transport->ranks() > 1 ? transport : nullptr),
      memory_limit_(limit_of(options)),
      time_limit_(options.time_seconds),
      stop_(options.stop_requested),
      disk_limit_(options.disk_bytes),
      progress_(progress) {
  if (options.scratch_directory.empty()) return;
  const std::uint64_t from =
      options.scratch_from_bytes != 0 ? options.scratch_from_bytes : memory_limit_;
  scratch_ = std::make_unique<ScratchMemory>(
      options.scratch_directory,
      ScratchMemory::Limits{.resident_bytes = from, .disk_bytes = options.disk_bytes});
}

double RunWatch::seconds_since(Clock::time_point start) const {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void RunWatch::begin_phase(const char* phase) {
  end_phase();
  phase_ = phase;
  phase_start_ = Clock::now();
  phase_start_cpu_ = cpu_seconds();
}

void RunWatch::end_phase() {
  if (*phase_ == '\0') return;
  const auto same = std::find_if(phases_.begin(), phases_.end(), [&](const PhaseFigures& figures) {
    return figures.phase == phase_;
  });
  PhaseFigures& figures = same == phases_.end() ? phases_.emplace_back() : *same;
  figures.phase = phase_;
  figures.seconds += seconds_since(phase_start_);
  figures.cpu_seconds += cpu_seconds() - phase_start_cpu_;
  figures.peak_bytes = peak_resident_bytes();
  phase_ = "";
}

void RunWatch::report(Progress progress) {
  if (!progress_ || seconds_since(last_report_) < 0.1) return;
  last_report_ = Clock::now();
  progress.phase = phase_;
  progress.seconds = seconds_since(start_);
  progress.memory_bytes = resident_bytes();
  progress_(progress);
}

bool RunWatch::limit_hit(std::uint64_t planned_bytes) {
  const bool hit = own_limit_hit(planned_bytes);
  if (transport_ == nullptr) return hit;
  const auto* const text = reinterpret_cast<const std::uint8_t*>(limit_.data());
  for (const Bytes& limit : transport_->all_gather({text, limit_.size()})) {
    if (limit.empty()) continue;
    limit_.assign(limit.begin(), limit.end());
    return true;
  }
  return false;
}

bool RunWatch::stop_requested() const {
  return transport_ == nullptr ? own_stop_requested() : any_rank(*transport_, own_stop_requested());
}

std::string RunWatch::place() const {
  return transport_ == nullptr ? "" : fmt::format(" on rank {}", transport_->rank());
}

bool RunWatch::own_limit_hit(std::uint64_t planned_bytes) {
  if (!limit_.empty()) return true;
  if (own_stop_requested()) {
    limit_ = "stopped on request";
    return true;
  }
  if (time_limit_ > 0 && seconds_since(start_) > time_limit_) {
    limit_ = fmt::format("time limit of {} s reached", time_limit_);
    return true;
  }
  if (disk_limit_ != 0 && disk_bytes() > disk_limit_) {
    limit_ = fmt::format("limit of {:.0f} MiB of disk reached{}", mebibytes(disk_limit_), place());
    return true;
  }
  std::uint64_t used = resident_bytes();
  if (scratch_) planned_bytes = 0;
  if (used + planned_bytes <= memory_limit_) return false;
  if (scratch_) {
    scratch_->release_pages();
    release_free_memory();
    used = resident_bytes();
    if (used <= memory_limit_) return false;
  }
  if (planned_bytes == 0) {
    limit_ = fmt::format("memory limit of {:.0f} MiB reached{}", mebibytes(memory_limit_), place());
  } else {
    limit_ = fmt::format("memory limit of {:.0f} MiB does not hold the {:.0f} MiB needed next{}",
                         mebibytes(memory_limit_), mebibytes(used + planned_bytes), place());
  }
  return true;
}

bool RunWatch::must_end() const {
  return !limit_.empty() || own_stop_requested() ||
         (time_limit_ > 0 && seconds_since(start_) > time_limit_);
}

bool RunWatch::fits(std::uint64_t planned_bytes) const {
  const bool fits = fits_here(planned_bytes);
  return transport_ == nullptr ? fits : every_rank(*transport_, fits);
}

bool RunWatch::fits_here(std::uint64_t planned_bytes) const {
  if (scratch_) return disk_limit_ == 0 || disk_bytes() + planned_bytes <= disk_limit_;
  return resident_bytes() + planned_bytes <= memory_limit_;
}

ScratchMemory* RunWatch::scratch_for(std::uint64_t bytes) const {
  return scratch_ && scratch_->crowded(bytes) ? scratch_.get() : nullptr;
}

void RunWatch::set_stored_bytes(std::uint64_t bytes) {
  stored_bytes_ = bytes;
  if (scratch_) scratch_->set_other_disk_bytes(bytes);
}

std::uint64_t RunWatch::disk_bytes() const {
  return stored_bytes_ + (scratch_ ? scratch_->disk_bytes() : 0);
}

SearchOptions with_bounded_rounds(SearchOptions options, std::size_t record_bytes) {
  const std::uint64_t share = options.scratch_directory.empty() ? 8 : 4;
  const std::uint64_t most = limit_of(options) / share / record_bytes;
  options.chunk_transitions = std::min(options.chunk_transitions, std::max<std::uint64_t>(most, 1));
  return options;
}

}  // namespace questproof
