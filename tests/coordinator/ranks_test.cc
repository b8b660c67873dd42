// SPDX-License-Identifier: MIT
// The program over ranks in one process: the result of one rank. Over processes: tests/mpi, scripts/crash_loop.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "coordinator/rank_progress.h"

namespace questproof {
namespace {

using testing::HasSubstr;

struct Result {
  int code = -1;
  std::string output;
};

Result run(const std::string& arguments, const char* streams = "2>&1") {
  const std::string command =
      fmt::format("exec {}; \"{}\" {}", streams, QUESTPROOF_PROGRAM, arguments);
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
    const std::string command = fmt::format("certify {} --json --method enumerate", sample(game));
    const Result alone = run(command);
    ASSERT_LE(alone.code, 2) << alone.output;
    for (const int ranks : {2, 3, 4, 7}) {
      for (const int threads : {1, 2}) {
        const Result result =
            run(fmt::format("{} --ranks {} --threads {}", command, ranks, threads));
        ASSERT_EQ(result.code, alone.code) << result.output;
        EXPECT_EQ(without_times(result.output), without_times(alone.output))
            << game << " over " << ranks << " ranks";
      }
    }
  }
}

TEST(RanksTest, AStoreIsTakenUpByAnotherNumberOfRanks) {
  const std::string folder = empty_folder();
  const std::string game = sample("betrayal/broken.quest");
  const Result alone = run("certify " + game + " --json");
  // What is over before it is explored: a limit that is hit.
  const Result stopped =
      run(fmt::format("certify {} --store {}/run --time 1e-9 --ranks 3", game, folder));
  ASSERT_EQ(stopped.code, 2) << stopped.output;
  const Result resumed = run(fmt::format("resume {}/run --ranks 2 --json", folder));
  ASSERT_EQ(resumed.code, alone.code) << resumed.output;
  EXPECT_EQ(without_times(resumed.output), without_times(alone.output));
  const Result again = run(fmt::format("resume {}/run --json", folder));
  EXPECT_EQ(without_times(again.output), without_times(alone.output));
  EXPECT_EQ(run(fmt::format("query {}/run quests", folder)).code, 0);
  std::filesystem::remove_all(folder);
}

TEST(RanksTest, ASummaryAndALogNameAllRanks) {
  const std::string folder = empty_folder();
  const Result result = run(fmt::format("certify {} --ranks 3 --method enumerate --log {}/log",
                                        sample("betrayal/broken.quest"), folder));
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
  const Result missing = run("certify /nonexistent.quest --ranks 3");
  EXPECT_EQ(missing.code, 11);
  EXPECT_EQ(missing.output.find("error: "), missing.output.rfind("error: ")) << missing.output;
  EXPECT_EQ(run("certify x --ranks 0").code, 10);
  EXPECT_EQ(run("certify x --ranks 100").code, 10);
  EXPECT_EQ(run("solve x --ranks 2").code, 10);
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
