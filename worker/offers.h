// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>

#include "worker/errand.h"
#include "worker/fellows.h"
#include "worker/outlook.h"
#include "worker/task.h"

namespace questproof {

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
  // Doors of which it is open how they are. `goals`: the doors that open tasks are about. Unless `all_doors`, only
  // those that lead to something new count, and the goals.
  void add_looks(const std::set<std::size_t>& goals, bool all_doors);
  // Presses after which a look, from where one can walk to then, tells something that is open.
  void add_experiments(const std::set<std::size_t>& goals, bool all_doors);

 private:
  bool is_useful(std::size_t door, const std::set<std::size_t>& goals, bool all_doors) const;

  const Outlook& outlook_;
  const Fellows* fellows_;
  std::optional<Errand> best_;
};

// An errand as fellows are told of it.
Fellows::Plan plan_of(const Errand& errand, const Belief& belief);

// The door that a task is about, or KnownZones::kNone.
std::size_t door_of(const std::optional<AgentTask>& task, const Belief& belief);

}  // namespace questproof
