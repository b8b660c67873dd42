// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Result {
  int code = -1;
  std::string output;  // of both streams
};

// Runs the program itself, as a person at a shell would.
Result run(const std::string& arguments) {
  const std::string command = fmt::format("exec 2>&1; \"{}\" {}", QUESTPROOF_PROGRAM, arguments);
  FILE* pipe = popen(command.c_str(), "r");
  Result result;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), pipe)) {
    result.output.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  return result;
}

std::string sample(const std::string& path) {
  return fmt::format("{}/games/samples/{}", QUESTPROOF_SOURCE_DIR, path);
}

std::string temporary(const std::string& name) {
  return fmt::format("{}questproof_{}", testing::TempDir(), name);
}

TEST(ProgramTest, AProofIsExitCodeZero) {
  const Result result = run("certify " + sample("betrayal/repaired_drop.quest"));
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.output, HasSubstr("PROVED"));
  EXPECT_THAT(result.output, Not(HasSubstr("\x1b")));
}

TEST(ProgramTest, ARefutationIsExitCodeOneAndNamesTheLine) {
  const Result result = run("certify " + sample("betrayal/broken.quest"));
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.output, HasSubstr("REFUTED"));
  EXPECT_THAT(result.output, HasSubstr("town.quest:"));
}

TEST(ProgramTest, ALimitIsExitCodeTwo) {
  const Result result =
      run("certify --time 0.000001 " + sample("teeny_tiny_mansion/as_designed.quest"));
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.output, HasSubstr("UNKNOWN"));
  EXPECT_THAT(result.output, Not(HasSubstr("PROVED")));
}

TEST(ProgramTest, WrongUsageIsTen) {
  EXPECT_EQ(run("certfy x.quest").code, 10);
  EXPECT_EQ(run("certify").code, 10);
  EXPECT_EQ(run("certify --thread 2 x.quest").code, 10);
  EXPECT_EQ(run("certify --reduce everything " + sample("betrayal/broken.quest")).code, 10);
  EXPECT_EQ(run("solve --quest QUEST_NONE " + sample("betrayal/broken.quest")).code, 10);
}

TEST(ProgramTest, BadInputIsElevenAndNamesThePlace) {
  EXPECT_EQ(run("check no_such_game.quest").code, 11);
  const std::string path = temporary("bad.quest");
  std::ofstream(path)
      << "Boolean(VAR_STORM, false)\nQuest(QUEST_X, main) { DoneWhen(VAR_STROM) }\n";
  const Result result = run("check " + path);
  EXPECT_EQ(result.code, 11);
  EXPECT_THAT(result.output, HasSubstr("bad.quest:2:"));
  EXPECT_THAT(result.output, HasSubstr("VAR_STORM"));
  EXPECT_THAT(result.output, HasSubstr("^"));
}

TEST(ProgramTest, AFileThatCannotBeWrittenIsTwelve) {
  const Result result =
      run("certify --certificate /no/such/folder/x.json " + sample("betrayal/repaired_drop.quest"));
  EXPECT_EQ(result.code, 12);
  EXPECT_THAT(result.output, HasSubstr("/no/such/folder/x.json"));
}

TEST(ProgramTest, ACertificateIsVerifiedForItsGameOnly) {
  const std::string path = temporary("certificate.json");
  const std::string game = sample("betrayal/broken.quest");
  EXPECT_EQ(run("certify --certificate " + path + " " + game).code, 1);
  EXPECT_EQ(run("verify " + path + " " + game).code, 0);
  EXPECT_EQ(run("verify --unreduced " + path + " " + game).code, 0);
  const Result other = run("verify " + path + " " + sample("betrayal/repaired_drop.quest"));
  EXPECT_EQ(other.code, 11);
  EXPECT_THAT(other.output, HasSubstr("certificate of another game"));
}

TEST(ProgramTest, SolveHintAndPlayWorkTogether) {
  const std::string game = sample("betrayal/broken.quest");
  EXPECT_EQ(run("solve " + game).code, 0);
  EXPECT_EQ(run("hint " + game).code, 0);
  const std::string path = temporary("saved.json");
  const Result played =
      run(fmt::format("play {} <<'END'\n1\nsave {}\nquests\nquit\nEND", game, path));
  EXPECT_EQ(played.code, 0);
  EXPECT_THAT(played.output, HasSubstr("Saved in"));
  EXPECT_THAT(run("hint --state " + path + " " + game).output, HasSubstr("QUEST_TREASURY"));
  EXPECT_EQ(run("hint --state VAR_NONE=1 " + game).code, 11);
}

TEST(ProgramTest, ExportsInEveryFormat) {
  const std::string game = sample("betrayal/broken.quest");
  EXPECT_THAT(run("export --format promela " + game).output, HasSubstr("d_step"));
  EXPECT_THAT(run("export --format dot " + game).output, HasSubstr("digraph"));
  EXPECT_THAT(run("export --format dot-structure " + game).output, HasSubstr("digraph"));
  EXPECT_THAT(run("export --format json " + game).output, HasSubstr("questproof-model"));
  EXPECT_EQ(run("export --format svg " + game).code, 10);
}

TEST(ProgramTest, WhatNeverEndsIsRefused) {
  EXPECT_EQ(run("check /dev/zero").code, 11);
  EXPECT_EQ(run(fmt::format("verify /dev/zero {}", sample("betrayal/broken.quest"))).code, 11);
}

}  // namespace
}  // namespace questproof
