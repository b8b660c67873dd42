// SPDX-License-Identifier: MIT
// The games that the language reference shows are games: what it says about them is so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

using ::testing::ElementsAre;

// The code blocks of the reference that begin with Game(.
std::vector<std::string> games_in_readme() {
  std::ifstream stream(QUESTPROOF_SOURCE_DIR "/games/script/README.md");
  std::stringstream text;
  text << stream.rdbuf();
  std::vector<std::string> games;
  const std::string all = text.str();
  for (std::size_t at = all.find("```\nGame("); at != std::string::npos;
       at = all.find("```\nGame(", at + 4)) {
    const std::size_t begin = at + 4;
    games.push_back(all.substr(begin, all.find("\n```", begin) - begin));
  }
  return games;
}

TEST(ScriptReadmeTest, TheCrabCanBeCaughtAndLost) {
  ASSERT_EQ(games_in_readme().size(), 2U);
  Player player(games_in_readme()[0]);
  EXPECT_EQ(player.model().name, "The crab");
  Player lucky = player;
  lucky.play("SCENE_HARBOR/OnActivate(ENTITY_CRAB)");
  EXPECT_TRUE(lucky.quest_done("QUEST_CRAB"));
  player.play("External(VAR_STORM, true)")
      .play("SCENE_HARBOR/Exit(SCENE_MARKET)")
      .play("SCENE_MARKET/Exit(SCENE_HARBOR)");
  EXPECT_FALSE(player.can("SCENE_HARBOR/OnActivate(ENTITY_CRAB)"));
  EXPECT_THAT(player.possible(),
              ElementsAre("SCENE_HARBOR/Exit(SCENE_MARKET)", "External(VAR_STORM, false)",
                          "External(VAR_STORM, true)"));
}

TEST(ScriptReadmeTest, TheBucketsHoldFourLitresInEightSteps) {
  Player player(games_in_readme()[1]);
  EXPECT_EQ(player.model().variables.size(), 2U);
  player.play("FILL_SMALL").play("POUR[3,5]").play("FILL_SMALL").play("POUR[3,2]");
  EXPECT_EQ(player.value("BIG_BUCKET"), 5);
  EXPECT_EQ(player.value("SMALL_BUCKET"), 1);
  player.play("EMPTY_BIG").play("POUR[1,5]").play("FILL_SMALL");
  EXPECT_FALSE(player.quest_done("FOUR_LITRES"));
  player.play("POUR[3,4]");
  EXPECT_TRUE(player.quest_done("FOUR_LITRES"));
}

}  // namespace
}  // namespace questproof::testing_script
