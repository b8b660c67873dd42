// SPDX-License-Identifier: MIT
#include "games/script/expansion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> event_names(const std::string& text) {
  const GameModel model = model_of(text);
  std::vector<std::string> names;
  for (const Event& event : model.events) names.push_back(event.name);
  return names;
}

// Declarations, and what a test adds.
std::string with_head(const std::string& more) {
  std::string text = R"(
Enumeration(Room, ATTIC, HALL)
Enumerated(WHERE, Room, ATTIC)
Integer(N, 0..9, 0)
Quest(Q) { DoneWhen(N == 9 && WHERE == HALL) }
)";
  return text.append(more);
}

TEST(ScriptExpansionTest, LoopsRunOverRangesSetsAndEnumerations) {
  EXPECT_THAT(event_names(with_head(R"(
Constant(LAST, 2)
ForEach(I in 1..LAST) { Rule(A, N == I) { SetVar(N, I + 1); } }
ForEach(X in {7, 3..4}) { Rule(B, N == X) { SetVar(N, 0); } }
ForEach(R in Room) { Rule(C, WHERE == R) { SetVar(WHERE, HALL); } }
)")),
              ElementsAre("A[1]", "A[2]", "B[7]", "B[3]", "B[4]", "C[ATTIC]", "C[HALL]"));
}

TEST(ScriptExpansionTest, SeveralNamesGiveEveryCombinationThatPasses) {
  EXPECT_THAT(
      event_names(with_head(R"(
ForEach(I in 0..2, J in 0..I, Where(I != J || I == 2)) { Rule(A, N == I) { SetVar(N, J); } }
ForEach(I in 0..1) { ForEach(R in Room, Where(!(R == HALL && I == 0))) { Rule(B, N == I) { SetVar(WHERE, R); } } }
)")),
      ElementsAre("A[1,0]", "A[2,0]", "A[2,1]", "A[2,2]", "B[0,ATTIC]", "B[1,ATTIC]", "B[1,HALL]"));
}

TEST(ScriptExpansionTest, IndexedNamesCanBeDeclaredAndUsedForAnything) {
  Player player(R"(
Constant(LAST, 2)
Start(ROOM[0])
ForEach(I in 0..LAST)
{
    Boolean(LAMP[I], false)
    Scene(ROOM[I], "a room")
    {
        Entity(SWITCH[I])
        OnActivate(SWITCH[I]) { SetVar(LAMP[I], true); } EndEvent
        Exit(ROOM[(I + 1) % (LAST + 1)])
        Rule(PEEK, LAMP[I]) { SetVar(LAMP[LAST], true); }
    }
    Quest(LIT[I]) { DoneWhen(LAMP[I]) }
}
)");
  player.play("ROOM[0]/OnActivate(SWITCH[0])").play("ROOM[0]/PEEK");
  EXPECT_TRUE(player.quest_done("LIT[2]"));
  EXPECT_FALSE(player.quest_done("LIT[1]"));
  player.play("ROOM[0]/Exit(ROOM[1])").play("ROOM[1]/Exit(ROOM[2])").play("ROOM[2]/Exit(ROOM[0])");
  EXPECT_EQ(player.shown("Scene"), "ROOM[0]");
}

TEST(ScriptExpansionTest, LoopsStandAmongActionsToo) {
  Player player(with_head(R"(
ForEach(I in 1..3) { Boolean(LAMP[I], true) }
Rule(OFF, Any(I in 1..3, LAMP[I])) { ForEach(I in 1..3, Where(I != 2)) { SetVar(LAMP[I], false); AddVar(N, I); } }
)"));
  player.play("OFF");
  EXPECT_EQ(player.value("N"), 4);
  EXPECT_EQ(player.value("LAMP[2]"), 1);
  EXPECT_EQ(player.value("LAMP[3]"), 0);
}

TEST(ScriptExpansionTest, NamesInSetsMustBeDeclared) {
  EXPECT_THAT(errors_of(with_head(
                  "ForEach(X in {ATTIC, CELLAR}, Where(X != CELAR)) { Rule(A, N == 0) { } }\n")),
              ElementsAre("6:22 CELLAR is not declared (declare it as a variable)",
                          "6:37 CELLAR is not declared (declare it as a variable)",
                          "6:42 CELAR is not declared (declare it as a constant)"));
}

TEST(ScriptExpansionTest, LoopNamesHideNothing) {
  EXPECT_THAT(
      errors_of(with_head("ForEach(N in 0..1) { Rule(A, true) { } }\n"
                          "Procedure(P, HALL) { }\n")),
      ElementsAre("6:9 N is declared already and cannot name what a loop or a procedure runs "
                  "on (choose another name)",
                  "7:14 HALL is declared already and cannot name what a loop or a procedure "
                  "runs on (choose another name)"));
}

}  // namespace
}  // namespace questproof::testing_script
