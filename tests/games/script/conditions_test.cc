// SPDX-License-Identifier: MIT
#include "games/script/conditions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const char* const kDeclarations = R"(
Enumeration(Color, RED, GREEN, BLUE)
Enumerated(COLOR, Color, RED)
Integer(A, 0..5, 1)
Integer(B, 0..9, 1)
Boolean(F, false)
Boolean(LAMP[1], false)
Boolean(LAMP[2], true)
Item(ROPE, 3, 2)
Constant(TWO, 2)
Condition(READY, F || A == TWO)
Start(HUT)
Scene(HUT)
{
    Entity(CHEST, hidden, inert)
    Entity(DOOR)
    Rule(CHANGE, true) { SetVisible(CHEST, true); SetInteractive(DOOR, false); SetVar(A, B);
        SetVar(F, true); SetVar(COLOR, GREEN); SetVar(B, 2); RemoveItem(ROPE);
        SetVar(LAMP[1], true); SetVar(LAMP[2], false); GoToScene(FIELD); }
}
Scene(FIELD) { Exit(HUT) }
)";

// The condition as the model shows it.
std::string lowered(const std::string& condition) {
  const GameModel model =
      model_of(kDeclarations + std::string("Quest(Q) { DoneWhen(") + condition + ") }\n");
  return to_string(model, model.quests[0].done);
}

std::string error_in(const std::string& condition) {
  const auto errors =
      errors_of(kDeclarations + std::string("Quest(Q) { DoneWhen(") + condition + ") }\n");
  return errors.empty() ? "" : errors[0];
}

TEST(ScriptConditionsTest, ComparisonsOfVariablesAndConstants) {
  EXPECT_EQ(lowered("A == 2"), "A == 2");
  EXPECT_EQ(lowered("A != B"), "A != B");
  EXPECT_EQ(lowered("2 <= A"), "A >= 2");
  EXPECT_EQ(lowered("A < TWO * 2 + (1 - 1)"), "A < 4");
  EXPECT_EQ(lowered("A == -1 % 3"), "A == 2") << "the remainder has the sign of the divisor";
  EXPECT_EQ(lowered("COLOR >= GREEN"), "COLOR >= GREEN");
  EXPECT_EQ(lowered("ItemCount(ROPE) > A"), "ROPE > A");
  EXPECT_EQ(lowered("F == 1"), "F == true");
  EXPECT_EQ(lowered("F != true"), "F != true");
}

TEST(ScriptConditionsTest, PredicatesAskTheState) {
  EXPECT_EQ(lowered("HasItem(ROPE)"), "ROPE >= 1");
  EXPECT_EQ(lowered("HasItem(ROPE, 2)"), "ROPE >= 2");
  EXPECT_EQ(lowered("HasItem(ROPE, B)"), "ROPE >= B");
  EXPECT_EQ(lowered("IsVisible(CHEST)"), "IsVisible(CHEST) == true");
  EXPECT_EQ(lowered("IsInteractive(DOOR)"), "IsInteractive(DOOR) == true");
  EXPECT_EQ(lowered("InScene(FIELD)"), "Scene == FIELD");
  EXPECT_EQ(lowered("F"), "F == true");
}

TEST(ScriptConditionsTest, OperatorsBindAsDescribed) {
  EXPECT_EQ(lowered("!F || A == 1 && B == 1"), "!(F == true) || (A == 1 && B == 1)");
  EXPECT_EQ(lowered("(!F || A == 1) && B == 1"), "(!(F == true) || A == 1) && B == 1");
  EXPECT_EQ(lowered("!(A == 1)"), "!(A == 1)");
  EXPECT_EQ(lowered("!!F"), "F == true");
  EXPECT_EQ(lowered("READY && F"), "(F == true || A == 2) && F == true");
}

TEST(ScriptConditionsTest, WhatIsPlainlyTrueOrFalseIsLeftOut) {
  EXPECT_EQ(lowered("F && 1 == 1"), "F == true");
  EXPECT_EQ(lowered("F || TWO == 2"), "true");
  EXPECT_EQ(lowered("F && !true"), "false");
}

TEST(ScriptConditionsTest, AllAndAnyAreWrittenOut) {
  EXPECT_EQ(lowered("All(I in 1..2, LAMP[I])"), "LAMP[1] == true && LAMP[2] == true");
  EXPECT_EQ(lowered("Any(C in Color, COLOR == C && C != RED)"), "COLOR == GREEN || COLOR == BLUE");
  EXPECT_EQ(lowered("Any(S in {HUT, FIELD}, InScene(S) && S != HUT)"), "Scene == FIELD");
  EXPECT_EQ(lowered("All(I in 1..0, F)"), "true");
  EXPECT_EQ(lowered("Any(I in 1..0, F)"), "false");
}

TEST(ScriptConditionsTest, MistakesAreNamed) {
  EXPECT_EQ(error_in("A == 6"), "22:26 A can never be 6: its values are 0..5");
  EXPECT_EQ(error_in("A = 5"),
            "22:23 the character = has no meaning here (values are set with "
            "SetVar, compared with ==)");
  EXPECT_EQ(error_in("!A == B"),
            "22:21 ! applies to what directly follows it (write !(A ...) around "
            "the whole comparison)");
  EXPECT_EQ(error_in("A == COLOR"),
            "22:21 integer is compared with Color (both sides must be of one type)");
  EXPECT_EQ(error_in("F < true"), "22:21 booleans have no order (compare them with == or !=)");
  EXPECT_EQ(error_in("A"),
            "22:21 A is no boolean, and a condition is needed here (compare it: ==, "
            "!=, <, <=, >, >=)");
  EXPECT_EQ(error_in("ROPE"),
            "22:21 ROPE is an item, and a condition is needed here (ask HasItem(ROPE))");
  EXPECT_EQ(error_in("ROPE > 1"),
            "22:21 ROPE is an item, and a variable or a constant value is "
            "needed here (ask ItemCount(ROPE))");
  EXPECT_EQ(error_in("HasItem(ROPE, 4)"), "22:35 the player has from 1 to 3 of ROPE, or none");
  EXPECT_EQ(error_in("HasItm(ROPE)"), "22:21 HasItm is no known condition (did you mean HasItem?)");
  EXPECT_EQ(error_in("HasItem()"), "22:21 HasItem takes 1 or 2 arguments, not 0");
  EXPECT_EQ(error_in("A + B > 2"),
            "22:21 A is a variable, and a constant value is needed here "
            "(calculations are done with AddVar and SubtractVar)");
  EXPECT_EQ(error_in("A == 1 / 0"), "22:30 division by zero");
  EXPECT_EQ(error_in("3"),
            "22:21 3 is no condition (a condition compares, asks, or names a boolean "
            "variable)");
  EXPECT_EQ(error_in("IsVisible(HUT)"), "22:31 HUT is a scene, and an entity is needed here");
}

TEST(ScriptConditionsTest, ComparisonsThatDecideNothingAreWarnedOf) {
  const auto warnings = warnings_of(kDeclarations + std::string("Quest(Q) { DoneWhen(A < 6) }\n"));
  EXPECT_THAT(warnings,
              testing::Contains("22:25 this comparison is always true: the values of A are "
                                "0..5"));
}

TEST(ScriptConditionsTest, NamedConditionsMayNotDefineThemselves) {
  EXPECT_THAT(errors_of("Boolean(F, false)\nCondition(X, F && Y)\nCondition(Y, !X)\n"
                        "Rule(R, true) { SetVar(F, true); }\nQuest(Q) { DoneWhen(X) }\n"),
              ElementsAre("3:15 the condition X is defined by itself"));
}

}  // namespace
}  // namespace questproof::testing_script
