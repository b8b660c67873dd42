// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::ProgramResult;
using testing_support::run_program;
using testing_support::sample_game;

std::string temporary(const std::string& name) {
  return fmt::format("{}questproof_{}", testing::TempDir(), name);
}

TEST(ProgramTest, AProofIsExitCodeZero) {
  const ProgramResult result =
      run_program("certify " + sample_game("betrayal/repaired_drop.quest"));
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.output, HasSubstr("PROVED"));
  EXPECT_THAT(result.output, Not(HasSubstr("\x1b")));
}

TEST(ProgramTest, ARefutationIsExitCodeOneAndNamesTheLine) {
  const ProgramResult result = run_program("certify " + sample_game("betrayal/broken.quest"));
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.output, HasSubstr("REFUTED"));
  EXPECT_THAT(result.output, HasSubstr("town.quest:"));
}

TEST(ProgramTest, ALimitIsExitCodeTwo) {
  const ProgramResult result =
      run_program("certify --time 0.000001 " + sample_game("teeny_tiny_mansion/as_designed.quest"));
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.output, HasSubstr("UNKNOWN"));
  EXPECT_THAT(result.output, Not(HasSubstr("PROVED")));
}

TEST(ProgramTest, WrongUsageIsTen) {
  EXPECT_EQ(run_program("certfy x.quest").code, 10);
  EXPECT_EQ(run_program("certify").code, 10);
  EXPECT_EQ(run_program("certify --thread 2 x.quest").code, 10);
  EXPECT_EQ(run_program("certify --reduce everything " + sample_game("betrayal/broken.quest")).code,
            10);
  EXPECT_EQ(run_program("solve --quest QUEST_NONE " + sample_game("betrayal/broken.quest")).code,
            10);
}

TEST(ProgramTest, BadInputIsElevenAndNamesThePlace) {
  EXPECT_EQ(run_program("check no_such_game.quest").code, 11);
  const std::string path = temporary("bad.quest");
  std::ofstream(path)
      << "Boolean(VAR_STORM, false)\nQuest(QUEST_X, main) { DoneWhen(VAR_STROM) }\n";
  const ProgramResult result = run_program("check " + path);
  EXPECT_EQ(result.code, 11);
  EXPECT_THAT(result.output, HasSubstr("bad.quest:2:"));
  EXPECT_THAT(result.output, HasSubstr("VAR_STORM"));
  EXPECT_THAT(result.output, HasSubstr("^"));
}

TEST(ProgramTest, AFileThatCannotBeWrittenIsTwelve) {
  const ProgramResult result = run_program("certify --certificate /no/such/folder/x.json " +
                                           sample_game("betrayal/repaired_drop.quest"));
  EXPECT_EQ(result.code, 12);
  EXPECT_THAT(result.output, HasSubstr("/no/such/folder/x.json"));
}

TEST(ProgramTest, ACertificateIsVerifiedForItsGameOnly) {
  const std::string path = temporary("certificate.json");
  const std::string game = sample_game("betrayal/broken.quest");
  EXPECT_EQ(run_program("certify --certificate " + path + " " + game).code, 1);
  EXPECT_EQ(run_program("verify " + path + " " + game).code, 0);
  EXPECT_EQ(run_program("verify --unreduced " + path + " " + game).code, 0);
  const ProgramResult other =
      run_program("verify " + path + " " + sample_game("betrayal/repaired_drop.quest"));
  EXPECT_EQ(other.code, 11);
  EXPECT_THAT(other.output, HasSubstr("certificate of another game"));
}

// What holds for one quest must not be taken for a verdict on the game.
TEST(ProgramTest, VerifySaysWhatTheCertificateIsAbout) {
  const std::string game = temporary("two.quest");
  std::ofstream(game) << R"(
Item(ITEM_ROPE, "a rope")
Boolean(VAR_LAMP, false)
Start(SCENE_PIER)
Quest(QUEST_ROPE, main) { Title("Fetch the rope") DoneWhen(HasItem(ITEM_ROPE)) }
Quest(QUEST_LAMP, main) { Title("Light the lamp") DoneWhen(VAR_LAMP) }
Scene(SCENE_PIER, "the pier")
{
    Rule(TAKE_ROPE, !HasItem(ITEM_ROPE), "take the rope") { AddItem(ITEM_ROPE); }
}
)";
  const std::string path = temporary("about.json");
  EXPECT_EQ(
      run_program(fmt::format("certify {} --quest QUEST_ROPE --certificate {}", game, path)).code,
      0);
  const ProgramResult one = run_program(fmt::format("verify {} {}", path, game));
  EXPECT_EQ(one.code, 0) << one.output;
  std::string words = one.output;
  std::replace(words.begin(), words.end(), '\n', ' ');
  EXPECT_THAT(words, HasSubstr("on QUEST_ROPE, which is all it speaks of, is proved"));
  const ProgramResult json = run_program(fmt::format("verify {} {} --json", path, game));
  EXPECT_THAT(json.output, HasSubstr("\"quest\": \"QUEST_ROPE\""));
  EXPECT_THAT(json.output, HasSubstr("\"verdict\": \"proved\""));
  EXPECT_EQ(run_program(fmt::format("certify {} --certificate {}", game, path)).code, 1);
  const ProgramResult all = run_program(fmt::format("verify {} {}", path, game));
  EXPECT_EQ(all.code, 0) << all.output;
  EXPECT_THAT(all.output, Not(HasSubstr("speaks of")));
}

TEST(ProgramTest, SolveHintAndPlayWorkTogether) {
  const std::string game = sample_game("betrayal/broken.quest");
  EXPECT_EQ(run_program("solve " + game).code, 0);
  EXPECT_EQ(run_program("hint " + game).code, 0);
  const std::string path = temporary("saved.json");
  const ProgramResult played =
      run_program(fmt::format("play {} <<'END'\n1\nsave {}\nquests\nquit\nEND", game, path));
  EXPECT_EQ(played.code, 0);
  EXPECT_THAT(played.output, HasSubstr("Saved in"));
  EXPECT_THAT(run_program("hint --state " + path + " " + game).output, HasSubstr("QUEST_TREASURY"));
  EXPECT_EQ(run_program("hint --state VAR_NONE=1 " + game).code, 11);
}

TEST(ProgramTest, ExportsInEveryFormat) {
  const std::string game = sample_game("betrayal/broken.quest");
  EXPECT_THAT(run_program("export --format promela " + game).output, HasSubstr("d_step"));
  EXPECT_THAT(run_program("export --format dot " + game).output, HasSubstr("digraph"));
  EXPECT_THAT(run_program("export --format dot-structure " + game).output, HasSubstr("digraph"));
  EXPECT_THAT(run_program("export --format json " + game).output, HasSubstr("questproof-model"));
  EXPECT_EQ(run_program("export --format svg " + game).code, 10);
}

TEST(ProgramTest, WhatNeverEndsIsRefused) {
  EXPECT_EQ(run_program("check /dev/zero").code, 11);
  EXPECT_EQ(
      run_program(fmt::format("verify /dev/zero {}", sample_game("betrayal/broken.quest"))).code,
      11);
}

}  // namespace
}  // namespace questproof
