// SPDX-License-Identifier: MIT
#include "games/script/actions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

using ::testing::ElementsAre;

// One rule R with the given actions over some variables.
std::string rule(const std::string& actions) {
  return R"(
Enumeration(Color, RED, GREEN, BLUE)
Enumerated(COLOR, Color, RED)
Integer(A, 0..5, 1)
Integer(B, 0..5, 4)
Integer(S, 0..5, 1, saturate)
Integer(W, -2..5, 1, wrap)
Boolean(F, false)
Item(I, 3, 1)
Item(J, 3, 1, saturate)
Quest(Q) { DoneWhen(A == B && F && S == W && COLOR == BLUE && ItemCount(I) == ItemCount(J)) }
Rule(R, true) {)" +
         actions + "}\n";
}

TEST(ScriptActionsTest, VariablesAreSetFromConstantsAndVariables) {
  Player player(
      rule("SetVar(A, 5); SetVar(B, A); SetVar(F, 1); SetVar(COLOR, GREEN); "
           "SetVar(S, ItemCount(I));"));
  player.play("R");
  EXPECT_EQ(player.value("B"), 5) << "later actions see what earlier ones did";
  EXPECT_EQ(player.value("F"), 1);
  EXPECT_EQ(player.shown("COLOR"), "GREEN");
  EXPECT_EQ(player.value("S"), 1);
}

TEST(ScriptActionsTest, OverflowIsAnsweredAsDeclared) {
  Player player(rule("AddVar(S, 9); SubtractVar(W, 4); AddItem(J, 3);"));
  player.play("R");
  EXPECT_EQ(player.value("S"), 5);
  EXPECT_EQ(player.value("W"), 5) << "1 - 4 = -3 wraps around -2..5";
  EXPECT_EQ(player.value("J"), 3);
  EXPECT_TRUE(Player(rule("AddVar(A, B); AddVar(A, 1);")).faults("R"));
  EXPECT_TRUE(Player(rule("RemoveItem(I, 2);")).faults("R"));
  EXPECT_FALSE(Player(rule("AddVar(A, B);")).faults("R"));
}

TEST(ScriptActionsTest, ItemsAreAddedRemovedAndSet) {
  Player player(rule("AddItem(I, 2); RemoveItem(I); SetItem(J, 0);"));
  player.play("R");
  EXPECT_EQ(player.value("I"), 2);
  EXPECT_EQ(player.value("J"), 0);
}

TEST(ScriptActionsTest, TheFirstMatchingPartRuns) {
  const std::string game = rule(R"(
    BeginMatch(A, 1) { SetVar(A, 2); }
    OtherwiseMatch(A == 2 && F) { SetVar(A, 3); }
    OtherwiseMatch(A == 2) { SetVar(F, true); }
    Otherwise { SetVar(A, 0); }
    EndMatch)");
  Player player(game);
  player.play("R");
  EXPECT_EQ(player.value("A"), 2);
  player.play("R");
  EXPECT_EQ(player.value("F"), 1);
  player.play("R");
  EXPECT_EQ(player.value("A"), 3);
  player.play("R");
  EXPECT_EQ(player.value("A"), 0);
  const GameModel model = model_of(game);
  std::vector<std::string> texts;
  for (const BranchInfo& branch : model.branches) texts.push_back(branch.text);
  EXPECT_THAT(texts, ElementsAre("R", "A == 1", "A == 2 && F", "A == 2", "otherwise"));
}

TEST(ScriptActionsTest, ChanceHasOneWayForEachPossibleOption) {
  Player player(rule(R"(
    Choose
    {
        Option("low") { SetVar(A, 0); }
        Option(F) { SetVar(A, 3); }
        ForEach(N in 4..5) { Option { SetVar(A, N); } }
    })"));
  EXPECT_EQ(player.ways("R").size(), 3U);
  player.play("R", 2);
  EXPECT_EQ(player.value("A"), 5);
}

TEST(ScriptActionsTest, StopEndsTheEventFromInsideAProcedure) {
  Player player(rule("END_IF_ONE(A); SetVar(F, true);") + R"(
Procedure(END_IF_ONE, V) { BeginMatch(V, 1) { SetVar(V, 2); Stop; } EndMatch })");
  player.play("R");
  EXPECT_EQ(player.value("A"), 2);
  EXPECT_EQ(player.value("F"), 0);
  player.play("R");
  EXPECT_EQ(player.value("F"), 1);
}

TEST(ScriptActionsTest, ProceduresTakeNamesAndConstants) {
  Player player(rule("PUT(A, 2 + 1); PUT(COLOR, BLUE); GIVE(I);") + R"(
Procedure(PUT, V, X) { SetVar(V, X); }
Procedure(GIVE, THING) { AddItem(THING); })");
  player.play("R");
  EXPECT_EQ(player.value("A"), 3);
  EXPECT_EQ(player.shown("COLOR"), "BLUE");
  EXPECT_EQ(player.value("I"), 2);
}

TEST(ScriptActionsTest, PresentationHasNoEffectButItsBranchStays) {
  const GameModel model = model_of(rule(R"(
    BeginMatch(A == 1) { Say(MIA, "hello"); Wait(3, F, I); }
    EndMatch)") + R"(
Names(actor, MIA)
Presentation Say(actor, text)
Presentation Wait(integer, boolean, item)
)");
  ASSERT_EQ(model.events[0].body.size(), 1U);
  EXPECT_TRUE(model.events[0].body[0].branches[0].body.empty());
  EXPECT_EQ(model.branches.size(), 2U);
}

TEST(ScriptActionsTest, OnlyWhatIsNamedIsWritten) {
  const GameModel model = model_of(rule("BeginMatch(F) { SetVar(A, 2); } EndMatch"));
  ASSERT_EQ(model.events[0].body.size(), 1U);
  const Statement& match = model.events[0].body[0];
  ASSERT_EQ(match.branches.size(), 1U);
  ASSERT_EQ(match.branches[0].body.size(), 1U);
  EXPECT_EQ(match.branches[0].body[0].kind, Statement::Kind::kAssign);
  EXPECT_EQ(to_string(model, match.branches[0].condition), "F == true");
}

TEST(ScriptActionsTest, WhatCanNeverRunIsAnError) {
  EXPECT_THAT(errors_of(rule("\nStop;\nSetVar(A, 1);")),
              ElementsAre("14:1 SetVar can never run: the event has ended before it (remove it, or "
                          "move it up)"));
  EXPECT_THAT(errors_of(rule("\nBeginMatch(F) { Stop; } Otherwise { GameOver(); } EndMatch\n"
                             "SetVar(A, 1);")),
              ElementsAre("14:1 SetVar can never run: the event has ended before it (remove it, or "
                          "move it up)"));
  EXPECT_THAT(errors_of(rule("BeginMatch(F) { Stop; } EndMatch SetVar(A, 1);")), ElementsAre());
}

TEST(ScriptActionsTest, ValuesOfWrongTypesAndDomainsAreErrors) {
  EXPECT_THAT(
      errors_of(rule("\nSetVar(A, 6);\nSetVar(COLOR, 1);\nSetVar(F, 2);\nAddVar(F, 1);\n"
                     "AddItem(I, 4);\nAddItem(I, -1);\nSetVar(A, COLOR);\nSetVar(I, 1);\n"
                     "SetVar(A, I);\nSetVar(A, A + 1);\n")),
      ElementsAre(
          "13:11 6 lies outside 0..5, the values of A", "14:15 COLOR is Color, and this is integer",
          "15:11 F is boolean, and this is integer", "16:8 F is no integer (set it with SetVar)",
          "17:12 4 lies outside 1..3, the counts of I",
          "18:12 -1 lies outside 1..3, the counts of I", "19:11 A is integer, and this is Color",
          "20:8 I is an item, and a variable is needed here (items are changed with AddItem, "
          "RemoveItem and SetItem)",
          "21:11 I is an item, and a variable or a constant value is needed here "
          "(ask ItemCount(I))",
          "22:11 A is a variable, and a constant value is needed here (calculations are "
          "done with AddVar and SubtractVar)"));
}

TEST(ScriptActionsTest, PresentationArgumentsAreChecked) {
  EXPECT_THAT(
      errors_of(rule("\nSay(PIER, \"x\");\nSay(MIA);\nSay(MIA, A);\nSya(MIA, \"x\");\n"
                     "Wait(F, 3);\n") +
                "Names(actor, MIA)\nNames(place, PIER)\nPresentation Say(actor, text)\n"
                "Presentation Wait(integer, boolean)\n"),
      ElementsAre("13:5 PIER is of kind place, and actor is needed here",
                  "14:1 Say takes 2 arguments, not 1 (Say(actor, text))",
                  "15:10 a text is needed here (write it in double quotes)",
                  "16:1 Sya is not known among the actions of an event (did you mean Say?)",
                  "17:6 F is a variable, and a constant value is needed here (calculations are "
                  "done with AddVar and SubtractVar)",
                  "17:9 true or false is needed here"));
}

TEST(ScriptActionsTest, ProceduresThatCallThemselvesAreAnError) {
  EXPECT_THAT(
      errors_of("Boolean(V, false)\nQuest(Q) { DoneWhen(V) }\nProcedure(P) { Q2(); }\n"
                "Procedure(Q2) { P(); }\nRule(R, true) { P(); SetVar(V, true); }"),
      ElementsAre("4:17 the procedure P calls itself (procedures are written out where they "
                  "are called, which would never end)"));
}

TEST(ScriptActionsTest, AProcedureThatNobodyCallsIsCheckedToo) {
  EXPECT_THAT(errors_of("Boolean(V, false)\nQuest(Q) { DoneWhen(V) }\n"
                        "Procedure(P) { SetVar(VV, true); ExitDialogue; Back; }\n"),
              ElementsAre("3:23 VV is not declared (did you mean V?)"));
}

}  // namespace
}  // namespace questproof::testing_script
