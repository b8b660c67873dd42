// SPDX-License-Identifier: MIT
#include "coordinator/rank_progress.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

#include "coordinator/console.h"
#include "coordinator/figures.h"
#include "core/base/error.h"
#include "core/base/process_usage.h"

namespace questproof {
namespace {

constexpr std::chrono::seconds kBetweenNotes{1};
constexpr std::chrono::seconds kBetweenLogs{10};
constexpr std::size_t kMostShown = 16;  // ranks, in a summary

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
}

// Seconds in which a rank had something to do.
double busy(const RankNote& note) { return std::max(0.0, note.seconds - note.waiting_seconds); }

std::string note_text(const RankNote& note) {
  return fmt::format("memory {}  sent {}  cpu {:.1f} s  waited {:.1f} s of {:.1f} s",
                     bytes_text(note.memory_bytes), bytes_text(note.sent_bytes), note.cpu_seconds,
                     note.waiting_seconds, note.seconds);
}

template <typename Of>
std::string range_text(const std::vector<RankNote>& notes, const Of& of) {
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  for (const RankNote& note : notes) {
    least = std::min(least, of(note));
    most = std::max(most, of(note));
  }
  const std::string low = bytes_text(least);
  const std::string high = bytes_text(most);
  return low == high ? low : fmt::format("{} to {}", low, high);
}

void write_log_line(std::ofstream& log, const std::string& text) {
  log << fmt::format("{:%Y-%m-%dT%H:%M:%SZ} {}\n", fmt::gmtime(std::time(nullptr)), text)
      << std::flush;
}

std::ofstream open_log(const std::string& path) {
  std::ofstream log(path, std::ios::app);
  if (!log) throw Error(Error::Kind::kResource, fmt::format("{}: cannot be written to", path));
  return log;
}

}  // namespace

void append_to_log(const std::string& log, const std::string& text) {
  if (log.empty()) return;
  std::ofstream file = open_log(log);
  write_log_line(file, text);
}

double imbalance_of(const std::vector<RankNote>& notes) {
  double sum = 0;
  double most = 0;
  for (const RankNote& note : notes) {
    sum += busy(note);
    most = std::max(most, busy(note));
  }
  return sum > 0 ? most * static_cast<double>(notes.size()) / sum : 1;
}

RankProgress::RankProgress(const Console& console, Transport& ranks, const std::string& log,
                           std::function<std::uint64_t()> disk_bytes)
    : ranks_(ranks),
      disk_bytes_(std::move(disk_bytes)),
      line_(console),
      host_(host_name()),
      notes_(static_cast<std::size_t>(ranks.ranks())),
      figures_at_start_(ranks.figures()),
      cpu_at_start_(cpu_seconds()) {
  if (!log.empty() && ranks.rank() == 0) log_ = open_log(log);
}

double RankProgress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

RankNote RankProgress::own_note() const {
  const TransportFigures& figures = ranks_.figures();
  RankNote note;
  note.host = host_;
  note.process = static_cast<std::uint32_t>(getpid());
  note.phase = last_.phase;
  note.level = last_.level;
  note.seconds = seconds();
  note.waiting_seconds = figures.waiting_seconds - figures_at_start_.waiting_seconds;
  note.cpu_seconds = cpu_seconds() - cpu_at_start_;
  note.memory_bytes = resident_bytes();
  note.peak_bytes = peak_resident_bytes();
  note.disk_bytes = disk_bytes_ ? disk_bytes_() : 0;
  note.sent_bytes = figures.bytes_sent - figures_at_start_.bytes_sent;
  note.sent_messages = figures.messages_sent - figures_at_start_.messages_sent;
  return note;
}

void RankProgress::update(const Progress& progress) {
  last_ = progress;
  const Clock::time_point now = Clock::now();
  if (now - last_note_ >= kBetweenNotes) {
    last_note_ = now;
    notes_[static_cast<std::size_t>(ranks_.rank())] = own_note();
    if (ranks_.rank() != 0) ranks_.post_note(encode_rank_note(own_note()));
  }
  if (ranks_.rank() != 0) return;
  collect_notes();
  line_.show(progress, ranks_.ranks() > 1 ? ranks_text() : "");
  log_phase(progress);
}

void RankProgress::collect_notes() {
  int from = 0;
  Bytes bytes;
  while (ranks_.next_note(from, bytes)) {
    notes_[static_cast<std::size_t>(from)] = decode_rank_note(bytes);
  }
}

// "4 ranks  2.0 GiB to 2.2 GiB each  1.3 GiB sent  imbalance 1.04"
std::string RankProgress::ranks_text() const {
  std::uint64_t sent = 0;
  for (const RankNote& note : notes_) sent += note.sent_bytes;
  return fmt::format("{} ranks  {} each  {} sent  imbalance {:.2f}", notes_.size(),
                     range_text(notes_, [](const RankNote& note) { return note.memory_bytes; }),
                     bytes_text(sent), imbalance_of(notes_));
}

void RankProgress::log_phase(const Progress& progress) {
  if (!log_.is_open()) return;
  const bool begins = logged_phase_ != progress.phase;
  const Clock::time_point now = Clock::now();
  if (!begins && now - last_log_ < kBetweenLogs) return;
  logged_phase_ = progress.phase;
  last_log_ = now;
  const std::string left = line_.left_text();
  log_line(progress_text(progress) + (left.empty() ? "" : "  " + left));
  for (std::size_t rank = 0; rank < notes_.size(); ++rank) log_note(rank);
}

void RankProgress::log_note(std::size_t rank) {
  const RankNote& note = notes_[rank];
  if (note.process == 0) return;  // it has not said anything yet
  log_line(fmt::format("rank {} on {} process {}: {} level {}  {}", rank, note.host, note.process,
                       note.phase, note.level, note_text(note)));
}

void RankProgress::log_line(const std::string& text) { write_log_line(log_, text); }

void RankProgress::finish(const std::string& what) {
  line_.wipe();
  const std::vector<Bytes> all = ranks_.all_gather(encode_rank_note(own_note()));
  collect_notes();  // so that none is left on its way
  for (std::size_t rank = 0; rank < all.size(); ++rank) notes_[rank] = decode_rank_note(all[rank]);
  if (!log_.is_open()) return;
  log_line(what);
  for (std::size_t rank = 0; rank < notes_.size(); ++rank) log_note(rank);
}

std::string RankProgress::summary(std::uint64_t states) const {
  if (notes_.size() == 1) return "";
  std::uint64_t sent = 0;
  std::uint64_t messages = 0;
  for (const RankNote& note : notes_) {
    sent += note.sent_bytes;
    messages += note.sent_messages;
  }
  const double each = states == 0 ? 0 : static_cast<double>(sent) / static_cast<double>(states);
  std::string text = fmt::format(
      "Ranks: {}  on the wire {} in {}, {:.2f} bytes a state  imbalance {:.2f}\n", notes_.size(),
      bytes_text(sent), counted(messages, "message"), each, imbalance_of(notes_));
  for (std::size_t rank = 0; rank < std::min(notes_.size(), kMostShown); ++rank) {
    const RankNote& note = notes_[rank];
    text += fmt::format("  rank {} on {}  peak {}  {}\n", rank, note.host,
                        bytes_text(note.peak_bytes), note_text(note));
  }
  if (notes_.size() > kMostShown) {
    text += fmt::format("  and {} more; --log FILE has them all\n", notes_.size() - kMostShown);
  }
  return text;
}

}  // namespace questproof
