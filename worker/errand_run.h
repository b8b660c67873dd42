// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/live/observation.h"
#include "worker/errand.h"
#include "worker/outlook.h"

namespace questproof {

// How an errand is carried out, an update at a time: along its path, with short cuts; with side steps where the
// body is held up; and at its end the press, the look, or a step over the edge of what was seen.
class ErrandRun {
 public:
  // The path is that of the outlook, which is not needed afterwards. The belief outlives the run.
  ErrandRun(const Errand& errand, const Outlook& outlook);

  const Errand& errand() const { return errand_; }

  // What to do next, by what is seen now; nothing when the errand has come to its end.
  std::optional<Action> next(const View& view, std::uint64_t update);
  // What came of it.
  void take(const View& view, std::uint64_t update);

  // It ended without what it was for.
  bool has_failed() const { return failed_; }
  // The press was done.
  bool has_pressed() const { return pressed_; }

 private:
  bool is_over(std::uint64_t update) const;
  std::optional<Action> end(bool failed);
  std::optional<Action> at_the_end(std::uint64_t update);
  std::optional<Action> step_over_edge();
  void take_short_cut(const Point& at, std::uint64_t update);
  void watch_progress(const Point& at);

  const Belief& belief_;
  Errand errand_;
  double reach_;
  std::vector<std::size_t> path_;
  std::size_t next_ = 0;    // on the path
  std::size_t steps_ = 0;   // done
  std::size_t toward_ = 0;  // the next_ that `nearest_` is about
  double nearest_ = 0;      // how near the way has come to it
  unsigned stalled_ = 0;    // updates without having come nearer
  unsigned attempts_ = 0;   // at the press
  unsigned edge_step_ = 0;
  unsigned careful_ = 0;  // for so many nodes no short cuts
  bool over_ = false;
  bool failed_ = false;
  bool pressed_ = false;
  std::optional<Action> last_;
};

}  // namespace questproof
