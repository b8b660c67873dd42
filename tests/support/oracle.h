// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/model/game_model.h"

// What is true of a small game, computed in the plainest way there is: sets and maps of unpacked
// values, one state after the other, fixpoints without an order. It shares nothing with the
// project but the data of a GameModel; conditions and statements are evaluated here once more. The
// search, the reductions, the exports and the naive evaluator are all held against it.
namespace questproof::oracle {

// One way of running an event: its branches in the order in which they ran, the body branch first.
struct Label {
  EventId event;
  std::vector<BranchId> branches;
  bool fault = false;
  auto operator<=>(const Label&) const = default;
};

// What running an event once came to. `values` is meaningful when there is no fault.
struct Run {
  Label label;
  Valuation values;
};

bool holds(const Condition& condition, const Valuation& values);

// All ways of running all enabled events, those that change nothing included.
std::vector<Run> runs(const GameModel& model, const Valuation& values);

// Transitions from a state that is not blocked into one that is, through one label.
struct Fatal {
  std::uint64_t count = 0;
  std::uint32_t length = 0;  // of the shortest path that ends with such a transition
  bool operator==(const Fatal&) const = default;
};

struct QuestFigures {
  std::uint64_t done = 0;
  std::uint64_t pending = 0;                    // open, not done, not failed
  std::uint64_t blocked = 0;                    // pending, and no path leads to a done state
  std::uint64_t initial_blocked = 0;            // distinct initial states that are blocked
  std::optional<std::uint32_t> completion;      // length of the shortest path to a done state
  std::optional<std::uint32_t> counterexample;  // length of the shortest path to a blocked state
  std::optional<std::uint32_t> farthest;        // largest distance to done of a pending state that
                                                // is not blocked; empty when there is none
  std::map<Label, Fatal> fatal;

  // A player who picks each transition of a state with equal chance, from the distinct initial
  // states with equal chance, until the quest is done or no path leads to done any more.
  struct Play {
    double stuck_probability = 0;
    double expected_events = 0;
  };
  std::optional<Play> play;  // empty when not asked for, or when the iteration did not settle
};

struct Figures {
  std::vector<std::uint64_t> states_per_level;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;           // (state, label, other state)
  std::uint64_t deadlocks = 0;             // states without a transition
  std::map<Label, std::uint64_t> enabled;  // states in which a label is enabled
  std::map<Label, std::uint32_t> faults;   // label to the depth of the first state that has it
  std::vector<bool> branch_runs;           // per branch: runs in some reachable state
  std::vector<QuestFigures> quests;
  std::set<Valuation> reachable;
};

struct Options {
  std::size_t state_limit = 20000;
  bool random_play = false;
};

// Empty when more states than the limit are reachable.
std::optional<Figures> explore(const GameModel& model, const Options& options = {});

}  // namespace questproof::oracle
