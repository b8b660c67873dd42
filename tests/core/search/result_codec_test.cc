// SPDX-License-Identifier: MIT
#include "core/search/result_codec.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/graph_space.h"
#include "tests/support/random_graph.h"

namespace questproof {
namespace {

using testing_support::GraphSpace;
using testing_support::Random;
using testing_support::random_graph;

// Of real certifications, since only those have everything.
TEST(ResultCodecTest, ResultsComeBack) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const GraphSpace space(random_graph(random));
    Certification found = certify(space, nullptr, {.threads = 1});
    const StoredResult result{found.verified, found.quests, found.faults, found.phases};
    const std::vector<std::uint8_t> bytes = encode_result(result);
    const StoredResult back = decode_result(bytes);
    ASSERT_EQ(encode_result(back), bytes);
    ASSERT_EQ(back.verified, result.verified);
    ASSERT_EQ(back.phases.size(), result.phases.size());
    ASSERT_EQ(back.phases[0].phase, result.phases[0].phase);
    ASSERT_EQ(back.faults.size(), result.faults.size());
    ASSERT_EQ(back.quests.size(), result.quests.size());
    for (std::size_t q = 0; q < back.quests.size(); ++q) {
      const QuestResult& one = result.quests[q];
      const QuestResult& two = back.quests[q];
      ASSERT_EQ(two.done_states, one.done_states);
      ASSERT_EQ(two.pending_states, one.pending_states);
      ASSERT_EQ(two.blocked_states, one.blocked_states);
      ASSERT_EQ(two.initial_blocked, one.initial_blocked);
      ASSERT_EQ(two.completion, one.completion);
      ASSERT_EQ(two.counterexample, one.counterexample);
      ASSERT_EQ(two.farthest, one.farthest);
      ASSERT_EQ(two.farthest_distance, one.farthest_distance);
      ASSERT_EQ(two.fatal_transitions, one.fatal_transitions);
      ASSERT_EQ(two.fatal_events.size(), one.fatal_events.size());
      for (std::size_t f = 0; f < one.fatal_events.size(); ++f) {
        ASSERT_EQ(two.fatal_events[f].event, one.fatal_events[f].event);
        ASSERT_EQ(two.fatal_events[f].branches, one.fatal_events[f].branches);
        ASSERT_EQ(two.fatal_events[f].count, one.fatal_events[f].count);
        ASSERT_EQ(two.fatal_events[f].shortest, one.fatal_events[f].shortest);
      }
      ASSERT_EQ(two.random_play.has_value(), one.random_play.has_value());
      if (one.random_play) {
        ASSERT_EQ(two.random_play->expected_events, one.random_play->expected_events);
        ASSERT_EQ(two.random_play->stuck_probability, one.random_play->stuck_probability);
      }
    }
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 16) {
      ASSERT_THROW(decode_result(std::span(bytes).first(size)), Error) << size;
    }
  }
}

TEST(ResultCodecTest, OutcomesComeBack) {
  Random random(3);
  std::vector<QuestOutcome> outcomes(5);
  for (QuestOutcome& outcome : outcomes) {
    DeadEnds& ends = outcome.dead_ends;
    ends.blocked_states = random.next();
    ends.first_blocked = Sighting{static_cast<std::uint32_t>(random.next() % 99), {random.next()}};
    if (random.next() % 2 == 0) ends.farthest = Sighting{7, {1, random.next()}};
    ends.farthest_distance = static_cast<std::uint32_t>(random.next());
    ends.fatal_transitions = random.next();
    ends.fatal.push_back({4, random.next(), Sighting{3, {random.next()}}, {random.next()}});
    outcome.initial_blocked = random.next() % 5;
  }
  outcomes[1].random_play = RandomPlay{0.25, 17.5, false, 0.01, 0.5, 1000, 24};
  const std::vector<std::uint8_t> bytes = encode_outcomes(outcomes);
  const std::vector<QuestOutcome> back = decode_outcomes(bytes);
  EXPECT_EQ(encode_outcomes(back), bytes);
  ASSERT_EQ(back.size(), outcomes.size());
  for (std::size_t q = 0; q < back.size(); ++q) {
    const DeadEnds& one = outcomes[q].dead_ends;
    const DeadEnds& two = back[q].dead_ends;
    EXPECT_EQ(two.blocked_states, one.blocked_states);
    EXPECT_EQ(two.first_blocked, one.first_blocked);
    EXPECT_EQ(two.farthest, one.farthest);
    EXPECT_EQ(two.farthest_distance, one.farthest_distance);
    EXPECT_EQ(two.fatal_transitions, one.fatal_transitions);
    ASSERT_EQ(two.fatal.size(), 1u);
    EXPECT_EQ(two.fatal[0].label, one.fatal[0].label);
    EXPECT_EQ(two.fatal[0].count, one.fatal[0].count);
    EXPECT_EQ(two.fatal[0].source, one.fatal[0].source);
    EXPECT_EQ(two.fatal[0].destination, one.fatal[0].destination);
    EXPECT_EQ(back[q].initial_blocked, outcomes[q].initial_blocked);
  }
  ASSERT_TRUE(back[1].random_play.has_value());
  EXPECT_EQ(back[1].random_play->samples, 1000u);
  EXPECT_EQ(back[1].random_play->unfinished, 24u);
  EXPECT_FALSE(back[1].random_play->exact);
}

}  // namespace
}  // namespace questproof
