// SPDX-License-Identifier: MIT
#include "worker/closing_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "worker/belief.h"

namespace questproof {
namespace {

constexpr std::size_t kAllStates = 200000;
constexpr unsigned kFruitlessErrands = 100;

// Keeps the errand with the shortest way.
class Nearest {
 public:
  explicit Nearest(const Outlook& outlook) : outlook_(outlook) {}

  void offer(Errand::Kind kind, std::size_t what, std::size_t node, double worth = 1) {
    if (node == Terrain::kNowhere || outlook_.is_given_up(kind, what)) return;
    const double cost = (outlook_.routes().cost(node) + 1) / worth;
    if (outlook_.routes().is_reachable(node) && (!best_ || cost < best_->cost)) {
      best_ = Errand{kind, what, cost};
    }
  }
  const std::optional<Errand>& best() const { return best_; }

 private:
  const Outlook& outlook_;
  std::optional<Errand> best_;
};

}  // namespace

bool ClosingChecks::is_new(std::size_t button, std::size_t door, bool open) const {
  const PressRecord& record = play_.belief().record();
  return (record.sides(button, open) & ~record.seen(button, door)) != 0;
}

// Whether a press is wanted with the door like that, perhaps after one more press of the button.
bool ClosingChecks::wants_more(std::size_t button, std::size_t door, bool open) const {
  if (hopeless_.contains({button, door})) return false;
  const PressRecord& record = play_.belief().record();
  const int wanted = (open ? PressRecord::kOpen : PressRecord::kClosed) | PressRecord::kOdd |
                     PressRecord::kEven |
                     (record.is_first(button) ? PressRecord::kFirst : PressRecord::Sides{0});
  return (wanted & ~record.seen(button, door)) != 0;
}

// Whether something could be seen by who begins the game anew, and has pressed no button yet.
bool ClosingChecks::wants_first_presses() const {
  const Belief& belief = play_.belief();
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    for (std::size_t door = 0; door < belief.doors().size(); ++door) {
      if ((belief.record().seen(button, door) & PressRecord::kFirst) == 0) return true;
    }
  }
  return false;
}

// `open`: how the doors are before the press.
bool ClosingChecks::can_look_after(const Outlook& outlook, std::size_t button, std::size_t door,
                                   std::vector<bool> open) const {
  const std::vector<std::size_t>& places = outlook.planner().places_of_button(button);
  if (places.empty()) return false;
  const std::vector<KnownDoor>& doors = outlook.belief().doors();
  for (std::size_t each = 0; each < doors.size(); ++each) {
    if (doors[each].wires.guess()[bit_of_button(button)]) open[each] = !open[each];
  }
  const std::vector<bool> reached = outlook.planner().reachable(places.front(), open);
  const std::vector<std::size_t>& sides = outlook.zones().sides[door];
  return std::any_of(sides.begin(), sides.end(), [&](std::size_t side) { return reached[side]; });
}

std::optional<Errand> ClosingChecks::seen_again(const Outlook& outlook) const {
  const Belief& belief = outlook.belief();
  Nearest nearest(outlook);
  for (const std::size_t node : belief.remembered_nodes()) {
    nearest.offer(Errand::Kind::kSee, node, node);
  }
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    if (belief.is_remembered_door(door)) {
      nearest.offer(Errand::Kind::kLook, door, outlook.view_node(door));
    }
  }
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    if (belief.is_remembered_button(button)) {
      nearest.offer(Errand::Kind::kPress, button, outlook.button_node(button));
    }
  }
  return nearest.best();
}

// A look that tells what the last press did.
std::optional<Errand> ClosingChecks::telling_look(const Outlook& outlook) const {
  const Belief& belief = outlook.belief();
  Nearest nearest(outlook);
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    if (belief.record().added_by_look(door) == 0) continue;
    nearest.offer(Errand::Kind::kLook, door, outlook.view_node(door));
  }
  return nearest.best();
}

// The more doors a press tells of, the longer a way it is worth.
std::optional<Errand> ClosingChecks::press(const Outlook& outlook) const {
  const Belief& belief = outlook.belief();
  const std::vector<bool> open = outlook.planner().doors_after(belief.presses());
  Nearest nearest(outlook);
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    const std::size_t node = outlook.button_node(button);
    if (node == Terrain::kNowhere) continue;
    double told = 0;
    for (std::size_t door = 0; door < belief.doors().size(); ++door) {
      if (hopeless_.contains({button, door}) || !belief.record().is_fresh(door) ||
          !is_new(button, door, open[door]) || !can_look_after(outlook, button, door, open)) {
        continue;
      }
      ++told;
    }
    if (told > 0) nearest.offer(Errand::Kind::kPress, button, node, told);
  }
  return nearest.best();
}

// A look after which a press would tell something.
std::optional<Errand> ClosingChecks::look_before_press(const Outlook& outlook) const {
  const Belief& belief = outlook.belief();
  const std::vector<bool> open = outlook.planner().doors_after(belief.presses());
  Nearest nearest(outlook);
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    const std::size_t node = outlook.view_node(door);
    if (node == Terrain::kNowhere || belief.record().is_fresh(door)) continue;
    for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
      if (hopeless_.contains({button, door}) || outlook.button_node(button) == Terrain::kNowhere ||
          !is_new(button, door, open[door]) || !can_look_after(outlook, button, door, open)) {
        continue;
      }
      nearest.offer(Errand::Kind::kLook, door, node);
      break;
    }
  }
  return nearest.best();
}

// Whether something is to be done there; which pair it is about is kept in `wished_`.
bool ClosingChecks::wishes_for(const Outlook& outlook, const PressPlanner::Situation& situation) {
  const Belief& belief = outlook.belief();
  for (const std::size_t node : belief.remembered_nodes()) {
    if (situation.cost > 0 && situation.reached[outlook.zones().place_of[node]] != 0) return true;
  }
  std::optional<std::vector<bool>> open;
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    const std::vector<std::size_t>& places = outlook.planner().places_of_button(button);
    if (places.empty() || situation.reached[places.front()] == 0) continue;
    if (situation.cost > 0 && belief.is_remembered_button(button)) return true;
    for (std::size_t door = 0; door < belief.doors().size(); ++door) {
      if (!wants_more(button, door, situation.open[door] != 0)) continue;
      const std::vector<std::size_t>& sides = outlook.zones().sides[door];
      if (std::none_of(sides.begin(), sides.end(),
                       [&](std::size_t side) { return situation.reached[side] != 0; })) {
        continue;
      }
      if (!open) open.emplace(situation.open.begin(), situation.open.end());
      if (!can_look_after(outlook, button, door, *open)) continue;
      wished_ = {button, door};
      return true;
    }
  }
  return false;
}

// Presses that lead to where something is to be done. Where that is here already, the button has to be pressed once
// more often before; or the game does not let one.
std::optional<Errand> ClosingChecks::planned(const Outlook& outlook) {
  for (;;) {
    const PressPlanner::Plan plan = outlook.planner().find(
        {outlook.start()}, false, kAllStates,
        [&](const PressPlanner::Situation& situation) { return wishes_for(outlook, situation); });
    exhausted_ = plan.exhausted;
    if (!plan.found) return std::nullopt;
    if (!plan.presses.empty()) {
      return Errand{Errand::Kind::kPress, plan.presses.front().button, plan.cost};
    }
    const auto [button, door] = wished_;
    const bool open = outlook.belief().is_open(door);
    const bool fits = is_new(button, door, open);
    if (!fits && outlook.button_node(button) != Terrain::kNowhere &&
        !outlook.is_given_up(Errand::Kind::kPress, button)) {
      return Errand{Errand::Kind::kPress, button, 0};
    }
    hopeless_.insert(wished_);
  }
}

// Where a press cannot be looked at alone.
bool ClosingChecks::wants_joint(std::size_t button, std::size_t door) const {
  const PressRecord& record = play_.belief().record();
  if (hopeless_.contains({button, door}) || record.is_whole(button, door)) return false;
  const int wanted = PressRecord::kOdd | PressRecord::kEven |
                     (record.is_first(button) ? PressRecord::kFirst : PressRecord::Sides{0});
  return (wanted & ~record.joint(button, door)) != 0;
}

std::optional<Errand> ClosingChecks::joint_look(const Outlook& outlook) const {
  const Belief& belief = outlook.belief();
  Nearest nearest(outlook);
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
      if (!wants_joint(button, door)) continue;
      if (belief.record().joint_added_by_look(button, door) == 0) continue;
      nearest.offer(Errand::Kind::kLook, door, outlook.view_node(door));
      break;
    }
  }
  return nearest.best();
}

// The first press on the way to where a door can be looked at, one of those on that way being of a button of which that
// is wanted. Where not all states are tried, the last experiment was not, either.
std::optional<Errand> ClosingChecks::joint_press(const Outlook& outlook) {
  const Belief& belief = outlook.belief();
  const Presses now = belief.presses();
  const auto tells = [&](const PressPlanner::Situation& situation) {
    const Presses pressed = now ^ situation.presses;
    for (std::size_t door = 0; door < belief.doors().size(); ++door) {
      const std::vector<std::size_t>& sides = outlook.zones().sides[door];
      if (std::none_of(sides.begin(), sides.end(),
                       [&](std::size_t side) { return situation.reached[side] != 0; })) {
        continue;
      }
      for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
        const bool is_on_the_way =
            pressed[bit_of_button(button)] ||
            (situation.cost > 0 && belief.record().joint_added_by_look(button, door) != 0);
        if (is_on_the_way && wants_joint(button, door)) return true;
      }
    }
    return false;
  };
  const PressPlanner::Plan plan =
      outlook.planner().find({outlook.start()}, true, kAllStates, tells);
  exhausted_ = exhausted_ && (plan.found || plan.exhausted);
  if (!plan.found || plan.presses.empty()) return std::nullopt;
  return Errand{Errand::Kind::kPress, plan.presses.front().button, plan.cost};
}

std::uint64_t ClosingChecks::progress(const Belief& belief) const {
  std::uint64_t sum = belief.record().total() + belief.terrain().seen_count();
  for (std::size_t door = 0; door < belief.doors().size(); ++door) {
    sum += belief.is_remembered_door(door) ? 0 : 1;
  }
  for (std::size_t button = 0; button < belief.buttons().size(); ++button) {
    sum += belief.is_remembered_button(button) ? 0 : 1;
  }
  return sum + (1U << 20U) - belief.remembered_nodes().size();
}

// Whether presses lead back to how all was at the start: then nothing can be done there that cannot be from here.
bool ClosingChecks::leads_to_start(const Outlook& outlook) const {
  const std::size_t node = outlook.belief().terrain().nearest(play_.start());
  if (node == Terrain::kNowhere) return false;
  const std::size_t place = outlook.zones().place_of[node];
  const std::vector<bool> open = outlook.planner().doors_after(no_presses());
  const auto is_start = [&](const PressPlanner::Situation& situation) {
    return situation.reached[place] != 0 &&
           std::equal(open.begin(), open.end(), situation.open.begin(),
                      [](bool wanted, char now) { return wanted == (now != 0); });
  };
  return outlook.planner().find({outlook.start()}, false, kAllStates, is_start).found;
}

std::optional<Errand> ClosingChecks::begun_anew(const Outlook& outlook) {
  const Belief& belief = outlook.belief();
  if (!may_restart_ || restarted_with_ == progress(belief)) return std::nullopt;
  if (!belief.shuns_harm() && hopeless_.empty() && given_up_.empty() && !wants_first_presses() &&
      leads_to_start(outlook)) {
    return std::nullopt;
  }
  restarted_with_ = progress(belief);
  hopeless_.clear();
  return Errand{Errand::Kind::kRestart, 0, 0};
}

std::optional<Errand> ClosingChecks::next(const Outlook& outlook) {
  begun_ = true;
  passed_ = false;
  const std::uint64_t known = progress(outlook.belief());
  fruitless_ = known == known_ ? fruitless_ + 1 : 0;
  known_ = known;
  if (fruitless_ > kFruitlessErrands) return std::nullopt;
  if (auto errand = telling_look(outlook)) return errand;
  if (auto errand = seen_again(outlook)) return errand;
  if (auto errand = look_before_press(outlook)) return errand;
  if (auto errand = press(outlook)) return errand;
  if (auto errand = planned(outlook)) return errand;
  if (auto errand = joint_look(outlook)) return errand;
  if (auto errand = joint_press(outlook)) return errand;
  if (auto errand = begun_anew(outlook)) return errand;
  passed_ = exhausted_ && hopeless_.empty() && given_up_.empty();
  return std::nullopt;
}

std::string ClosingChecks::what_is_open() const {
  if (!begun_ || passed_) return "";
  if (!hopeless_.empty()) {
    const auto& [button, door] = *hopeless_.begin();
    return fmt::format("whether {} does to {} what it did before could not be tried again",
                       play_.belief().buttons()[button].id, play_.belief().doors()[door].id);
  }
  if (!given_up_.empty()) return "something could not be done again that was done before";
  return "not all buttons were tried again with each door closed and open";
}

}  // namespace questproof
