// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/reduce/phase.h"
#include "core/model/reduce/variable_set.h"

namespace questproof {

// Which variables are live at each location of a phase: some path from there reads the variable
// before it is overwritten. Reads are: the guards of events that may be enabled at the location,
// the conditions in their bodies, values that flow into variables which are live afterwards, whatever
// a possible fault depends on, and at every location itself what the quests ask there. The phase's
// own variables are live everywhere.
class Liveness {
 public:
  // `model` and `phase` must outlive this.
  Liveness(const GameModel& model, const Phase& phase);

  const VariableSet& at(std::size_t location) const { return live_[location]; }

  // A point in the body of one event: what is still to run is list[next ..] and then `after`.
  // Points of one list must always come with the same `after`.
  struct Point {
    const std::vector<Statement>* list = nullptr;
    std::size_t next = 0;
    const Point* after = nullptr;  // null: the event ends
  };

  // What is true at a point when the phase has the location there.
  struct Ahead {
    VariableSet live;         // before what is still to run
    std::vector<bool> exits;  // per location: the event may end there
  };

  // Answers are remembered until `forget`; call it between events.
  const Ahead& ahead(const Point& point, std::size_t location);
  void forget() { known_.clear(); }

 private:
  using Key = std::tuple<const std::vector<Statement>*, std::size_t, std::size_t>;

  void start();
  Ahead compute(const Point& point, std::size_t location);
  Ahead compute_choice(const Statement& statement, const Point& after, std::size_t location);
  Ahead exit(std::size_t location) const;
  void join(Ahead& ahead, const Ahead& other) const;

  const GameModel& model_;
  const Phase& phase_;
  std::vector<VariableSet> live_;  // per location
  std::map<Key, Ahead> known_;
};

}  // namespace questproof
