// SPDX-License-Identifier: MIT
// What the model of a script holds and what it leaves out: quests, pruned variables, warnings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/script/lint.h"
#include "games/script/pruning.h"
#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> variables_of(const GameModel& model) {
  std::vector<std::string> names;
  for (const Variable& variable : model.variables) names.push_back(variable.name);
  return names;
}

const char* const kQuiet = R"(
Boolean(V, false)
Start(A)
Quest(Q) { DoneWhen(V) }
Scene(A)
{
    Entity(STONE)
    Entity(CURTAIN)
    OnActivate(STONE) { BeginMatch(IsVisible(STONE)) { SetVar(V, true); } EndMatch } EndEvent
    OnActivate(CURTAIN) { SetVisible(CURTAIN, false); SetInteractive(STONE, true); } EndEvent
    OnDelay(NEVER) { } EndEvent
    Exit(B)
}
Scene(B) { Exit(A) }
)";

TEST(ScriptPruningTest, WhatNeverChangesIsLeftOut) {
  const GameModel model = model_of(kQuiet);
  EXPECT_THAT(variables_of(model), ElementsAre("V", "IsVisible(CURTAIN)", "Scene"));
  const Event& stone = model.events[0];
  EXPECT_EQ(to_string(model, stone.guard), "Scene == A");
  EXPECT_EQ(stone.body[0].branches[0].condition.kind, Condition::Kind::kTrue);
  const Event& curtain = model.events[1];
  EXPECT_EQ(to_string(model, curtain.guard), "Scene == A && IsVisible(CURTAIN) == true");
  EXPECT_EQ(curtain.body.size(), 1U) << "setting what is set already is dropped";
  const Event& exit = model.events[3];
  EXPECT_EQ(exit.name, "A/Exit(B)");
  EXPECT_EQ(exit.body.size(), 1U) << "a delay that never runs need not be cancelled";
  EXPECT_EQ(model.events[2].guard.kind, Condition::Kind::kFalse);
  validate(model);
}

TEST(ScriptPruningTest, DeclaredVariablesStay) {
  const GameModel model = model_of(
      "Boolean(V, false) Boolean(W, false) Integer(ONE, 3..3, 3) Item(I)\n"
      "Rule(R, !W && ONE == 3 && !HasItem(I)) { SetVar(V, true); } Quest(Q) { DoneWhen(V) }");
  EXPECT_THAT(variables_of(model), ElementsAre("V", "W", "ONE", "I"));
}

TEST(ScriptPruningTest, ASceneAloneTakesNoVariable) {
  const GameModel model = model_of(
      "Boolean(V, false) Start(A) Quest(Q) { DoneWhen(V) }\n"
      "Scene(A) { Rule(R, InScene(A)) { SetVar(V, true); GoToScene(A); } }");
  EXPECT_THAT(variables_of(model), ElementsAre("V"));
}

TEST(ScriptQuestsTest, QuestsHaveTitlesAndConditions) {
  const GameModel model = model_of(R"(
Integer(N, 0..3, 0)
Rule(R, true) { SetVar(N, 3); }
Quest(QUEST_FIND_CAT, main) { Title("Find the cat") OpenWhen(N >= 1) DoneWhen(N == 2) FailedWhen(N == 3) }
Quest(QUEST_FEED_CAT) { DoneWhen(N == 3) }
)");
  ASSERT_EQ(model.quests.size(), 2U);
  EXPECT_EQ(model.quests[0].title, "Find the cat");
  EXPECT_TRUE(model.quests[0].main);
  EXPECT_EQ(to_string(model, model.quests[0].open), "N >= 1");
  EXPECT_EQ(to_string(model, model.quests[0].done), "N == 2");
  EXPECT_EQ(to_string(model, model.quests[0].failed), "N == 3");
  EXPECT_EQ(model.quests[1].title, "feed cat");
  EXPECT_FALSE(model.quests[1].main);
  EXPECT_EQ(model.quests[1].open.kind, Condition::Kind::kTrue);
  EXPECT_EQ(model.quests[1].failed.kind, Condition::Kind::kFalse);
}

TEST(ScriptLintTest, WhatIsDeclaredForNothingIsWarnedOf) {
  EXPECT_THAT(warnings_of(R"(Boolean(V, false)
Boolean(UNREAD, false)
Integer(UNWRITTEN, 0..3, 0)
Item(NEVER_HAD)
Start(A)
Quest(Q) { DoneWhen(V && UNWRITTEN == 0 && HasItem(NEVER_HAD)) }
Scene(A)
{
    Entity(GHOST, hidden)
    Rule(R, true) { SetVar(V, true); SetVar(UNREAD, true); }
    OnDelay(LATER) { } EndEvent
}
Scene(B) { }
Dialogue(D) { Proposition(P) }
Procedure(UNCALLED) { }
)"),
              ElementsAre("2:9 UNREAD is never read", "3:9 UNWRITTEN never changes",
                          "4:6 NEVER_HAD can never be had", "9:12 GHOST can never be seen",
                          "11:13 LATER is never started", "13:7 B is a scene that nothing leads to",
                          "14:10 D is never started", "15:1 UNCALLED is never called"));
}

TEST(ScriptLintTest, AGameWithoutQuestIsWarnedOf) {
  EXPECT_THAT(warnings_of("Boolean(V, false) Rule(R, !V) { SetVar(V, true); }"),
              ElementsAre("0:0 the game has no quest: there is nothing to prove"));
}

TEST(ScriptLintTest, AnExternalVariableIsWritten) {
  EXPECT_THAT(warnings_of("Boolean(V, false) External(V) Quest(Q) { DoneWhen(V) }"), IsEmpty());
}

}  // namespace
}  // namespace questproof::testing_script
