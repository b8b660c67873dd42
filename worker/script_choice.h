// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "worker/chooser.h"
#include "worker/play.h"

namespace questproof {

// Presses the buttons of a walkthrough in turn, exploring only as far as they have to be found; then looks at what the
// task is about. What cannot be done becomes the difference in the result.
class ScriptChoice final : public Chooser {
 public:
  // `play` outlives it.
  ScriptChoice(Play& play, const PlayerOptions& options) : play_(play), options_(options) {}

  std::optional<Errand> choose(const Outlook& outlook) override;
  void on_press(const Errand& errand) override;
  bool is_patient() const override { return false; }

 private:
  std::optional<Errand> next_step(const Outlook& outlook);
  std::optional<Errand> look_at_task(const Outlook& outlook);

  Play& play_;
  PlayerOptions options_;
  std::size_t at_ = 0;  // in the script
};

}  // namespace questproof
