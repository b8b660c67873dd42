// SPDX-License-Identifier: MIT
#include "core/model/scalar_evaluator.h"

namespace questproof {
namespace {

std::vector<EventId> all_events(const GameModel& model) {
  std::vector<EventId> events;
  for (std::uint32_t i = 0; i < model.events.size(); ++i) events.push_back({i});
  return events;
}

}  // namespace

ScalarEvaluator::ScalarEvaluator(const GameModel& model, const StateLayout& layout,
                                 const LabelTable& labels)
    : ScalarEvaluator(model, layout, labels, all_events(model)) {}

ScalarEvaluator::ScalarEvaluator(const GameModel& model, const StateLayout& layout,
                                 const LabelTable& labels, const std::vector<EventId>& events)
    : bytecode_(model, layout, labels), tree_(make_guard_tree(model, layout, events)) {
  for (const EventId event : events) {
    const std::uint32_t entry = bytecode_.compile_event(event);
    candidates_.push_back({entry, bytecode_.first_test(entry)});
  }
}

void ScalarEvaluator::successors(StateView state, SuccessorRows& rows,
                                 std::vector<Word>& scratch) const {
  rows.clear();
  for (const std::uint32_t event : tree_.events(state)) {
    const Candidate& candidate = candidates_[event];
    if (candidate.first_test.passes(state.data())) {
      bytecode_.run(candidate.entry, state, rows, scratch);
    }
  }
}

}  // namespace questproof
