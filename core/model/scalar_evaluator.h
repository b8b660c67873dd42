// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/bytecode.h"
#include "core/model/game_model.h"
#include "core/model/guard_tree.h"
#include "core/model/label_table.h"
#include "core/model/state_layout.h"

namespace questproof {

// The successors of states one by one, by bytecode: for the events that cannot become rules, and for
// whoever has a single state.
//
// Immutable; threads share it, each with rows and scratch memory of its own.
class ScalarEvaluator {
 public:
  // The arguments must outlive the evaluator. Requires: labels of all events.
  ScalarEvaluator(const GameModel& model, const StateLayout& layout, const LabelTable& labels);

  // For some of the events only.
  ScalarEvaluator(const GameModel& model, const StateLayout& layout, const LabelTable& labels,
                  const std::vector<EventId>& events);

  // Replaces the rows by those of the state. Order: by event, and by label as chance goes.
  void successors(StateView state, SuccessorRows& rows, std::vector<Word>& scratch) const;

  bool empty() const { return candidates_.empty(); }

 private:
  struct Candidate {
    std::uint32_t entry = 0;  // of an event's program
    Bytecode::FirstTest first_test;
  };

  Bytecode bytecode_;
  std::vector<Candidate> candidates_;  // all events
  GuardTree tree_;                     // which of them a state can meet
};

}  // namespace questproof
