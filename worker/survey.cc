// SPDX-License-Identifier: MIT
#include "worker/survey.h"

#include <algorithm>

namespace questproof {
namespace {

constexpr double kPress = 2;  // as long as this way

class SurveyFinder {
 public:
  SurveyFinder(const Outlook& outlook, const Wanted& wanted)
      : outlook_(outlook), belief_(outlook.belief()), wanted_(wanted) {
    for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
      if (!is_useful(outlook, door, wanted) || outlook.is_given_up(Errand::Kind::kLook, door)) {
        continue;
      }
      doors_.push_back(door);
      open_.push_back(belief_.doors()[door].wires.open_part(belief_.presses()));
    }
  }

  std::vector<Survey> find() {
    add_looks();
    for (std::size_t button = 0; button < belief_.buttons().size(); ++button) add_press(button);
    return std::move(found_);
  }

 private:
  LookStop stop_at(std::size_t door, const Presses& open) const {
    const KnownDoor& known = belief_.doors()[door];
    return {door, known.last.at, value_of_look(known, open, door, wanted_)};
  }

  bool can_see(std::size_t door, const std::vector<bool>& reached) const {
    const std::vector<std::size_t>& sides = outlook_.zones().sides[door];
    return std::any_of(sides.begin(), sides.end(), [&](std::size_t side) { return reached[side]; });
  }

  void add_looks() {
    std::vector<LookStop> stops;
    for (std::size_t i = 0; i < doors_.size(); ++i) {
      if (open_[i].any()) stops.push_back(stop_at(doors_[i], open_[i]));
    }
    for (LookRound& round : find_look_rounds(outlook_, stops)) {
      found_.push_back({std::nullopt, std::move(round)});
    }
  }

  void add_press(std::size_t button) {
    if (outlook_.is_given_up(Errand::Kind::kPress, button)) return;
    const std::size_t node = outlook_.button_node(button);
    if (node == Terrain::kNowhere) return;
    Presses press;
    press.set(bit_of_button(button));
    const std::vector<bool> reached = reached_after(button, outlook_.zones().place_of[node]);
    std::vector<LookStop> stops;
    for (std::size_t i = 0; i < doors_.size(); ++i) {
      if (!can_see(doors_[i], reached)) continue;
      const Presses open = open_[i] ^ belief_.doors()[doors_[i]].wires.open_part(press);
      if (open.any()) stops.push_back(stop_at(doors_[i], open));
    }
    if (stops.empty()) return;
    const double way = outlook_.routes().cost(node) + kPress;
    found_.push_back(
        {button, find_look_round(std::move(stops), belief_.buttons()[button].last.at, way, 0)});
  }

  // As the guesses have the doors after a press.
  std::vector<bool> reached_after(std::size_t button, std::size_t place) const {
    const std::size_t bit = bit_of_button(button);
    const bool toggles =
        std::any_of(belief_.doors().begin(), belief_.doors().end(),
                    [&](const KnownDoor& door) { return door.wires.guess()[bit]; });
    if (!toggles) return outlook_.reached();
    Presses presses = belief_.presses();
    presses.flip(bit);
    const PressPlanner& planner = outlook_.planner();
    return planner.reachable(place, planner.doors_after(presses));
  }

  const Outlook& outlook_;
  const Belief& belief_;
  const Wanted& wanted_;
  std::vector<std::size_t> doors_;  // that count
  std::vector<Presses> open_;       // of each of these: what is open about how it is now
  std::vector<Survey> found_;
};

}  // namespace

Errand Survey::errand() const {
  if (!button) return {Errand::Kind::kLook, round.doors.front(), round.price()};
  Errand errand = {Errand::Kind::kPress, *button, round.price()};
  errand.then = round.doors.front();
  return errand;
}

std::vector<Survey> find_surveys(const Outlook& outlook, const Wanted& wanted) {
  return SurveyFinder(outlook, wanted).find();
}

}  // namespace questproof
