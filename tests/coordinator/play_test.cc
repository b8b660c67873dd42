// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "coordinator/bench_model_builder.h"
#include "coordinator/play_guide.h"
#include "coordinator/play_session.h"
#include "tests/coordinator/betrayal.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string played(const GameModel& model, const std::string& input, CommandOptions options = {},
                   const std::string& from = "") {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream error;
  Console console{.in = in, .out = out, .error = error, .paint = {}, .error_paint = {}};
  const GivenState start = read_state(model, from, "");
  PlayGuide guide(model, start, options, console);
  PlaySession(model, start, guide, options, console).run();
  return out.str();
}

GameModel coin() {
  BenchModelBuilder builder("Coin");
  const VariableId side = builder.variable("VAR_SIDE", 0, 2);
  builder.event(
      "toss", Condition::equals(side, 0),
      {BenchModelBuilder::choose({{Condition::always(), {BenchModelBuilder::assign(side, 1)}},
                                  {Condition::always(), {BenchModelBuilder::assign(side, 2)}}})});
  builder.quest("QUEST_HEADS", Condition::equals(side, 1));
  return builder.build();
}

TEST(PlayTest, ListsWhatCanBeDone) {
  const std::string text = played(betrayal(), "quit\n");
  EXPECT_THAT(text, HasSubstr("1  BetrayA"));
  EXPECT_THAT(text, HasSubstr("3  KillA"));
  EXPECT_THAT(text, Not(HasSubstr("Buy")));
}

TEST(PlayTest, WarnsTheMomentAQuestIsLostAndTellsWhy) {
  const std::string text = played(betrayal(), "3\nquests\nwhy\nundo\nquests\n");
  EXPECT_THAT(text, HasSubstr("WARNING: QUEST_AREA can no longer be done."));
  EXPECT_THAT(text, HasSubstr("BLOCKED"));
  EXPECT_THAT(text, HasSubstr("QUEST_AREA was lost in step 1: KillA"));
  EXPECT_THAT(text, HasSubstr("kept A_ALIVE at 1 (not 0)"));
  EXPECT_THAT(text, HasSubstr("Taken back: KillA"));
  EXPECT_LT(text.find("BLOCKED"), text.find("Taken back"));
  EXPECT_EQ(text.find("BLOCKED", text.find("Taken back")), std::string::npos);
}

TEST(PlayTest, FollowingTheHintsFinishesTheQuest) {
  const std::string text = played(betrayal(), "hint\n1\nhint\n1\nhint\n1\nhint QUEST_AREA\n");
  EXPECT_THAT(text, HasSubstr("3 steps to go"));
  EXPECT_THAT(text, HasSubstr("2 steps to go"));
  EXPECT_THAT(text, HasSubstr("1 step to go"));
  EXPECT_THAT(text, HasSubstr("DONE: QUEST_AREA is done."));
}

TEST(PlayTest, CanBeginInAGivenState) {
  const std::string text = played(betrayal(), "why\n", {}, "A_ALIVE=0");
  EXPECT_THAT(text, HasSubstr("WARNING: QUEST_AREA cannot be done from here."));
  EXPECT_THAT(text, HasSubstr("blocked when this play began"));
}

TEST(PlayTest, TheDieIsSeededOrAsked) {
  CommandOptions options;
  options.seed = 7;
  EXPECT_EQ(played(coin(), "1\n", options), played(coin(), "1\n", options));
  options.ask = true;
  EXPECT_THAT(played(coin(), "1\n1\n", options), HasSubstr("VAR_SIDE 0 -> 1"));
  EXPECT_THAT(played(coin(), "1\n2\n", options), HasSubstr("VAR_SIDE 0 -> 2"));
  EXPECT_THAT(played(coin(), "1\n2\n", options), HasSubstr("QUEST_HEADS can no longer be done"));
  EXPECT_THAT(played(coin(), "1\nx\n", options), HasSubstr("nothing was done"));
}

TEST(PlayTest, SaysWhatIsWrongWithACommand) {
  const std::string text = played(betrayal(), "99\nundo\nhelp\nundoo\nhint QUEST_ARA\nsave\n");
  EXPECT_THAT(text, HasSubstr("Choose from 1 to 3."));
  EXPECT_THAT(text, HasSubstr("nothing to take back"));
  EXPECT_THAT(text, HasSubstr("did you mean 'undo'?"));
  EXPECT_THAT(text, HasSubstr("did you mean 'QUEST_AREA'?"));
  EXPECT_THAT(text, HasSubstr("save FILE"));
}

TEST(PlayTest, ASavedPlayGoesOnWhereItStood) {
  const std::string path = testing::TempDir() + "questproof_play_test.json";
  played(betrayal(), "1\n1\nsave " + path + "\n");
  const std::string text = played(betrayal(), "look\n", {}, path);
  EXPECT_THAT(text, HasSubstr("You have: KEY"));
  const GivenState state = read_state(betrayal(), path, "");
  EXPECT_EQ(state.history.size(), 2U);
}

}  // namespace
}  // namespace questproof
