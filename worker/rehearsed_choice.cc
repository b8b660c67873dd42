// SPDX-License-Identifier: MIT
#include "worker/rehearsed_choice.h"

#include <utility>

namespace questproof {

RehearsedChoice::RehearsedChoice(Play& play, std::unique_ptr<Chooser> script,
                                 std::unique_ptr<Chooser> then)
    : play_(play), script_(std::move(script)), then_(std::move(then)) {}

std::optional<Errand> RehearsedChoice::choose(const Outlook& outlook) {
  if (script_ != nullptr) {
    if (auto errand = script_->choose(outlook)) return errand;
    script_.reset();
    play_.result().difference.clear();  // what it was for has been seen
  }
  return then_->choose(outlook);
}

void RehearsedChoice::on_news(const Belief::News& news) {
  if (script_ != nullptr) script_->on_news(news);
  then_->on_news(news);
}

void RehearsedChoice::on_press(const Errand& errand) {
  if (script_ != nullptr) script_->on_press(errand);
  then_->on_press(errand);
}

void RehearsedChoice::on_given_up(const Errand& errand) {
  if (script_ != nullptr) script_->on_given_up(errand);
  then_->on_given_up(errand);
}

void RehearsedChoice::on_restart() {
  if (script_ != nullptr) script_->on_restart();
  then_->on_restart();
}

bool RehearsedChoice::has_settled() const { return script_ == nullptr && then_->has_settled(); }

bool RehearsedChoice::is_patient() const { return script_ != nullptr || then_->is_patient(); }

}  // namespace questproof
