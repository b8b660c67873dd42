// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "worker/errand.h"
#include "worker/fellows.h"
#include "worker/look_round.h"
#include "worker/outlook.h"
#include "worker/press_tour.h"
#include "worker/task.h"

namespace questproof {

// What looks at doors are for.
struct Wanted {
  std::set<std::size_t> goals = {};  // doors that open tasks are about
  bool all_doors = false;  // else only those that lead to something new count, and the goals
  bool all_wires = false;  // what makes wires certain counts, however likely its outcome is
  std::set<std::size_t> left_alone = {};  // doors that are not looked at for now
};

// Whether a look at a door is for what is wanted.
bool is_useful(const Outlook& outlook, std::size_t door, const Wanted& wanted);

// Whether it is worth while to press buttons for a look at it.
bool is_worth_a_test(const Outlook& outlook, std::size_t door, const Wanted& wanted);

// What a look at a door is worth after presses that leave these unknowns open: the more, the likelier the door is to be
// other than guessed, and where all wires count, the more wires it can be expected to make certain.
double value_of_look(const KnownDoor& known, const Presses& open, std::size_t door,
                     const Wanted& wanted);
// What each step of the way to a look costs: the less likely the door is to be other than guessed, the more.
double price_of_look(double surprise, std::size_t door, const Wanted& wanted);
inline constexpr double kLeastPriceOfLook = 0.5;

// The errands that there are from where an agent stands, of which the cheapest is kept. A cost is a way's, weighed by
// what the errand is worth; what fellows are about costs more.
class Offers {
 public:
  explicit Offers(const Outlook& outlook, const Fellows* fellows = nullptr)
      : outlook_(outlook), fellows_(fellows) {}

  const std::optional<Errand>& best() const { return best_; }

  void add(const Errand& errand);

  // What lies beyond the edge of what was seen.
  void add_exploring();
  // Buttons that were never pressed.
  void add_presses();
  // To see to a task that has not been done.
  void add_task(const AgentTask& task);
  // Doors of which it is open how they are.
  void add_looks(const Wanted& wanted);
  // Presses after which a look, from where one can walk to then, tells something that is open.
  void add_experiments(const Wanted& wanted);
  // The next step to learn all wires (survey.h), instead of these two.
  void add_survey(const Wanted& wanted);

 private:
  std::vector<LookStop> open_doors(const Presses& presses, const Wanted& wanted) const;
  double price_of_test(const PressTour& tour, std::size_t door, const Wanted& wanted) const;

  const Outlook& outlook_;
  const Fellows* fellows_;
  std::optional<Errand> best_;
};

// An errand as fellows are told of it.
Fellows::Plan plan_of(const Errand& errand, const Belief& belief);

// The door that a task is about, or KnownZones::kNone.
std::size_t door_of(const std::optional<AgentTask>& task, const Belief& belief);

}  // namespace questproof
