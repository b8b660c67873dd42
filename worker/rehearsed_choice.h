// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "worker/chooser.h"
#include "worker/play.h"

namespace questproof {

// First does what a script says, to see again what differed; then decides as another one does.
class RehearsedChoice final : public Chooser {
 public:
  // `play` outlives it.
  RehearsedChoice(Play& play, std::unique_ptr<Chooser> script, std::unique_ptr<Chooser> then);

  std::optional<Errand> choose(const Outlook& outlook) override;
  void on_news(const Belief::News& news) override;
  void on_press(const Errand& errand) override;
  void on_given_up(const Errand& errand) override;
  void on_restart() override;
  bool has_settled() const override;
  std::string what_is_open() const override { return then_->what_is_open(); }
  bool is_patient() const override;

 private:
  Play& play_;
  std::unique_ptr<Chooser> script_;  // none when it is over
  std::unique_ptr<Chooser> then_;
};

}  // namespace questproof
