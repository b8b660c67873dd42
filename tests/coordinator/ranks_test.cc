// SPDX-License-Identifier: MIT
// The program over ranks in one process: the result of one rank. Over processes: tests/mpi, scripts/crash_loop.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "coordinator/rank_progress.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::run_program;
using testing_support::sample_game;

std::string without_times(const std::string& text) {
  nlohmann::json document = nlohmann::json::parse(text);
  document.erase("run");
  return document.dump();
}

std::string empty_folder() {
  const std::string folder =
      fmt::format("{}questproof_ranks_{}", testing::TempDir(),
                  testing::UnitTest::GetInstance()->current_test_info()->name());
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  return folder;
}

TEST(RanksTest, FindWhatOneRankFinds) {
  for (const char* game : {"betrayal/broken.quest", "teeny_tiny_mansion/both_bugs.quest"}) {
    const std::string command =
        fmt::format("certify {} --json --method enumerate", sample_game(game));
    const testing_support::ProgramResult alone = run_program(command);
    ASSERT_LE(alone.code, 2) << alone.output;
    for (const int ranks : {2, 3, 4, 7}) {
      for (const int threads : {1, 2}) {
        const testing_support::ProgramResult result =
            run_program(fmt::format("{} --ranks {} --threads {}", command, ranks, threads));
        ASSERT_EQ(result.code, alone.code) << result.output;
        EXPECT_EQ(without_times(result.output), without_times(alone.output))
            << game << " over " << ranks << " ranks";
      }
    }
  }
}

TEST(RanksTest, AStoreIsTakenUpByAnotherNumberOfRanks) {
  const std::string folder = empty_folder();
  const std::string game = sample_game("betrayal/broken.quest");
  const testing_support::ProgramResult alone = run_program("certify " + game + " --json");
  // What is over before it is explored: a limit that is hit.
  const testing_support::ProgramResult stopped =
      run_program(fmt::format("certify {} --store {}/run --time 1e-9 --ranks 3", game, folder));
  ASSERT_EQ(stopped.code, 2) << stopped.output;
  const testing_support::ProgramResult resumed =
      run_program(fmt::format("resume {}/run --ranks 2 --json", folder));
  ASSERT_EQ(resumed.code, alone.code) << resumed.output;
  EXPECT_EQ(without_times(resumed.output), without_times(alone.output));
  const testing_support::ProgramResult again =
      run_program(fmt::format("resume {}/run --json", folder));
  EXPECT_EQ(without_times(again.output), without_times(alone.output));
  EXPECT_EQ(run_program(fmt::format("query {}/run quests", folder)).code, 0);
  std::filesystem::remove_all(folder);
}

TEST(RanksTest, SolveFindsTheSameWay) {
  for (const char* arguments :
       {"--json", "--json --from VAR_BETRAYED=BRANDT", "--json --quest TREASURY"}) {
    const std::string command =
        fmt::format("solve {} {}", sample_game("betrayal/broken.quest"), arguments);
    const testing_support::ProgramResult alone = run_program(command);
    ASSERT_LE(alone.code, 2) << alone.output;
    for (const int ranks : {2, 3}) {
      const testing_support::ProgramResult result =
          run_program(fmt::format("{} --ranks {}", command, ranks));
      EXPECT_EQ(result.code, alone.code);
      EXPECT_EQ(result.output, alone.output);
    }
  }
}

TEST(RanksTest, AnIndexOfSeveralRanksAnswersAsThatOfOne) {
  const std::string folder = empty_folder();
  const std::string game = sample_game("teeny_tiny_mansion/both_bugs.quest");
  const auto answers = [&](const std::string& run) {
    std::string all;
    for (const char* question : {"quests --json", "hardest --json", "blocked --json"}) {
      const testing_support::ProgramResult answer =
          run_program(fmt::format("query {}/{} {}", folder, run, question));
      EXPECT_EQ(answer.code, 0) << answer.output;
      all += answer.output;
    }
    return all;
  };
  run_program(fmt::format("certify {} --reduce none --store {}/one", game, folder));
  const std::string expected = answers("one");
  for (const int ranks : {2, 3}) {
    const std::string run = fmt::format("over_{}", ranks);
    const testing_support::ProgramResult result = run_program(
        fmt::format("certify {} --reduce none --store {}/{} --ranks {}", game, folder, run, ranks));
    EXPECT_THAT(result.output, HasSubstr("Indexed: "));
    EXPECT_EQ(answers(run), expected);
    const testing_support::ProgramResult again =
        run_program(fmt::format("index {}/{} --ranks {} --json", folder, run, 5 - ranks));
    ASSERT_EQ(again.code, 0) << again.output;
    EXPECT_EQ(nlohmann::json::parse(again.output)["schema"], "questproof/index");
    EXPECT_EQ(answers(run), expected);
  }
  std::filesystem::remove_all(folder);
}

TEST(RanksTest, ASummaryAndALogNameAllRanks) {
  const std::string folder = empty_folder();
  const testing_support::ProgramResult result =
      run_program(fmt::format("certify {} --ranks 3 --method enumerate --log {}/log",
                              sample_game("betrayal/broken.quest"), folder));
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.output, HasSubstr("Ranks: 3  on the wire"));
  EXPECT_THAT(result.output, HasSubstr("rank 2 on "));
  std::ifstream file(folder + "/log");
  const std::string log{std::istreambuf_iterator<char>(file), {}};
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_THAT(log, HasSubstr(fmt::format(" rank {} on ", rank)));
  }
  std::filesystem::remove_all(folder);
}

TEST(RanksTest, WhatGoesWrongIsSaidOnce) {
  const testing_support::ProgramResult missing =
      run_program("certify /nonexistent.quest --ranks 3");
  EXPECT_EQ(missing.code, 11);
  EXPECT_EQ(missing.output.find("error: "), missing.output.rfind("error: ")) << missing.output;
  EXPECT_EQ(run_program("certify x --ranks 0").code, 10);
  EXPECT_EQ(run_program("certify x --ranks 100").code, 10);
  EXPECT_EQ(run_program("play x --ranks 2").code, 10);
}

TEST(RanksTest, ImbalanceComparesTheBusiestWithTheMean) {
  std::vector<RankNote> notes(2);
  EXPECT_EQ(imbalance_of(notes), 1);
  notes[0].seconds = notes[1].seconds = 10;
  EXPECT_EQ(imbalance_of(notes), 1);
  notes[1].waiting_seconds = 5;
  EXPECT_NEAR(imbalance_of(notes), 10 / 7.5, 1e-12);
}

}  // namespace
}  // namespace questproof
