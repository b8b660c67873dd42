// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/games/samples/sample_games.h"

namespace questproof::samples {
namespace {

// Runs generate.py and certifies what it has written.
Certified certify_generated(const std::string& arguments) {
  const std::filesystem::path source(QUESTPROOF_SOURCE_DIR);
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / (std::string("quest_family_") + test->name());
  std::filesystem::remove_all(folder);
  const std::string command = "python3 '" +
                              (source / "games/samples/quest_family/generate.py").string() + "' " +
                              arguments + " -o '" + folder.string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  Certified game = certify_game(load_without_complaint(folder), "none");
  std::filesystem::remove_all(folder);
  return game;
}

void expect_figures(const Certified& game, std::uint64_t states, std::uint64_t transitions) {
  EXPECT_EQ(game.result.profile.states, states);
  EXPECT_EQ(game.result.profile.transitions, transitions);
}

TEST(QuestFamilyTest, SizeXsHasItsFiguresAndIsProved) {
  const Certified game = certify_generated("xs");
  expect_figures(game, 90768, 391974);
  EXPECT_EQ(game.result.profile.states_per_level.size(), 35u);
  EXPECT_EQ(game.result.verdict, Verdict::kProved);
}

TEST(QuestFamilyTest, TheSmallBoardOfTilesHasItsFigures) {
  const Certified game = certify_generated("tiles33");
  expect_figures(game, 181440, 483840);
  EXPECT_EQ(game.result.profile.states_per_level.size(), 32u);
  EXPECT_EQ(game.result.verdict, Verdict::kProved);
}

TEST(QuestFamilySlowTest, SizeSHasItsFiguresAndIsProved) {
  const Certified game = certify_generated("s");
  expect_figures(game, 1653180, 7150384);
  EXPECT_EQ(game.result.profile.states_per_level.size(), 42u);
  EXPECT_EQ(game.result.verdict, Verdict::kProved);
}

TEST(QuestFamilySlowTest, SizeDmWithDeadEndsIsRefutedAfterTwoSteps) {
  const Certified game = certify_generated("dm --dead");
  expect_figures(game, 3877900, 15840722);
  const QuestResult& quest = game.quest("QUEST_CASTLE");
  EXPECT_EQ(quest.verdict, Verdict::kRefuted);
  EXPECT_EQ(quest.blocked_states, 29800u);
  ASSERT_TRUE(quest.counterexample.has_value());
  EXPECT_EQ(quest.counterexample->steps.size(), 2u);
}

}  // namespace
}  // namespace questproof::samples
