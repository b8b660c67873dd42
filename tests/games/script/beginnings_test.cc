// SPDX-License-Identifier: MIT
#include "games/script/beginnings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

using ::testing::ElementsAre;

std::string game(const std::string& variants, const std::string& more = "") {
  return R"(
Enumeration(Room, R1, R2, R3)
Enumerated(KEY, Room, R1)
Enumerated(GOLD, Room, R1)
Integer(N, 0..4, 1)
Item(ROPE, 2, 0)
Quest(Q) { DoneWhen(KEY == GOLD && N == 4 && HasItem(ROPE)) }
Rule(R, true) { SetVar(N, 4); AddItem(ROPE); }
)" + variants +
         more;
}

std::vector<std::string> names(const GameModel& model) {
  std::vector<std::string> result;
  for (const Variant& variant : model.variants) result.push_back(variant.name);
  return result;
}

TEST(ScriptBeginningsTest, WithoutVariantsThereIsOne) {
  const GameModel model = model_of(game(""));
  EXPECT_THAT(names(model), ElementsAre("start"));
  EXPECT_THAT(model.variants[0].values, ElementsAre(0, 0, 1, 0));
}

TEST(ScriptBeginningsTest, VariantsRunTheirActions) {
  const GameModel model = model_of(game(R"(
Variants
{
    Variant("rich") { AddItem(ROPE, 2); SetVar(N, 3); BeginMatch(N == 3) { SetVar(KEY, R2); } EndMatch }
    Variant("poor") { ADD_TWO(N); }
}
Procedure(ADD_TWO, V) { AddVar(V, 2); AddVar(V, -1); })"));
  EXPECT_THAT(names(model), ElementsAre("rich", "poor"));
  EXPECT_THAT(model.variants[0].values, ElementsAre(1, 0, 3, 2));
  EXPECT_THAT(model.variants[1].values, ElementsAre(0, 0, 2, 0));
  EXPECT_TRUE(model.contents[0].at_start) << "some beginning has the rope";
}

TEST(ScriptBeginningsTest, RandomizeMultipliesAndWhereFilters) {
  const GameModel model = model_of(game(R"(
Variants
{
    Randomize(KEY)
    Randomize(GOLD, {R1, R3})
    Where(KEY != GOLD)
})"));
  EXPECT_THAT(names(model),
              ElementsAre("start, KEY = R1, GOLD = R3", "start, KEY = R2, GOLD = R1",
                          "start, KEY = R2, GOLD = R3", "start, KEY = R3, GOLD = R1"));
}

TEST(ScriptBeginningsTest, RandomizeInAVariantConcernsThatOne) {
  const GameModel model = model_of(game(R"(
Variants
{
    Variant("a") { Randomize(N, 0..2); Where(N != 1); SetVar(KEY, R2); }
    Variant("b") { }
    Randomize(ROPE, {0, 1})
})"));
  EXPECT_THAT(names(model),
              ElementsAre("a, N = 0, ROPE = 0", "a, N = 0, ROPE = 1", "a, N = 2, ROPE = 0",
                          "a, N = 2, ROPE = 1", "b, ROPE = 0", "b, ROPE = 1"));
}

TEST(ScriptBeginningsTest, EqualBeginningsAreMerged) {
  EXPECT_THAT(
      names(model_of(game("Variants { Variant(\"a\") { } Variant(\"b\") { SetVar(N, 1); } }"))),
      ElementsAre("a"));
}

TEST(ScriptBeginningsTest, LoopsMakeVariants) {
  EXPECT_THAT(names(model_of(game(
                  "Variants { ForEach(X in Room) { Variant(\"key in\") { SetVar(KEY, X); } } }"))),
              ElementsAre("key in[R1]", "key in[R2]", "key in[R3]"));
}

TEST(ScriptBeginningsTest, NoBeginningLeftIsAnError) {
  EXPECT_THAT(errors_of(game("Variants { Randomize(N) Where(N == 1 && N == 2) }")),
              ElementsAre("9:1 no beginning is left (no values pass the Where)"));
}

TEST(ScriptBeginningsTest, TooManyCombinationsAreAnError) {
  std::string variables;
  std::string randomize;
  for (int i = 0; i < 10; ++i) {
    variables += "Integer(X" + std::to_string(i) + ", 0..9, 0)\n";
    randomize += "Randomize(X" + std::to_string(i) + ")\n";
  }
  EXPECT_THAT(
      errors_of(variables + "Quest(Q) { DoneWhen(X1 == 2) }\nVariants {\n" + randomize + "}"),
      ElementsAre("12:1 more than 1000000 combinations of Randomize (leave out what the "
                  "quests do not depend on)"));
}

TEST(ScriptBeginningsTest, ValuesOutsideTheDomainAreErrors) {
  EXPECT_THAT(
      errors_of(game("Variants { Randomize(N, 3..5)\nRandomize(KEY, {R1, 2})\n"
                     "Randomize(Q)\nVariant(\"x\") { RemoveItem(ROPE, 1); GameOver(); } }")),
      ElementsAre("9:25 5 is no value of N", "10:16 2 is no value of KEY",
                  "11:11 Q is a quest, and a variable or an item is needed here",
                  "12:37 GameOver cannot stand among the actions of a variant (it stands "
                  "among the actions of an event)"));
  EXPECT_THAT(errors_of(game("Variants { Variant(\"x\") { RemoveItem(ROPE, 1); } }")),
              ElementsAre("9:27 the game begins with a value outside of its domain"));
}

const char* const kScenes = R"(
Integer(N, 0..4, 0)
Start(A)
Quest(Q) { DoneWhen(N == 4) }
Scene(A)
{
    Entity(E, hidden)
    OnEnter() { AddVar(N, 1); SetVisible(E, true); } EndEvent
    Exit(B)
}
Scene(B)
{
    Entity(F)
    OnEnter()
    {
        Choose { Option { SetVar(N, 2); } Option { SetVar(N, 3); } }
    }
    EndEvent
    Exit(A)
}
)";

TEST(ScriptBeginningsTest, TheStartSceneIsEntered) {
  const Player player{std::string(kScenes)};
  EXPECT_EQ(player.value("N"), 1);
  EXPECT_FALSE(player.has_variable("IsVisible(E)")) << "visible from the first moment, always";
  const auto& contents = player.model().contents;
  EXPECT_EQ(contents[1].name, "E");
  EXPECT_TRUE(contents[1].at_start);
  EXPECT_EQ(contents[3].name, "F");
  EXPECT_FALSE(contents[3].at_start);
}

TEST(ScriptBeginningsTest, AChanceAtTheStartMakesABeginningOfEveryOption) {
  const GameModel model =
      model_of(kScenes + std::string("Variants { Variant(\"v\") { Start(B); } }"));
  EXPECT_THAT(names(model), ElementsAre("v, way 1", "v, way 2"));
  EXPECT_EQ(model.variants[1].values[0], 3);
}

}  // namespace
}  // namespace questproof::testing_script
