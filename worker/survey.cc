// SPDX-License-Identifier: MIT
#include "worker/survey.h"

#include <algorithm>

namespace questproof {
namespace {

constexpr double kDetour = 1.4;  // how much longer ways are than straight lines
constexpr double kPress = 2;     // as long as this way
constexpr double kLook = 1;
constexpr std::size_t kMostDoors = 16;  // of a round

class SurveyFinder {
 public:
  SurveyFinder(const Outlook& outlook, const Wanted& wanted)
      : outlook_(outlook), belief_(outlook.belief()) {
    for (std::size_t door = 0; door < belief_.doors().size(); ++door) {
      if (!is_useful(outlook, door, wanted) || outlook.is_given_up(Errand::Kind::kLook, door)) {
        continue;
      }
      doors_.push_back(door);
      open_.push_back(belief_.doors()[door].wires.open_part(belief_.presses()));
    }
  }

  std::vector<Survey> find() {
    try_looks();
    for (std::size_t button = 0; button < belief_.buttons().size(); ++button) try_press(button);
    return std::move(found_);
  }

 private:
  bool can_see(std::size_t door, const std::vector<bool>& reached) const {
    const std::vector<std::size_t>& sides = outlook_.zones().sides[door];
    return std::any_of(sides.begin(), sides.end(), [&](std::size_t side) { return reached[side]; });
  }

  // From where the agent stands. The way to the first door is known.
  void try_looks() {
    const Routes& routes = outlook_.routes();
    std::vector<std::size_t> fresh;
    std::size_t nearest = 0;
    double least = Routes::kUnreachable;
    for (std::size_t i = 0; i < doors_.size(); ++i) {
      if (open_[i].none()) continue;
      const std::size_t node = outlook_.view_node(doors_[i]);
      if (node == Terrain::kNowhere) continue;
      if (routes.cost(node) < least) least = routes.cost(node), nearest = fresh.size();
      fresh.push_back(doors_[i]);
    }
    if (fresh.empty()) return;
    std::swap(fresh[0], fresh[nearest]);
    go_round(std::nullopt, least, std::move(fresh));
  }

  void try_press(std::size_t button) {
    if (outlook_.is_given_up(Errand::Kind::kPress, button)) return;
    const std::size_t node = outlook_.button_node(button);
    if (node == Terrain::kNowhere) return;
    const double way = outlook_.routes().cost(node) + kPress;
    Presses press;
    press.set(bit_of_button(button));
    const std::vector<bool>& reached = reached_after(button, outlook_.zones().place_of[node]);
    std::vector<std::size_t> fresh;
    for (std::size_t i = 0; i < doors_.size(); ++i) {
      if (!can_see(doors_[i], reached)) continue;
      if ((open_[i] ^ belief_.doors()[doors_[i]].wires.open_part(press)).any()) {
        fresh.push_back(doors_[i]);
      }
    }
    if (fresh.empty()) return;
    const Point& at = belief_.buttons()[button].last.at;
    const auto nearest =
        std::min_element(fresh.begin(), fresh.end(), [&](std::size_t a, std::size_t b) {
          return distance(at, point_of(a)) < distance(at, point_of(b));
        });
    std::iter_swap(fresh.begin(), nearest);
    const double first = way + kDetour * distance(at, point_of(fresh[0]));
    go_round(button, first, std::move(fresh));
  }

  // As the guesses have the doors after a press.
  const std::vector<bool>& reached_after(std::size_t button, std::size_t place) {
    const std::size_t bit = bit_of_button(button);
    const bool toggles =
        std::any_of(belief_.doors().begin(), belief_.doors().end(),
                    [&](const KnownDoor& door) { return door.wires.guess()[bit]; });
    if (!toggles) return outlook_.reached();
    Presses presses = belief_.presses();
    presses.flip(bit);
    const PressPlanner& planner = outlook_.planner();
    reached_ = planner.reachable(place, planner.doors_after(presses));
    return reached_;
  }

  // `first`: the way up to the first of the doors.
  void go_round(std::optional<std::size_t> button, double first, std::vector<std::size_t> fresh) {
    double length = first + kLook;
    std::size_t count = 1;
    std::size_t best_count = 1;
    double price = length;
    while (count < std::min(fresh.size(), kMostDoors)) {
      const Point& at = point_of(fresh[count - 1]);
      const auto rest = fresh.begin() + static_cast<std::ptrdiff_t>(count);
      const auto next = std::min_element(rest, fresh.end(), [&](std::size_t a, std::size_t b) {
        return distance(at, point_of(a)) < distance(at, point_of(b));
      });
      length += kDetour * distance(at, point_of(*next)) + kLook;
      std::iter_swap(rest, next);
      ++count;
      if (length / static_cast<double>(count) < price) {
        price = length / static_cast<double>(count);
        best_count = count;
      }
    }
    fresh.resize(best_count);
    found_.push_back({button, std::move(fresh), price});
  }

  const Point& point_of(std::size_t door) const { return belief_.doors()[door].last.at; }

  const Outlook& outlook_;
  const Belief& belief_;
  std::vector<std::size_t> doors_;  // that count
  std::vector<Presses> open_;       // of each of these: what is open about how it is now
  std::vector<bool> reached_;
  std::vector<Survey> found_;
};

}  // namespace

Errand Survey::errand() const {
  if (!button) return {Errand::Kind::kLook, doors.front(), price};
  Errand errand = {Errand::Kind::kPress, *button, price};
  errand.then = doors.front();
  return errand;
}

std::vector<Survey> find_surveys(const Outlook& outlook, const Wanted& wanted) {
  return SurveyFinder(outlook, wanted).find();
}

}  // namespace questproof
