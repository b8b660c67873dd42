// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/games/samples/sample_games.h"

namespace questproof::samples {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Certified certify_betrayal(const std::string& version) {
  return certify_game(load_sample("betrayal/" + version + ".quest"), "none");
}

TEST(BetrayalTest, WhoKillsAnselmAndThenDenouncesBrandtIsStuck) {
  const Certified game = certify_betrayal("broken");
  const QuestResult& quest = game.quest("QUEST_TREASURY");
  EXPECT_EQ(game.result.profile.states, 23u);
  EXPECT_EQ(game.result.profile.transitions, 35u);
  EXPECT_EQ(quest.verdict, Verdict::kRefuted);
  EXPECT_EQ(quest.blocked_states, 1u);
  ASSERT_TRUE(quest.counterexample.has_value());
  EXPECT_EQ(quest.counterexample->steps.size(), 2u);
  EXPECT_THAT(fatal_lines(game, quest),
              ElementsAre(line_with("betrayal/shared/town.quest", "Rule(DENOUNCE_BRANDT")));
}

TEST(BetrayalTest, AnselmWhoDropsTheSealIsProved) {
  const Certified game = certify_betrayal("repaired_drop");
  EXPECT_EQ(game.result.verdict, Verdict::kProved);
  EXPECT_EQ(game.result.profile.states, 21u);
  EXPECT_EQ(game.result.profile.transitions, 33u);
}

TEST(BetrayalTest, TheSwordBehindTheDoorIsProved) {
  const Certified game = certify_betrayal("repaired_sword");
  EXPECT_EQ(game.result.verdict, Verdict::kProved);
  EXPECT_EQ(game.result.profile.states, 15u);
  EXPECT_EQ(game.result.profile.transitions, 20u);
}

TEST(BetrayalTest, TheTreasuryIsThreeStepsAwayInEveryVersion) {
  for (const char* version : {"broken", "repaired_drop", "repaired_sword"}) {
    SCOPED_TRACE(version);
    const Certified game = certify_betrayal(version);
    ASSERT_TRUE(game.quest("QUEST_TREASURY").completion.has_value());
    EXPECT_EQ(game.quest("QUEST_TREASURY").completion->steps.size(), 3u);
    EXPECT_THAT(events_never_possible(game), IsEmpty());
  }
}

}  // namespace
}  // namespace questproof::samples
