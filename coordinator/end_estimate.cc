// SPDX-License-Identifier: MIT
#include "coordinator/end_estimate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "coordinator/figures.h"

namespace questproof {
namespace {

constexpr std::size_t kLevels = 4;       // that are remembered: three factors
constexpr double kLeastSeconds = 1;      // of a phase, before its speed means anything
constexpr double kLargestFactor = 0.98;  // beyond, the sum of all levels to come says nothing

}  // namespace

void EndEstimate::note(const Progress& progress) {
  // A phase that begins anew, for other quests, counts from the start again.
  const bool begins = phase_ != progress.phase || progress.states < last_.states ||
                      progress.seconds < last_.seconds;
  if (begins) {
    phase_ = progress.phase;
    first_ = progress;
    levels_.clear();
  }
  last_ = progress;
  if (progress.total != 0) return;
  if (!levels_.empty() && levels_.back().number == progress.level) return;
  levels_.push_back({progress.level, progress.frontier, progress.seconds});
  if (levels_.size() > kLevels) levels_.erase(levels_.begin());
}

std::optional<TimeLeft> EndEstimate::left() const {
  return last_.total == 0 ? forward_left() : share_left();
}

std::optional<TimeLeft> EndEstimate::forward_left() const {
  if (levels_.size() < kLevels) return std::nullopt;
  double factor = 0;
  std::uint64_t expanded = 0;
  for (std::size_t i = 1; i < levels_.size(); ++i) {
    const Level& before = levels_[i - 1];
    const Level& here = levels_[i];
    if (before.states == 0 || here.states == 0) return std::nullopt;
    // Small levels may pass between two reports.
    const double steps = here.number - before.number;
    factor = std::max(
        factor,
        std::pow(static_cast<double>(here.states) / static_cast<double>(before.states), 1 / steps));
    expanded += before.states;
  }
  const Level& here = levels_.back();
  const double took = here.begun - levels_.front().begun;
  if (factor > kLargestFactor || took <= 0 || here.begun - first_.seconds < kLeastSeconds) {
    return std::nullopt;
  }
  const double to_expand = static_cast<double>(here.states) / (1 - factor);
  const double seconds = to_expand * took / static_cast<double>(expanded);
  return TimeLeft{std::max(0.0, seconds - (last_.seconds - here.begun)), true};
}

std::optional<TimeLeft> EndEstimate::share_left() const {
  const double took = last_.seconds - first_.seconds;
  if (took < kLeastSeconds || last_.states <= first_.states || last_.states > last_.total) {
    return std::nullopt;
  }
  const double each = took / static_cast<double>(last_.states - first_.states);
  return TimeLeft{each * static_cast<double>(last_.total - last_.states), phase_ == "backward"};
}

std::string time_left_text(const std::optional<TimeLeft>& left) {
  if (!left) return "";
  const double seconds = left->seconds < 120 ? std::ceil(left->seconds) : left->seconds;
  const std::string text = seconds < 120 ? fmt::format("{:.0f} s", seconds) : seconds_text(seconds);
  return fmt::format("{} {} left", left->at_most ? "at most" : "about", text);
}

}  // namespace questproof
