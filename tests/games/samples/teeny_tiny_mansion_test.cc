// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "tests/games/samples/sample_games.h"

namespace questproof::samples {
namespace {

// Found with two other programs of other authors' making: the model checker and the Markov chain that
// were published with the game (2017).
struct Mansion {
  const char* version;
  std::uint64_t starts;
  std::uint64_t states;  // the finished game not counted
  std::uint64_t transitions;
  std::uint64_t blocked;
  std::uint64_t starts_blocked;
  std::optional<std::size_t> shortest_fatal;  // the first step into the trap from a live start
  double stuck;                               // of players who pick at random, in percent
};

std::ostream& operator<<(std::ostream& out, const Mansion& mansion) {
  return out << mansion.version;
}

class TeenyTinyMansionTest : public ::testing::TestWithParam<Mansion> {};

TEST_P(TeenyTinyMansionTest, HasThePublishedFigures) {
  const Mansion& expected = GetParam();
  GameModel model = load_sample(std::string("teeny_tiny_mansion/") + expected.version + ".quest");
  EXPECT_EQ(model.variants.size(), expected.starts);
  const Certified game = certify_game(std::move(model), "none", true);
  const QuestResult& quest = game.quest("QUEST_FINISH");
  EXPECT_EQ(game.result.profile.states, expected.states + 1);
  EXPECT_EQ(game.result.profile.transitions, expected.transitions);
  EXPECT_EQ(quest.done_states, 1u);
  EXPECT_EQ(quest.blocked_states, expected.blocked);
  EXPECT_EQ(quest.initial_blocked, expected.starts_blocked);
  EXPECT_EQ(quest.verdict, expected.blocked == 0 ? Verdict::kProved : Verdict::kRefuted);
  EXPECT_EQ(quest.farthest_distance, 14u);
  ASSERT_TRUE(quest.random_play.has_value());
  EXPECT_TRUE(quest.random_play->exact);
  EXPECT_NEAR(quest.random_play->stuck_probability * 100, expected.stuck, 0.005);
  if (!expected.shortest_fatal) {
    EXPECT_EQ(quest.fatal_transitions, 0u);
    return;
  }
  ASSERT_FALSE(quest.fatal_events.empty());
  EXPECT_EQ(quest.fatal_events.front().shortest.steps.size(), *expected.shortest_fatal);
}

INSTANTIATE_TEST_SUITE_P(
    Versions, TeenyTinyMansionTest,
    ::testing::Values(Mansion{"as_designed", 48, 628, 1512, 0, 0, std::nullopt, 0},
                      Mansion{"both_bugs", 64, 784, 1808, 144, 16, 2, 78.46},
                      Mansion{"green_key_bug", 64, 720, 1694, 92, 16, std::nullopt, 25.00},
                      Mansion{"help_me_bug", 48, 688, 1620, 48, 0, 2, 71.28}),
    [](const auto& instance) { return std::string(instance.param.version); });

}  // namespace
}  // namespace questproof::samples
