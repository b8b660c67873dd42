// SPDX-License-Identifier: MIT
#include "coordinator/sweep/job_runner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <variant>

#include "coordinator/command_line.h"
#include "coordinator/sweep/command_sweep.h"
#include "core/net/solo_transport.h"
#include "tests/coordinator/sweep/test_folder.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

// Ends in every way that a program can, by the name of the game.
constexpr const char* kProgram = R"(#!/bin/sh
game=$2
while [ $# -gt 0 ]; do
  if [ "$1" = --certificate ]; then certificate=$2; fi
  shift
done
echo "this is $game"
case $game in
  segv*) kill -SEGV $$ ;;
  kill*) kill -KILL $$ ;;
  empty*) : > "$certificate"; exit 0 ;;
  garbage*) echo '{"schema": "questproof/certificate", "version": 1' > "$certificate"; exit 1 ;;
  nothing*) exit 0 ;;
  memory*) echo "questproof: out of memory; lower --memory"; exit 12 ;;
  disk*) echo "questproof: cannot write: No space left on device"; exit 12 ;;
  refused*) echo "questproof: refused"; exit 11 ;;
  strange*) exit 42 ;;
  other*) cp "$OTHER_CERTIFICATE" "$certificate"; exit 0 ;;
  slow*) sleep 60 ;;
esac
)";

class JobRunnerTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ + "/shared");
    const std::string program = folder_ + "/program";
    std::ofstream(program) << kProgram;
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    for (const auto& entry :
         std::filesystem::directory_iterator(testing_support::sample_game("betrayal/shared"))) {
      std::filesystem::copy(entry.path(), folder_ + "/shared");
    }
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ExitCode sweep(const std::string& night) {
    const auto parsed = parse_command_line({"sweep", folder_ + "/nightly.toml", "--out",
                                            folder_ + "/out", "--night", night, "--threads", "2"});
    std::istringstream in;
    std::ostringstream out;
    Console console{.in = in, .out = out, .error = out, .paint = {}, .error_paint = {}};
    SoloTransport alone;
    const ExitCode code =
        run_sweep_with(folder_ + "/program", std::get<CommandOptions>(parsed), console, alone);
    text_ = out.str();
    return code;
  }

  std::string folder_ = testing_support::test_folder();
  std::string text_;
};

TEST_F(JobRunnerTest, WhateverAJobDoesItIsUnknownAndTheOthersGoOn) {
  const std::map<std::string, JobOutcome> games = {
      {"segv", JobOutcome::kCrashed},    {"kill", JobOutcome::kCrashed},
      {"empty", JobOutcome::kGarbage},   {"garbage", JobOutcome::kGarbage},
      {"nothing", JobOutcome::kGarbage}, {"memory", JobOutcome::kOutOfMemory},
      {"disk", JobOutcome::kOutOfDisk},  {"refused", JobOutcome::kInvalid},
      {"strange", JobOutcome::kCrashed}, {"other", JobOutcome::kGarbage}};
  // A good certificate, but of another game.
  const std::string other = folder_ + "/other.json";
  const auto made = testing_support::run_program(
      fmt::format("certify {} --certificate {}",
                  testing_support::sample_game("teeny_tiny_mansion/as_designed.quest"), other));
  ASSERT_EQ(made.code, 0) << made.output;
  ::setenv("OTHER_CERTIFICATE", other.c_str(), 1);
  std::string manifest = "version = 1\n";
  for (const auto& [game, outcome] : games) {
    std::filesystem::copy(testing_support::sample_game("betrayal/repaired_drop.quest"),
                          fmt::format("{}/{}.quest", folder_, game));
    manifest += fmt::format("[[game]]\nname = \"{0}\"\nfile = \"{0}.quest\"\n", game);
  }
  std::ofstream(folder_ + "/nightly.toml") << manifest;
  EXPECT_EQ(sweep("one"), ExitCode::kUnknown) << text_;
  ::unsetenv("OTHER_CERTIFICATE");
  const Night night = read_night(folder_ + "/out", "one");
  EXPECT_TRUE(night.finished());
  ASSERT_EQ(night.jobs.size(), games.size());
  for (const NightJob& job : night.jobs) {
    EXPECT_EQ(job.outcome, games.at(job.game)) << job.game << ": " << job.message;
    EXPECT_EQ(job.verdict, Verdict::kUnknown) << job.game;
    EXPECT_FALSE(job.message.empty()) << job.game;
    EXPECT_TRUE(job.kept.empty()) << job.game;
    EXPECT_NE(job.message.find("this is " + job.game), std::string::npos) << job.message;
    EXPECT_NE(text_.find(job.game), std::string::npos);
  }
  // Nothing of it is used again: the next night tries all of it anew.
  EXPECT_EQ(sweep("two"), ExitCode::kUnknown);
  for (const NightJob& job : read_night(folder_ + "/out", "two").jobs) {
    EXPECT_EQ(job.source, JobSource::kRun) << job.game;
  }
}

TEST_F(JobRunnerTest, AJobThatDoesNotEndIsEnded) {
  std::filesystem::copy(testing_support::sample_game("betrayal/repaired_drop.quest"),
                        folder_ + "/slow.quest");
  JobTask task;
  task.job.id = "slow";
  task.job.sources = ".";
  task.game = "slow.quest";
  task.limits.time_seconds = 0.1;
  std::filesystem::create_directories(folder_ + "/nights/x/jobs/slow");
  const JobPlaces places = places_of(task, folder_, "x");
  JobStart start;
  start.command = certify_arguments(task, places, 1, 0);
  start.command.insert(start.command.begin(), folder_ + "/program");
  start.folder = places.work;
  start.log = places.log;
  start.seconds = task.limits.time_seconds;  // patience_seconds() would take ten seconds more
  JobProcess process(start);
  std::optional<JobEnd> end;
  while (!end) end = process.poll();
  const NightJob result = result_of(task, *end, places, folder_);
  EXPECT_EQ(result.outcome, JobOutcome::kOutOfTime);
  EXPECT_NE(result.message.find("took longer than"), std::string::npos);
}

TEST_F(JobRunnerTest, TasksTravelAsText) {
  JobTask task;
  task.job.id = "harbor";
  task.job.arguments = {"--quest", "QUEST \"MAIN\""};
  task.game = "a b.quest";
  task.limits = {1.5, 10, 20, 3};
  task.store = task.large = true;
  task.expected_seconds = 0.25;
  EXPECT_EQ(parse_tasks(tasks_text({task, JobTask{}})), (std::vector<JobTask>{task, JobTask{}}));
}

}  // namespace
}  // namespace questproof
