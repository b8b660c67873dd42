// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "worker/errand.h"
#include "worker/outlook.h"
#include "worker/task.h"

namespace questproof {

// The errands that there are from where an agent stands, of which the cheapest is kept. A cost is a way's, weighed by
// what the errand is worth.
class Offers {
 public:
  explicit Offers(const Outlook& outlook) : outlook_(outlook) {}

  const std::optional<Errand>& best() const { return best_; }

  void add(const Errand& errand);

  // What lies beyond the edge of what was seen.
  void add_exploring();
  // Buttons that were never pressed.
  void add_presses();
  // To see to a task that has not been done.
  void add_task(const AgentTask& task);
  // Doors of which it is open how they are. `goal`: the door that the task is about, or KnownZones::kNone. Unless
  // `all_doors`, only those that lead to something new count, and the goal.
  void add_looks(std::size_t goal, bool all_doors);
  // Presses after which a look, from where one can walk to then, tells something that is open.
  void add_experiments(std::size_t goal, bool all_doors);

 private:
  bool is_useful(std::size_t door, std::size_t goal, bool all_doors) const;

  const Outlook& outlook_;
  std::optional<Errand> best_;
};

// The door that a task is about, or KnownZones::kNone.
std::size_t door_of(const std::optional<AgentTask>& task, const Belief& belief);

}  // namespace questproof
