// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/search/search_options.h"

namespace questproof {

// How much longer a phase of a search will take.
struct TimeLeft {
  double seconds = 0;
  bool at_most = false;  // it may end sooner
  bool operator==(const TimeLeft&) const = default;
};

// Estimates the end of the phase that runs, from the reports of its progress, at the speed that was seen in
// it. Honest rather than brave: nothing is said where nothing is known.
//   forward   Nothing while levels grow. When each of the last levels was smaller than the one before,
//             by a factor r at least, and that goes on, the levels to come have at most r + r^2 + ... times
//             the states of this one: at most. (Level sizes of games are mostly log-concave: once they
//             shrink, they shrink faster and faster.)
//   backward  The states from which nothing is known yet: at most, since some may be blocked.
//   others    The states that have not been looked at, where the phase passes over them once.
class EndEstimate {
 public:
  void note(const Progress& progress);

  // Of the phase of the newest report.
  std::optional<TimeLeft> left() const;

 private:
  struct Level {
    std::uint32_t number = 0;
    std::uint64_t states = 0;
    double begun = 0;  // when it was seen first
  };

  std::optional<TimeLeft> forward_left() const;
  std::optional<TimeLeft> share_left() const;

  std::string phase_;
  Progress first_;  // of the phase
  Progress last_;
  std::vector<Level> levels_;  // forward: the last few that were seen, this one behind
};

// "about 40 s left", "at most 3 min 20 s left"; "" where nothing is known.
std::string time_left_text(const std::optional<TimeLeft>& left);

}  // namespace questproof
