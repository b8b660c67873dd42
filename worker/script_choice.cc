// SPDX-License-Identifier: MIT
#include "worker/script_choice.h"

#include <fmt/format.h>

#include "worker/offers.h"

namespace questproof {

void ScriptChoice::on_press(const Errand& errand) {
  const std::string& id = play_.belief().buttons()[errand.what].id;
  if (at_ < options_.script.size() && options_.script[at_] == id) ++at_;
}

std::optional<Errand> ScriptChoice::choose(const Outlook& outlook) {
  play_.result().difference.clear();
  if (at_ < options_.script.size()) return next_step(outlook);
  if (!options_.task || play_.is_done()) return std::nullopt;
  return look_at_task(outlook);
}

std::optional<Errand> ScriptChoice::next_step(const Outlook& outlook) {
  const std::string& id = options_.script[at_];
  const std::optional<std::size_t> button = outlook.belief().button(id);
  Offers offers(outlook);
  if (button && outlook.button_node(*button) != Terrain::kNowhere) {
    offers.add({Errand::Kind::kPress, *button, 0});
  }
  if (!offers.best()) offers.add_exploring();
  // What was pressed may have opened a way.
  if (!offers.best()) offers.add_looks({.all_doors = true});
  if (!offers.best()) {
    play_.result().difference = fmt::format("step {}: {} cannot be reached", at_ + 1, id);
  }
  return offers.best();
}

std::optional<Errand> ScriptChoice::look_at_task(const Outlook& outlook) {
  const std::size_t goal = door_of(options_.task, outlook.belief());
  const bool known = goal != KnownZones::kNone;
  const bool looked = known && outlook.belief().is_certain(goal);
  Offers offers(outlook);
  if (known && !looked && outlook.view_node(goal) != Terrain::kNowhere) {
    offers.add({Errand::Kind::kLook, goal, 0});
  }
  if (!offers.best() && !looked) offers.add_exploring();
  if (!offers.best() && !looked) offers.add_looks({.all_doors = true});
  if (!offers.best()) {
    play_.result().difference = fmt::format("after all steps: {} {}", options_.task->to_string(),
                                            looked ? "does not hold" : "cannot be looked at");
  }
  return offers.best();
}

}  // namespace questproof
