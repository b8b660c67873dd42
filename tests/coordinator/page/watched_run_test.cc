// SPDX-License-Identifier: MIT
#include "coordinator/page/watched_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <fstream>

#include "coordinator/findings/newest_manifest.h"
#include "core/base/error.h"
#include "storage/posix_file_system.h"
#include "tests/support/built_database.h"
#include "tests/support/sample_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::sample_run;
using testing_support::TemporaryFolder;

// A run that is at work in this process: its lock is held, and it has committed once.
class WatchedRunTest : public testing::Test {
 protected:
  WatchedRunTest() : path_(folder_.path() + "/run") {
    run_ = RunDirectory::create(files_, path_, sample_run());
  }

  void commit(std::uint64_t states, RunPhase phase = RunPhase::kForward) {
    RunProgress progress;
    progress.phase = phase;
    progress.level = 3;
    progress.profile.states = states;
    progress.profile.states_per_level = {1, states - 1};
    progress.seconds = 2;
    run_->commit(progress);
  }

  void give_sign(int rank, std::int64_t time, const char* does = "works") {
    std::filesystem::create_directories(path_ + "/alive");
    std::ofstream(fmt::format("{}/alive/rank-{}", path_, rank))
        << fmt::format("time={} rank={} host=box process=17 {} collectives=4\n", time, rank, does);
  }

  nlohmann::ordered_json progress() const { return progress_data(find_page_source(path_)); }

  TemporaryFolder folder_;
  std::string path_;
  PosixFileSystem files_;
  std::unique_ptr<RunDirectory> run_;
};

std::string fact(const nlohmann::ordered_json& data, const std::string& label) {
  for (const auto& pair : data["facts"]) {
    if (pair[0] == label) return pair[1];
  }
  return "none";
}

TEST_F(WatchedRunTest, TellsTheNewestCommitOfARunAtWork) {
  give_sign(0, std::time(nullptr));
  EXPECT_EQ(progress()["state"], "running");
  commit(12345);
  EXPECT_EQ(fact(progress(), "States"), "12,345");
  commit(23456);
  const auto data = progress();
  EXPECT_EQ(fact(data, "States"), "23,456");
  EXPECT_EQ(fact(data, "Level"), "3");
  EXPECT_EQ(fact(data, "Game"), "door.quest");
  EXPECT_EQ(data["parts"].size(), 1U);
  EXPECT_EQ(run_text(path_, "begun"), "on a rainy day");
}

TEST_F(WatchedRunTest, GoesBackByOneCommitWhereTheNewestIsDamaged) {
  commit(100);
  commit(200);
  std::uint64_t newest = 0;
  for (const std::string& name : files_.list(path_))
    newest = std::max(newest, manifest_number(name).value_or(0));
  std::ofstream(path_ + "/" + manifest_name(newest)) << "half a manifest";
  const auto manifest = newest_manifest(path_);
  ASSERT_TRUE(manifest && manifest->progress);
  EXPECT_EQ(manifest->progress->profile.states, 100U);
}

TEST_F(WatchedRunTest, ToldFromOneThatIsSilentOrWasStopped) {
  commit(100);
  EXPECT_EQ(progress()["state"], "stopped");
  EXPECT_THAT(progress()["says"].get<std::string>(), HasSubstr("questproof resume"));
  give_sign(0, std::time(nullptr));
  give_sign(1, std::time(nullptr) - 100, "waits");
  const auto data = progress();
  EXPECT_EQ(data["state"], "silent");
  EXPECT_THAT(data["says"].get<std::string>(), HasSubstr("Rank 1"));
}

TEST_F(WatchedRunTest, IsFinishedWhenItsReportIsThere) {
  commit(100, RunPhase::kFinished);
  EXPECT_EQ(progress()["state"], "stopped");
  std::ofstream(path_ + "/certificate.json") << "{}";
  EXPECT_EQ(progress()["state"], "finished");
  EXPECT_NE(progress()["version"], "running");
}

TEST_F(WatchedRunTest, SignsOfLifeThatCannotBeReadAreLeftOut) {
  give_sign(1, 1000, "waits");
  give_sign(0, 990);
  std::ofstream(path_ + "/alive/rank-2") << "time=soon rank=2";
  std::ofstream(path_ + "/alive/rank-3") << std::string(100000, '\xFF');
  std::ofstream(path_ + "/alive/rank-4.tmp") << "time=1000 rank=4";
  const std::vector<SignOfLife> expected = {{0, "box", "17", false, 15}, {1, "box", "17", true, 5}};
  EXPECT_EQ(signs_of_life(path_, 1005), expected);
  EXPECT_TRUE(signs_of_life(path_ + "/nowhere", 1005).empty());
}

TEST_F(WatchedRunTest, ACertificateMakesNoProgress) {
  std::ofstream(folder_.path() + "/c.json") << "{}";
  EXPECT_THROW(progress_data(find_page_source(folder_.path() + "/c.json")), Error);
}

}  // namespace
}  // namespace questproof
