// SPDX-License-Identifier: MIT
#include "coordinator/progress_line.h"

#include <fmt/core.h>

#include <ostream>
#include <string_view>

#include "coordinator/console.h"
#include "coordinator/figures.h"
#include "coordinator/interrupt.h"

namespace questproof {
namespace {

constexpr double kShowAfterSeconds = 1.0;

std::string forward_text(const Progress& progress) {
  std::string text = fmt::format("level {}  {} states", progress.level, shortened(progress.states));
  if (progress.seconds > 0) {
    const double rate = static_cast<double>(progress.states) / progress.seconds;
    text += fmt::format("  {}/s", shortened(static_cast<std::uint64_t>(rate)));
  }
  return text + fmt::format("  frontier {}", shortened(progress.frontier));
}

std::string share_text(const Progress& progress) {
  // A phase may pass over the states more than once; then there is no share to tell.
  if (progress.total == 0 || progress.states > progress.total)
    return fmt::format("{} states", shortened(progress.states));
  const double share = static_cast<double>(progress.states) / static_cast<double>(progress.total);
  return fmt::format("{:.0f} % of {} states", share * 100, shortened(progress.total));
}

}  // namespace

std::string progress_text(const Progress& progress) {
  const bool forward = std::string_view(progress.phase) == "forward";
  std::string text = fmt::format("{}  {}", progress.phase,
                                 forward ? forward_text(progress) : share_text(progress));
  if (progress.memory_bytes > 0) text += fmt::format("  {}", bytes_text(progress.memory_bytes));
  return text + fmt::format("  {}", seconds_text(progress.seconds));
}

ProgressLine::ProgressLine(const Console& console)
    : error_(console.error),
      shown_(console.progress),
      room_(console.error_width > 1 ? console.error_width - 1 : std::string::npos) {}

ProgressLine::~ProgressLine() { wipe(); }

void ProgressLine::update(const Progress& progress) {
  last_ = progress;
  if (InterruptGuard::interrupted()) throw Interrupted{};
  show(progress);
}

void ProgressLine::show(const Progress& progress, const std::string& more) {
  estimate_.note(progress);
  if (!shown_ || progress.seconds < kShowAfterSeconds) return;
  std::string text = progress_text(progress);
  if (const std::string left = left_text(); !left.empty()) text += "  " + left;
  if (!more.empty()) text += "  " + more;
  error_ << "\r\x1b[2K" << text.substr(0, room_) << std::flush;
  dirty_ = true;
}

void ProgressLine::wipe() {
  if (!dirty_) return;
  error_ << "\r\x1b[2K" << std::flush;
  dirty_ = false;
}

}  // namespace questproof
