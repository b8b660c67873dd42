// SPDX-License-Identifier: MIT
#include "tests/support/expect_symbolic.h"

#include <gtest/gtest.h>

namespace questproof::testing_support {
namespace {

void expect_same_quest(const SymbolicCertification& symbolic, const QuestResult& expected,
                       const QuestResult& found) {
  EXPECT_EQ(found.verdict, expected.verdict);
  EXPECT_EQ(found.done_states, expected.done_states);
  EXPECT_EQ(found.pending_states, expected.pending_states);
  EXPECT_EQ(found.blocked_states, expected.blocked_states);
  EXPECT_EQ(found.initial_blocked, expected.initial_blocked);
  EXPECT_EQ(found.counterexample, expected.counterexample);
  EXPECT_EQ(found.fatal_transitions, expected.fatal_transitions);
  if (symbolic.completions_known) {
    EXPECT_EQ(found.completion, expected.completion);
  }
  if (symbolic.farthest_known) {
    EXPECT_EQ(found.farthest_distance, expected.farthest_distance);
    EXPECT_EQ(found.farthest, expected.farthest);
  }
  if (!symbolic.routes_known) return;
  ASSERT_EQ(found.fatal_events.size(), expected.fatal_events.size());
  for (std::size_t i = 0; i < found.fatal_events.size(); ++i) {
    EXPECT_EQ(found.fatal_events[i].event, expected.fatal_events[i].event);
    EXPECT_EQ(found.fatal_events[i].branches, expected.fatal_events[i].branches);
    EXPECT_EQ(found.fatal_events[i].count, expected.fatal_events[i].count);
    EXPECT_EQ(found.fatal_events[i].shortest, expected.fatal_events[i].shortest);
  }
}

}  // namespace

void expect_same_findings(const CompiledModel& compiled, const Certification& found_explicitly,
                          const SymbolicCertification& symbolic) {
  const Certification& expected = found_explicitly;
  const Certification& found = symbolic.certification;
  ASSERT_EQ(symbolic.limit, "");
  EXPECT_EQ(found.verdict, expected.verdict);
  EXPECT_EQ(symbolic.states, BigCount(expected.profile.states));
  EXPECT_EQ(symbolic.transitions, BigCount(expected.profile.transitions));
  EXPECT_EQ(symbolic.deadlocks, BigCount(expected.profile.deadlocks));
  EXPECT_EQ(found.profile.states, expected.profile.states);
  EXPECT_EQ(found.profile.transitions, expected.profile.transitions);
  EXPECT_EQ(found.profile.deadlocks, expected.profile.deadlocks);
  if (symbolic.levels_known) {
    EXPECT_EQ(found.profile.states_per_level, expected.profile.states_per_level);
  }
  ASSERT_EQ(found.enabled.size(), expected.enabled.size());
  for (std::size_t label = 0; label < found.enabled.size(); ++label) {
    if (compiled.label(label).coverage_only) {
      EXPECT_EQ(found.enabled[label] > 0, expected.enabled[label] > 0) << "label " << label;
    } else {
      EXPECT_EQ(found.enabled[label], expected.enabled[label]) << "label " << label;
    }
  }
  ASSERT_EQ(found.faults.size(), expected.faults.size());
  for (std::size_t i = 0; i < found.faults.size(); ++i) {
    EXPECT_EQ(found.faults[i].event, expected.faults[i].event);
    EXPECT_EQ(found.faults[i].branches, expected.faults[i].branches);
    EXPECT_EQ(found.faults[i].shortest, expected.faults[i].shortest);
  }
  ASSERT_EQ(found.quests.size(), expected.quests.size());
  for (std::size_t q = 0; q < found.quests.size(); ++q) {
    expect_same_quest(symbolic, expected.quests[q], found.quests[q]);
  }
}

Certification certify_explicitly(const CompiledModel& compiled) {
  SearchOptions options;
  options.threads = 1;
  options.partitions = 1;
  options.verify = false;
  options.random_play = false;
  options.distances = Distances::kAlways;
  return certify(compiled, nullptr, options);
}

}  // namespace questproof::testing_support
