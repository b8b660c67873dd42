// SPDX-License-Identifier: MIT
#include "games/script/dialogues.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string talk(const std::string& propositions, const std::string& more = "") {
  return R"(
Integer(N, 0..9, 0, saturate)
Boolean(F, false)
Boolean(G, false)
Rule(TALK, true) { StartDialogue(D); }
Rule(SET_F, true) { SetVar(F, true); }
Rule(SET_G, true) { SetVar(G, true); }
Quest(Q) { DoneWhen(N == 9 && F && G) }
Dialogue(D)
{
)" + propositions +
         "}\n" + more;
}

TEST(ScriptDialoguesTest, OnlyPropositionsArePossibleWhileOneGoesOn) {
  Player player(talk(R"(
    Proposition(HELLO, "Hello.") { AddVar(N, 1); }
    Proposition(BYE, "Goodbye.") { ExitDialogue; AddVar(N, 2); })"));
  EXPECT_FALSE(player.can("D/HELLO"));
  player.play("TALK");
  EXPECT_THAT(player.possible(), ElementsAre("D/HELLO", "D/BYE"));
  player.play("D/HELLO").play("D/HELLO").play("D/BYE");
  EXPECT_EQ(player.value("N"), 4);
  EXPECT_EQ(player.shown("Dialogue"), "none");
  EXPECT_TRUE(player.can("TALK"));
  EXPECT_EQ(player.model().events[player.event("D/HELLO").index].label, "\"Hello.\"");
}

TEST(ScriptDialoguesTest, WhatTheEngineDoesGoesOn) {
  Player player(talk("Proposition(A) { }", R"(
Boolean(X, false)
External(X)
Rule(ENGINE, X, external) { AddVar(N, 1); }
Rule(CHANCE, X, chance) { AddVar(N, 1); })"));
  player.play("TALK").play("External(X, true)");
  EXPECT_TRUE(player.can("ENGINE"));
  EXPECT_FALSE(player.can("CHANCE"));
}

TEST(ScriptDialoguesTest, NestedPropositionsFollowTheirParent) {
  Player player(talk(R"(
    Proposition(A)
    {
        AddVar(N, 1);
        Proposition(A1) { AddVar(N, 1); }
        Proposition(A2) { Back; }
        Proposition(A3) { Proposition(DEEP) { ExitDialogue; } }
    }
    Proposition(B) { })"));
  player.play("TALK");
  EXPECT_THAT(player.possible(), ElementsAre("D/A", "D/B"));
  player.play("D/A");
  EXPECT_THAT(player.possible(), ElementsAre("D/A1", "D/A2", "D/A3"));
  EXPECT_EQ(player.shown("Dialogue"), "D/A");
  player.play("D/A1");
  EXPECT_EQ(player.shown("Dialogue"), "D/A") << "a leaf stays at its place";
  Player other = player;
  other.play("D/A2");
  EXPECT_THAT(other.possible(), ElementsAre("D/A", "D/B"));
  player.play("D/A3").play("D/DEEP");
  EXPECT_EQ(player.shown("Dialogue"), "none");
}

TEST(ScriptDialoguesTest, OnceIsRememberedAndExhaustedPlacesAreLeft) {
  Player player(talk(R"(
    Proposition(A, once)
    {
        Proposition(A1, once) { }
        Proposition(A2, F) { }
    }
    Proposition(B, "b", once) { BeginMatch(Said(D, A)) { AddVar(N, 1); } EndMatch })"));
  player.play("TALK").play("D/A").play("D/A1");
  EXPECT_THAT(player.possible(), ElementsAre("D/B"))
      << "out of the place of A, where nothing is left";
  player.play("D/B");
  EXPECT_EQ(player.shown("Dialogue"), "none") << "nothing is left anywhere";
  EXPECT_EQ(player.value("N"), 1);
  player.play("TALK");
  EXPECT_EQ(player.shown("Dialogue"), "none") << "a dialogue with nothing on offer does not begin";
}

TEST(ScriptDialoguesTest, ConditionsDecideWhatIsOnOffer) {
  Player player(talk("Proposition(A, F && N == 0) { ExitDialogue; }"));
  player.play("TALK");
  EXPECT_EQ(player.shown("Dialogue"), "none");
  player.play("SET_F").play("TALK");
  EXPECT_TRUE(player.can("D/A"));
}

TEST(ScriptDialoguesTest, ConditionalExitsAndStops) {
  Player player(talk(R"(
    Proposition(A)
    {
        BeginMatch(F) { ExitDialogue; } EndMatch
        AddVar(N, 1);
        Proposition(A1) { Stop; }
    })"));
  Player inside = player;
  inside.play("TALK").play("D/A");
  EXPECT_THAT(inside.possible(), ElementsAre("D/A1"));
  inside.play("D/A1");
  EXPECT_THAT(inside.possible(), ElementsAre("D/A1"));
  player.play("SET_F").play("TALK").play("D/A");
  EXPECT_EQ(player.shown("Dialogue"), "none");
  EXPECT_EQ(player.value("N"), 1);
}

TEST(ScriptDialoguesTest, AfterAStopTheDialogueGoesOn) {
  Player nested(talk("Proposition(A) { Proposition(A1) { ExitDialogue; } Stop; }"));
  nested.play("TALK").play("D/A");
  EXPECT_THAT(nested.possible(), ElementsAre("D/A1"));
  Player spent(talk("Proposition(A, once) { BeginMatch(F) { } Otherwise { Stop; } EndMatch }"));
  spent.play("TALK").play("D/A");
  EXPECT_EQ(spent.shown("Dialogue"), "none");
}

TEST(ScriptDialoguesTest, AStopAfterTheEndOfADialogueDoesNotReviveIt) {
  Player player(
      talk("Proposition(A) { BeginMatch(F) { ExitDialogue; Stop; } EndMatch AddVar(N, 1); }"));
  player.play("SET_F").play("TALK").play("D/A");
  EXPECT_EQ(player.shown("Dialogue"), "none");
  EXPECT_EQ(player.value("N"), 0);
}

TEST(ScriptDialoguesTest, ChangingTheSceneEndsTheDialogue) {
  const std::string game = R"(
Integer(N, 0..9, 0)
Start(S)
Quest(Q) { DoneWhen(N == 1) }
Scene(S)
{
    Entity(E)
    OnActivate(E) { StartDialogue(D); } EndEvent
    OnDelay(L) { AddVar(N, 1); } EndEvent
    Dialogue(D)
    {
        Proposition(GO) { GoToScene(T); }
        Proposition(WAIT) { StartDelay(L); ExitDialogue; }
    }
}
Scene(T) { Exit(S) }
)";
  Player player(game);
  player.play("S/OnActivate(E)");
  EXPECT_FALSE(player.can("S/OnDelay(L)"));
  EXPECT_EQ(player.model().events[player.event("D/GO").index].scene, "S");
  Player stays = player;
  stays.play("D/WAIT").play("S/OnDelay(L)");
  EXPECT_TRUE(stays.quest_done("Q"));
  player.play("D/GO");
  EXPECT_EQ(player.shown("Scene"), "T");
  EXPECT_EQ(player.shown("Dialogue"), "none");
}

TEST(ScriptDialoguesTest, OneDialogueMayStartAnother) {
  Player player(
      talk("Proposition(A) { StartDialogue(E); }",
           "Dialogue(E) { Proposition(X, \"x\", F) { } Proposition(Y, !F) { ExitDialogue; } }"));
  player.play("TALK").play("D/A");
  EXPECT_THAT(player.possible(), ElementsAre("E/Y"));
}

TEST(ScriptDialoguesTest, DialoguesThatStartEachOtherAreAnError) {
  EXPECT_THAT(
      errors_of(talk("Proposition(A) { StartDialogue(E); }",
                     "Dialogue(E) { Proposition(X) { StartDialogue(D); } }")),
      ElementsAre("12:32 E starts D again (a dialogue goes on by itself; to begin anew, end "
                  "it and let an event start it)"));
  EXPECT_THAT(
      errors_of(talk("Proposition(A) { StartDialogue(D); }")),
      ElementsAre("11:18 D starts D again (a dialogue goes on by itself; to begin anew, end "
                  "it and let an event start it)"));
}

// Its place is the same whether it goes on or was begun anew, so the two would be mixed up.
TEST(ScriptDialoguesTest, ADialogueDoesNotBeginAnewFromItsOwnPropositions) {
  const std::string again =
      "D starts D again (a dialogue goes on by itself; to begin anew, end it and let an event "
      "start it)";
  EXPECT_THAT(errors_of(talk("Proposition(A, F) { ExitDialogue; StartDialogue(D); }")),
              ElementsAre("11:35 " + again));
  EXPECT_THAT(
      errors_of(talk("Proposition(A) { BeginMatch(F) { AGAIN(); } EndMatch Proposition(B) { } }",
                     "Procedure(AGAIN) { ExitDialogue; StartDialogue(D); }")),
      ElementsAre("12:34 " + again));
}

TEST(ScriptDialoguesTest, ADialogueThatTheNextSceneBeginsAnewStandsAtItsFirstPlace) {
  Player player(R"(
Boolean(F, true)
Rule(LOSE, F) { SetVar(F, false); }
Start(S)
Quest(Q) { DoneWhen(InDialogue(D)) }
Dialogue(D)
{
    Proposition(GO, F) { GoToScene(T); Proposition(NESTED) { } }
}
Scene(S) { OnEnter() { StartDialogue(D); } EndEvent }
Scene(T) { OnEnter() { StartDialogue(D); Stop; } EndEvent }
)");
  player.play("D/GO");
  EXPECT_EQ(player.shown("Scene"), "T");
  EXPECT_THAT(player.possible(), ElementsAre("D/GO"));
}

TEST(ScriptDialoguesTest, ASolvedPuzzleMayBeginAnew) {
  Player player(R"(
Integer(N, 0..9, 0)
Rule(BEGIN, true) { StartDialogue(P); }
Quest(Q) { DoneWhen(N == 2) }
Puzzle(P)
{
    Proposition(LOW) { }
    Proposition(HIGH) { }
    Order(LOW, HIGH)
    OnSolved() { AddVar(N, 1); BeginMatch(N < 2) { StartDialogue(P); } EndMatch } EndEvent
}
)");
  player.play("BEGIN").play("P/LOW").play("P/HIGH").play("P/LOW").play("P/HIGH");
  EXPECT_TRUE(player.quest_done("Q"));
  EXPECT_EQ(player.shown("Dialogue"), "none");
}

const char* const kPuzzle = R"(
Integer(N, 0..9, 0)
Integer(WRONG, 0..9, 0, saturate)
Boolean(F, false)
Rule(BEGIN, true) { StartDialogue(P); }
Rule(SET_F, true) { SetVar(F, true); }
Quest(Q) { DoneWhen(N == 1 && WRONG == 0) }
Puzzle(P)
{
    Proposition(LOW) { }
    Proposition(HIGH, "high")
    Proposition(ODD, F)
    Order(LOW, HIGH, LOW)
    OnSolved() { AddVar(N, 1); } EndEvent
    OnWrong() { AddVar(WRONG, 1); } EndEvent
}
)";

TEST(ScriptDialoguesTest, APuzzleIsSolvedInItsOrder) {
  Player player(kPuzzle);
  player.play("BEGIN");
  EXPECT_THAT(player.possible(), ElementsAre("P/LOW", "P/HIGH", "P/Leave"));
  player.play("P/LOW").play("P/HIGH");
  EXPECT_EQ(player.shown("Dialogue"), "P step 2");
  player.play("P/LOW");
  EXPECT_TRUE(player.quest_done("Q"));
  EXPECT_EQ(player.shown("Dialogue"), "none");
}

TEST(ScriptDialoguesTest, AWrongStepBeginsThePuzzleAnew) {
  Player player(kPuzzle);
  player.play("SET_F").play("BEGIN").play("P/LOW").play("P/LOW");
  EXPECT_EQ(player.shown("Dialogue"), "P") << "the wrong one is not the first of a new try";
  EXPECT_EQ(player.value("WRONG"), 1);
  player.play("P/LOW").play("P/ODD");
  EXPECT_EQ(player.shown("Dialogue"), "P");
  EXPECT_EQ(player.value("WRONG"), 2);
  player.play("P/LOW").play("P/Leave");
  EXPECT_EQ(player.shown("Dialogue"), "none");
  player.play("BEGIN");
  EXPECT_EQ(player.shown("Dialogue"), "P") << "left puzzles are found at their beginning";
}

TEST(ScriptDialoguesTest, APuzzleNeedsOrderAndOnSolved) {
  EXPECT_THAT(errors_of("Boolean(V, false)\nQuest(Q) { DoneWhen(V) }\n"
                        "Puzzle(P) { Proposition(A) NoLeave }\n"
                        "Puzzle(O) { Proposition(ABC) Order(ABD) OnSolved() { } EndEvent }\n"),
              ElementsAre("3:1 P has no OnSolved (OnSolved() { ... } EndEvent)",
                          "3:1 P has no Order (Order(PROPOSITION, ...))",
                          "4:36 ABD is no proposition of O (did you mean ABC?)"));
}

TEST(ScriptDialoguesTest, PropositionsInLoopsHaveNamesOfTheirOwn) {
  Player player(talk("ForEach(I in 1..3) { Proposition(ASK, N != I) { SetVar(N, I); } }"));
  player.play("TALK");
  EXPECT_THAT(player.possible(), ElementsAre("D/ASK[1]", "D/ASK[2]", "D/ASK[3]"));
  player.play("D/ASK[2]");
  EXPECT_THAT(player.possible(), ElementsAre("D/ASK[1]", "D/ASK[3]"));
}

TEST(ScriptDialoguesTest, SaidAsksOnlyWhatIsRemembered) {
  EXPECT_THAT(errors_of(talk("Proposition(A) { BeginMatch(Said(D, A)) { } EndMatch\n"
                             "BeginMatch(Said(D, B)) { } EndMatch }")),
              ElementsAre("11:37 whether A was said is not remembered (declare the proposition "
                          "`once`, or set a variable in it)",
                          "12:20 B is no proposition of D"));
}

TEST(ScriptDialoguesTest, BackAndExitNeedADialogue) {
  EXPECT_THAT(
      errors_of(talk("Proposition(A) { }",
                     "Rule(R, true) {\nExitDialogue; }\n"
                     "Rule(S, true) {\nBack; }\n")),
      ElementsAre("13:1 ExitDialogue where no dialogue goes on (remove it)",
                  "15:1 Back stands among the actions of a proposition of a dialogue only"));
}

TEST(ScriptDialoguesTest, PropositionsAreContents) {
  const GameModel model = model_of(talk("Proposition(A) { Proposition(A1) { } }"));
  std::vector<std::string> names;
  for (const Content& content : model.contents) names.push_back(content.kind + " " + content.name);
  EXPECT_THAT(names, ElementsAre("dialogue D", "proposition D/A", "proposition D/A1"));
  EXPECT_EQ(model.contents[1].sites.size(), 1U);
}

}  // namespace
}  // namespace questproof::testing_script
