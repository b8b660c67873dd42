// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/games/samples/sample_games.h"

namespace questproof::samples {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Nothing but counters cut down to what is asked of them: 99 shells are many, 5 are enough.
constexpr const char* kPlain = "none,saturate-counters";

std::vector<std::string> quest_names(const Certified& game) {
  std::vector<std::string> names;
  for (const Quest& quest : game.model.quests) names.push_back(quest.name);
  return names;
}

GameModel shipped() { return load_sample("borrowed_hour/as_shipped.quest"); }
GameModel wrong_key() { return load_sample("borrowed_hour/wrong_key.quest"); }

TEST(BorrowedHourTest, IsAsLargeAsItClaims) {
  const GameModel model = shipped();
  std::map<std::string, std::size_t> content;
  for (const Content& one : model.contents) ++content[one.kind];
  EXPECT_GE(content["scene"], 40u);
  EXPECT_GE(content["item"], 40u);
  EXPECT_EQ(model.quests.size(), 12u);
  EXPECT_EQ(model.variants.size(), 3u);
}

TEST(BorrowedHourTest, AsShippedEveryQuestIsProvedAndEverythingCanBeSeen) {
  const Certified game = certify_game(shipped(), kPlain);
  EXPECT_EQ(game.result.verdict, Verdict::kProved);
  EXPECT_TRUE(game.result.verified);
  EXPECT_THAT(game.result.faults, IsEmpty());
  EXPECT_EQ(game.result.profile.states, 374246u);
  EXPECT_EQ(game.result.profile.transitions, 1434396u);
  EXPECT_THAT(events_never_possible(game), IsEmpty());
  EXPECT_THAT(branches_never_run(game), IsEmpty());

  const Certified reduced = certify_game(shipped(), "default");
  EXPECT_LT(reduced.result.profile.states, game.result.profile.states);
  for (const std::string& name : quest_names(game)) {
    SCOPED_TRACE(name);
    const QuestResult& plain = game.quest(name);
    EXPECT_EQ(plain.verdict, Verdict::kProved);
    ASSERT_TRUE(plain.completion.has_value());
    EXPECT_EQ(reduced.quest(name).verdict, Verdict::kProved);
    EXPECT_EQ(reduced.quest(name).completion->steps.size(), plain.completion->steps.size());
    EXPECT_EQ(reduced.quest(name).farthest_distance, plain.farthest_distance);
  }
}

TEST(BorrowedHourTest, TheWrongKeyIsRefutedAtItsLineAndNowhereElse) {
  const Certified game = certify_game(wrong_key(), kPlain);
  EXPECT_EQ(game.result.profile.states, 374630u);
  EXPECT_EQ(game.result.profile.transitions, 1436388u);
  const std::string mistake = line_with("borrowed_hour/wrong_key/stacks_of_songs.quest",
                                        "OnUse(ITEM_WAX_KEY, ENTITY_MUSIC_CABINET)");
  for (const std::string& name : quest_names(game)) {
    SCOPED_TRACE(name);
    const QuestResult& quest = game.quest(name);
    if (name != "QUEST_BORROWED_HOUR" && name != "QUEST_FILE") {
      EXPECT_EQ(quest.verdict, Verdict::kProved);
      continue;
    }
    EXPECT_EQ(quest.verdict, Verdict::kRefuted);
    EXPECT_EQ(quest.blocked_states, 384u);
    EXPECT_EQ(quest.fatal_transitions, 16u);
    EXPECT_THAT(fatal_lines(game, quest), ElementsAre(mistake));
  }
}

}  // namespace
}  // namespace questproof::samples
