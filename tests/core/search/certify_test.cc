// SPDX-License-Identifier: MIT
#include "core/search/certify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/error.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/graph_space.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::difference;
using testing_support::explore_graph;
using testing_support::GraphSpace;
using testing_support::LabelledGraph;
using testing_support::scratch_folder;

// A key (1) opens the door (2); selling it (3) springs a trap that two more events (4) lead into.
//   0 --take--> 1 --open--> 2       0 --take twice--> 1 (another label)
//               1 --sell--> 3 --walk--> 4
LabelledGraph key_and_door() {
  LabelledGraph graph = LabelledGraph::numbered(5, 5);
  graph.edges = {{0, 0, 1}, {0, 4, 1}, {1, 1, 2}, {1, 2, 3}, {3, 3, 4}};
  graph.initial = {0};
  graph.add_quest({2}, {0, 1, 3, 4});
  return graph;
}

std::vector<std::uint32_t> events(const Trace& trace) {
  std::vector<std::uint32_t> result;
  for (const Step& step : trace.steps) result.push_back(step.event.index);
  return result;
}

TEST(CertifyTest, RefutesWithTheShortestWayIntoTheTrap) {
  const GraphSpace space(key_and_door());
  const Certification found = certify(space, nullptr, {.threads = 1});
  EXPECT_EQ(found.verdict, Verdict::kRefuted);
  EXPECT_TRUE(found.complete);
  EXPECT_TRUE(found.verified);
  EXPECT_EQ(found.profile.states_per_level, (std::vector<std::uint64_t>{1, 1, 2, 1}));
  EXPECT_EQ(found.profile.transitions, 5u);
  EXPECT_EQ(found.profile.deadlocks, 2u);
  const QuestResult& quest = found.quests[0];
  EXPECT_EQ(quest.blocked_states, 2u);
  EXPECT_EQ(events(*quest.counterexample), (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(events(*quest.completion), (std::vector<std::uint32_t>{0, 1}));
  ASSERT_EQ(quest.fatal_events.size(), 1u);
  EXPECT_EQ(quest.fatal_events[0].event.index, 2u);
  EXPECT_EQ(quest.fatal_transitions, 1u) << "walking on inside the trap is not fatal any more";
  EXPECT_EQ(quest.farthest_distance, 2u);
  ASSERT_TRUE(quest.random_play.has_value());
  EXPECT_DOUBLE_EQ(quest.random_play->stuck_probability, 0.5);
  EXPECT_DOUBLE_EQ(quest.random_play->expected_events, 2);
  EXPECT_EQ(difference(space.graph(), explore_graph(space.graph()), found), "");
}

TEST(CertifyTest, ProvesWhenTheTrapHasAWayOut) {
  LabelledGraph graph = key_and_door();
  graph.edges.push_back({4, 0, 0});
  const Certification found = certify(GraphSpace(graph), nullptr, {});
  EXPECT_EQ(found.verdict, Verdict::kProved);
  EXPECT_EQ(found.quests[0].verdict, Verdict::kProved);
  EXPECT_EQ(found.quests[0].farthest_distance, 4u);
}

TEST(CertifyTest, NoQuestsNothingToRefute) {
  LabelledGraph graph = key_and_door();
  graph.quests.clear();
  const Certification found = certify(GraphSpace(graph), nullptr, {});
  EXPECT_EQ(found.verdict, Verdict::kProved);
  EXPECT_TRUE(found.verified);
  EXPECT_EQ(found.profile.states, 5u);
}

TEST(CertifyTest, AFaultMakesEveryVerdictUnknown) {
  LabelledGraph graph = key_and_door();
  graph.add_quest({0}, {});
  graph.labels[3].fault = true;
  graph.edges.pop_back();
  graph.faults = {{3, 3}};
  const Certification found = certify(GraphSpace(graph), nullptr, {});
  EXPECT_EQ(found.verdict, Verdict::kUnknown);
  for (const QuestResult& quest : found.quests) EXPECT_EQ(quest.verdict, Verdict::kUnknown);
  ASSERT_EQ(found.faults.size(), 1u);
  EXPECT_EQ(found.faults[0].event.index, 3u);
  EXPECT_EQ(events(found.faults[0].shortest), (std::vector<std::uint32_t>{0, 2}));
}

TEST(CertifyTest, AFaultThatIsNeverReachedDoesNotMatter) {
  LabelledGraph graph = key_and_door();
  graph.rows.push_back({77});
  for (auto* list : {&graph.quests[0].done, &graph.quests[0].pending}) list->push_back(false);
  graph.faults = {{5, 3}};
  EXPECT_EQ(certify(GraphSpace(graph), nullptr, {}).verdict, Verdict::kRefuted);
}

TEST(CertifyTest, AMemoryLimitMakesTheVerdictUnknownAndSaysWhere) {
  const GraphSpace space(key_and_door());
  const Certification found = certify(space, nullptr, {.threads = 1, .memory_bytes = 1});
  EXPECT_EQ(found.verdict, Verdict::kUnknown);
  EXPECT_EQ(found.quests.at(0).verdict, Verdict::kUnknown);
  EXPECT_FALSE(found.complete);
  EXPECT_FALSE(found.verified);
  EXPECT_EQ(found.solved, nullptr);
  EXPECT_THAT(found.limit, HasSubstr("memory limit"));
  EXPECT_THAT(found.limit, HasSubstr("on level 0 after 1 states"));
}

TEST(CertifyTest, AScratchFolderDoesNotHelpWhenNothingCanBeGivenUp) {
  const GraphSpace space(key_and_door());
  const Certification found = certify(
      space, nullptr, {.threads = 1, .memory_bytes = 1, .scratch_directory = scratch_folder()});
  EXPECT_EQ(found.verdict, Verdict::kUnknown);
  EXPECT_THAT(found.limit, HasSubstr("memory limit"));
}

// Wherever the disk is full the verdict is unknown, and nothing else goes wrong.
TEST(CertifyTest, AFullDiskMakesTheVerdictUnknown) {
  const GraphSpace space(key_and_door());
  const std::string whole = certify(space, nullptr, {.threads = 2}).profile.to_string();
  int unknown = 0;
  int refuted = 0;
  for (std::uint64_t pages = 1; pages < 60; ++pages) {
    const Certification found = certify(space, nullptr,
                                        {.threads = 2,
                                         .scratch_directory = scratch_folder(),
                                         .disk_bytes = pages * 4096,
                                         .scratch_from_bytes = 1,
                                         .partitions = 4});
    if (found.verdict == Verdict::kUnknown) {
      EXPECT_THAT(found.limit, HasSubstr("of disk reached")) << pages;
      EXPECT_EQ(found.solved, nullptr);
      ++unknown;
    } else {
      EXPECT_EQ(found.verdict, Verdict::kRefuted);
      EXPECT_EQ(found.profile.to_string(), whole);
      EXPECT_EQ(found.limit, "");
      ++refuted;
    }
  }
  EXPECT_GT(unknown, 3);
  EXPECT_GT(refuted, 3);
}

// The answers outlive the search, and so does the scratch that they lie in.
TEST(CertifyTest, AnswersAreReadFromScratch) {
  const GraphSpace space(key_and_door());
  const Certification plain = certify(space, nullptr, {.threads = 1});
  const Certification paged =
      certify(space, nullptr,
              {.threads = 1, .scratch_directory = scratch_folder(), .scratch_from_bytes = 1});
  ASSERT_NE(plain.solved, nullptr);
  ASSERT_NE(paged.solved, nullptr);
  for (const auto& row : key_and_door().rows) {
    EXPECT_EQ(paged.solved->depth(row), plain.solved->depth(row));
    const auto standing = plain.solved->standing(row, 0);
    const auto again = paged.solved->standing(row, 0);
    ASSERT_EQ(again.has_value(), standing.has_value());
    if (standing) {
      EXPECT_EQ(again->distance, standing->distance);
    }
  }
}

TEST(CertifyTest, ATimeLimitMakesTheVerdictUnknown) {
  const GraphSpace space(key_and_door());
  const Certification found = certify(space, nullptr, {.threads = 2, .time_seconds = 1e-9});
  EXPECT_EQ(found.verdict, Verdict::kUnknown);
  EXPECT_THAT(found.limit, HasSubstr("time limit"));
}

// Stopped at any later point by a watch that runs out of time: never a verdict without a proof.
TEST(CertifyTest, WhereverItStopsNothingIsProvedTooEarly) {
  LabelledGraph graph = LabelledGraph::numbered(3000, 2);
  for (std::uint32_t s = 0; s + 1 < 3000; ++s) {
    graph.edges.push_back({s, 0, s + 1});
    graph.edges.push_back({s, 1, s / 2});
  }
  graph.initial = {0};
  graph.add_quest({2999}, {0});
  const GraphSpace space(graph);
  int stopped = 0;
  for (double seconds = 1e-4; seconds < 0.5; seconds *= 1.3) {
    const Certification found =
        certify(space, nullptr,
                {.threads = 1, .time_seconds = seconds, .partitions = 16, .random_play = false});
    if (found.verdict == Verdict::kProved) {
      EXPECT_TRUE(found.complete && found.verified);
      EXPECT_EQ(found.quests[0].blocked_states, 0u);
    } else {
      EXPECT_EQ(found.verdict, Verdict::kUnknown);
      EXPECT_FALSE(found.verified);
      EXPECT_NE(found.limit, "");
      ++stopped;
    }
  }
  EXPECT_GT(stopped, 3);
}

TEST(CertifyTest, AnotherSpaceThatDisagreesStopsTheRun) {
  const GraphSpace space(key_and_door());
  LabelledGraph other = key_and_door();
  other.edges.pop_back();
  EXPECT_THROW(certify(space, std::make_unique<GraphSpace>(other).get(), {}), Error);
}

TEST(CertifyTest, WithoutTheVerifyPassNothingIsVerified) {
  const GraphSpace space(key_and_door());
  const Certification found =
      certify(space, nullptr, {.threads = 1, .verify = false, .random_play = false});
  EXPECT_EQ(found.verdict, Verdict::kRefuted);
  EXPECT_FALSE(found.verified);
  EXPECT_FALSE(found.quests[0].random_play.has_value());
}

TEST(CertifyTest, EveryPhaseIsMeasured) {
  std::vector<std::string> names;
  for (const PhaseFigures& phase : certify(GraphSpace(key_and_door()), nullptr, {}).phases) {
    names.push_back(phase.phase);
    EXPECT_GE(phase.seconds, 0);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"forward", "one-way events", "backward", "verify",
                                             "random play", "paths"}));
}

TEST(CertifyTest, TooManyWordsAreAnInputError) {
  LabelledGraph graph;
  graph.word_bits.assign(33, 64);
  EXPECT_THROW(certify(GraphSpace(graph), nullptr, {}), Error);
}

// A chain of states from which the quest is lost at the end.
LabelledGraph chain(std::uint32_t length) {
  LabelledGraph graph = LabelledGraph::numbered(length + 1, 1);
  std::vector<std::uint32_t> all;
  for (std::uint32_t s = 0; s < length; ++s) {
    graph.edges.push_back({s, 0, s + 1});
    all.push_back(s);
  }
  all.push_back(length);
  graph.initial = {0};
  graph.add_quest({length}, {all.begin(), all.end() - 1});
  graph.add_quest({length / 2}, all);
  graph.quests[1].pending[length / 2] = false;
  return graph;
}

void check_chain(std::uint32_t length) {
  const GraphSpace space(chain(length));
  const Certification found = certify(space, nullptr, {.threads = 1, .partitions = 2});
  ASSERT_EQ(found.profile.states_per_level.size(), length + 1);
  EXPECT_EQ(found.verdict, Verdict::kRefuted);
  EXPECT_TRUE(found.verified);
  EXPECT_EQ(found.quests[0].verdict, Verdict::kProved);
  EXPECT_EQ(found.quests[0].completion->steps.size(), length);
  EXPECT_EQ(found.quests[0].farthest_distance, length);
  EXPECT_DOUBLE_EQ(found.quests[0].random_play->expected_events, length);
  EXPECT_EQ(found.quests[1].counterexample->steps.size(), length / 2 + 1);
  EXPECT_EQ(found.quests[1].blocked_states, length - length / 2);
  EXPECT_EQ(found.quests[1].fatal_events[0].shortest.steps.size(), length / 2 + 1);
}

TEST(CertifyTest, LevelsBeyondOneByte) {
  for (const std::uint32_t length : {254u, 255u, 256u, 1000u}) check_chain(length);
}
TEST(CertifySlowTest, LevelsBeyondTwoBytes) { check_chain(66000); }

}  // namespace
}  // namespace questproof
