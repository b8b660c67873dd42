// SPDX-License-Identifier: MIT
#include "games/script/script_condition.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "games/registry.h"
#include "games/script/source.h"
#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

const char* const kGame = R"(
Enumeration(Color, RED, GREEN, BLUE)
Enumerated(COLOR, Color, RED)
Integer(A, 0..5, 1)
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
    OnActivate(DOOR) { StartDialogue(KEEPER); } EndEvent
    Rule(CHANGE, true) { SetVisible(CHEST, true); SetVar(A, 2); SetVar(F, true);
        SetVar(COLOR, GREEN); RemoveItem(ROPE); SetVar(LAMP[1], true); SetVar(LAMP[2], false);
        GoToScene(FIELD); }
}
Scene(FIELD) { Exit(HUT) }
Dialogue(KEEPER) { Proposition(ASK, once) { Back; } Proposition(BYE) { ExitDialogue; } }
Quest(Q, main) { DoneWhen(READY) }
)";

struct Answer {
  std::string text;
  std::vector<Diagnostic> diagnostics;
};

Answer ask(const std::string& text, const std::string& game = kGame) {
  const std::vector<SourceText> files = {{"game.quest", game}};
  const GameModel model = model_of(kGame);
  const ConditionResult result = parse_script_condition(text, model, script::MemoryFiles(files));
  return {result.condition ? to_string(model, *result.condition) : "", result.diagnostics};
}

std::string read(const std::string& text) {
  const Answer answer = ask(text);
  if (!answer.text.empty()) return answer.text;
  const Diagnostic& first = answer.diagnostics.at(0);
  EXPECT_EQ(first.file, kConditionFile);
  return fmt::format("{}:{}: {} ({})", first.line, first.column, first.message, first.remedy);
}

TEST(ScriptConditionTest, TheWholeLanguageOfConditionsIsUnderstood) {
  EXPECT_EQ(read("A == TWO + 1 && F"), "A == 3 && F == true");
  EXPECT_EQ(read("READY"), "F == true || A == 2");
  EXPECT_EQ(read("!READY"), "!(F == true || A == 2)");
  EXPECT_EQ(read("HasItem(ROPE, 2)"), "ROPE >= 2");
  EXPECT_EQ(read("InScene(FIELD)"), "Scene == FIELD");
  EXPECT_EQ(read("COLOR >= GREEN"), "COLOR >= GREEN");
  EXPECT_EQ(read("All(N in 1..2, LAMP[N])"), "LAMP[1] == true && LAMP[2] == true");
  EXPECT_EQ(read("Said(KEEPER, ASK)"), "Said(KEEPER/ASK) == true");
  EXPECT_EQ(read("IsVisible(CHEST)"), "IsVisible(CHEST) == true");
}

TEST(ScriptConditionTest, WhatNeverChangesIsDecided) {
  EXPECT_EQ(read("IsVisible(DOOR)"), "true") << "the model has no variable for it";
  EXPECT_EQ(read("IsInteractive(CHEST)"), "false");
}

TEST(ScriptConditionTest, NamesOfTheModelAreUnderstoodToo) {
  EXPECT_EQ(read("ROPE == 1 && Scene == FIELD"), "ROPE == 1 && Scene == FIELD");
  EXPECT_EQ(read("READY && !(Scene == FIELD)"), "(F == true || A == 2) && !(Scene == FIELD)");
  EXPECT_EQ(read("Scene != HUT || HasItem(ROPE)"), "Scene != HUT || ROPE >= 1");
  EXPECT_EQ(read("Said(KEEPER/ASK) == 1"), "Said(KEEPER/ASK) == true");
}

TEST(ScriptConditionTest, MistakesNameThePlaceAndTheNearestName) {
  EXPECT_EQ(read("A == 1 && COLOUR == RED"), "1:11: COLOUR is not declared (did you mean COLOR?)");
  EXPECT_EQ(read("Scene == FEILD"), "1:10: FEILD is no value of Scene (did you mean FIELD?)");
  EXPECT_EQ(read("F && Scene == FEILD"), "1:15: FEILD is no value of Scene (did you mean FIELD?)");
  EXPECT_EQ(read("HasItm(ROPE)"), "1:1: HasItm is no known condition (did you mean HasItem?)");
  EXPECT_EQ(read("ZZZZ == 1"),
            "1:1: ZZZZ is not declared "
            "(only what the game declares can be asked about)");
  EXPECT_EQ(read("A == 9"), "1:6: A can never be 9: its values are 0..5 ()");
  EXPECT_EQ(read("ROPE"),
            "1:1: ROPE is an item, and a condition is needed here (ask HasItem(ROPE))");
  EXPECT_EQ(read("A == 1 &&"),
            "1:10: expected a value or a condition, found the end of the file ()");
  EXPECT_EQ(read("A == 1 A"), "1:8: \"A\" cannot stand here (join conditions with && or ||)");
  EXPECT_EQ(read("A == 1) } Quest(X) { DoneWhen(F"),
            "1:7: \")\" cannot stand here (join conditions with && or ||)");
}

TEST(ScriptConditionTest, AWarningOfTheConditionIsTold) {
  const Answer answer = ask("A >= 0");
  EXPECT_FALSE(answer.text.empty());
  ASSERT_EQ(answer.diagnostics.size(), 1U);
  EXPECT_EQ(answer.diagnostics[0].severity, Severity::kWarning);
}

TEST(ScriptConditionTest, AGameThatHasChangedLeavesTheNamesOfTheModel) {
  const std::string other =
      "Integer(A, 0..9, 1) Rule(R, A == 1) { SetVar(A, 2); } "
      "Quest(Q, main) { DoneWhen(A == 2) }";
  EXPECT_EQ(ask("A == 2 && F", other).text, "A == 2 && F == true");
  EXPECT_TRUE(ask("READY", other).text.empty()) << "the condition is no longer declared as it was";
  EXPECT_EQ(ask("A == 2", "no script").text, "A == 2");
  const GameModel model = model_of(kGame);  // game.quest is no file
  EXPECT_TRUE(parse_script_condition("A == 2", model).condition);
}

// Through the registry, from files.
TEST(ScriptConditionTest, TheRegistryFindsTheLanguageByTheFiles) {
  const LoadResult loaded =
      load_game(QUESTPROOF_SOURCE_DIR "/games/samples/borrowed_hour/as_shipped.quest");
  ASSERT_TRUE(loaded.model);
  const ConditionResult result = parse_condition("!InScene(SCENE_NOWHERE)", *loaded.model);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_NE(result.diagnostics[0].message.find("SCENE_NOWHERE is not declared"), std::string::npos);
}

// Whatever is typed, the answer is a condition or an error with a place.
TEST(ScriptConditionTest, AnyTextIsAnswered) {
  const std::vector<SourceText> files = {{"game.quest", kGame}};
  const GameModel model = model_of(kGame);
  const std::vector<std::string> pieces = {
      "A",    "1",     "==",   "Scene",  "HUT", "&&",       "||", "!",     "(",
      ")",    "[",     "]",    "{",      "}",   ",",        "in", "All",   "HasItem",
      "ROPE", "READY", "F",    "..",     "+",   "%",        "0",  "\"x\"", "LAMP[1]",
      ";",    "\n",    "Said", "KEEPER", "ASK", "\xC3\xA9", "//", "/*",    "true"};
  int conditions = 0;
  std::mt19937 random(7);
  for (int i = 0; i < 4000; ++i) {
    std::string text;
    for (auto left = random() % 9; left > 0; --left) {
      text += pieces[random() % pieces.size()] + (random() % 3 == 0 ? "" : " ");
    }
    const ConditionResult result = parse_script_condition(text, model, script::MemoryFiles(files));
    bool error = false;
    for (const Diagnostic& diagnostic : result.diagnostics) {
      error |= diagnostic.severity == Severity::kError;
      EXPECT_EQ(diagnostic.file, kConditionFile) << text << "\n" << to_string(diagnostic);
    }
    ASSERT_NE(result.condition.has_value(), error) << text;
    if (result.condition) {
      ++conditions;
      holds(model, *result.condition, model.variants.front().values);
    }
  }
  EXPECT_GT(conditions, 20);
}

}  // namespace
}  // namespace questproof::testing_script
