// SPDX-License-Identifier: MIT
// The program over ranks in one process: the result of one rank. Over processes: tests/mpi, scripts/crash_loop.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "coordinator/console.h"
#include "coordinator/game.h"
#include "coordinator/interrupt.h"
#include "coordinator/progress_line.h"
#include "coordinator/rank_progress.h"
#include "coordinator/search_run.h"
#include "core/net/loopback.h"
#include "games/registry.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing::Not;
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

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(RanksTest, WhereDiagramsDecideTheSummaryAndTheLogSayThatTheOthersHadNothingToDo) {
  const std::string folder = empty_folder();
  const std::string command = fmt::format("certify {} --engine symbolic --log {}/log",
                                          sample_game("betrayal/broken.quest"), folder);
  const testing_support::ProgramResult result = run_program(command + " --ranks 3");
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(
      result.output,
      HasSubstr("Ranks: 3  decision diagrams have decided, on rank 0; no state was explored "
                "one by one: the others had nothing to do"));
  EXPECT_THAT(contents(folder + "/log"), HasSubstr(" over 3 ranks"));
  EXPECT_THAT(contents(folder + "/log"), HasSubstr("decision diagrams have decided, on rank 0"));
  // Alone too, and where a store shows what diagrams had found before.
  const testing_support::ProgramResult stored =
      run_program(fmt::format("{} --store {}/run", command, folder));
  EXPECT_EQ(stored.code, 1);
  EXPECT_THAT(stored.output, Not(HasSubstr("Ranks:")));
  EXPECT_THAT(contents(folder + "/log"), HasSubstr(" over 1 rank\n"));
  run_program(fmt::format("resume {}/run --ranks 2 --log {}/resumed", folder, folder));
  EXPECT_THAT(contents(folder + "/resumed"), HasSubstr("decided before, with decision diagrams"));
  std::filesystem::remove_all(folder);
}

TEST(RanksTest, TheLogSaysHowASearchEnded) {
  const std::string folder = empty_folder();
  const std::string command =
      fmt::format("certify {} --method enumerate --engine explicit --ranks 2",
                  sample_game("betrayal/broken.quest"));
  run_program(fmt::format("{} --log {}/whole", command, folder));
  EXPECT_THAT(contents(folder + "/whole"), HasSubstr("Z the search has ended\n"));
  run_program(fmt::format("{} --log {}/limited --time 1e-9", command, folder));
  EXPECT_THAT(contents(folder + "/limited"),
              HasSubstr("Z ended at a limit: time limit of 1e-09 s reached"));
  EXPECT_THAT(contents(folder + "/limited"), Not(HasSubstr("the search has ended")));
  EXPECT_EQ(run_program(fmt::format("{} --log {}/no/folder", command, folder)).code, 12);
  std::filesystem::remove_all(folder);
}

TEST(RanksTest, TheLogOfARunThatWasStoppedSaysSo) {
  const std::string folder = empty_folder();
  const std::string path = sample_game("betrayal/broken.quest");
  LoadResult loaded = load_game(path);
  const Game game(std::move(*loaded.model), "default");
  const InterruptGuard guard;
  ASSERT_EQ(raise(SIGUSR1), 0);
  LoopbackWorld world(2);
  world.run([&](Transport& ranks) {
    std::ostringstream out;
    std::istringstream in;
    const Console console{.in = in, .out = out, .error = out, .paint = {}, .error_paint = {}};
    RankProgress progress(console, ranks, folder + "/log", {});
    EXPECT_TRUE(run_certify_on_ranks(game, {}, ranks, progress, nullptr).stopped);
  });
  world.rethrow();
  EXPECT_THAT(contents(folder + "/log"), HasSubstr("Z stopped: stopped on request"));
  EXPECT_THAT(contents(folder + "/log"), Not(HasSubstr("the search has ended")));
  std::filesystem::remove_all(folder);
}

// A line that goes on over several ranks is longer than a terminal used to be.
std::string shown_line(std::size_t columns) {
  std::ostringstream error;
  std::istringstream in;
  const Console console{.in = in,
                        .out = error,
                        .error = error,
                        .paint = {},
                        .error_paint = {},
                        .progress = true,
                        .error_width = columns};
  ProgressLine line(console);
  Progress progress;
  progress.phase = "forward";
  progress.seconds = 2;
  line.show(progress, std::string(200, 'x') + "end");
  return error.str();
}

TEST(RanksTest, TheProgressLineIsCutWhereTheTerminalEndsAndNowhereElse) {
  const std::string start = "\r\x1b[2Kforward";
  EXPECT_TRUE(shown_line(0).starts_with(start));
  EXPECT_TRUE(shown_line(0).ends_with("xend"));
  EXPECT_TRUE(shown_line(500).ends_with("xend"));
  EXPECT_TRUE(shown_line(132).starts_with(start));
  EXPECT_EQ(shown_line(132).size(), std::string("\r\x1b[2K").size() + 131);
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
