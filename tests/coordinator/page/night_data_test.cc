// SPDX-License-Identifier: MIT
#include "coordinator/page/night_data.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "coordinator/page/page_source.h"
#include "coordinator/page/watched_run.h"
#include "tests/support/built_database.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::run_program;
using testing_support::sample_game;
using testing_support::TemporaryFolder;

// Two nights of three jobs; in between a game is broken. For all tests here.
class NightDataTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    namespace fs = std::filesystem;
    const fs::path games = folder_->path() + "/games";
    fs::copy(fs::path(sample_game("betrayal/broken.quest")).parent_path(), games,
             fs::copy_options::recursive);
    fs::copy(sample_game("labrecruits/gallery.csv"), games / "gallery.csv");
    std::ofstream(games / "sweep.toml") << R"(version = 1
[defaults]
expect = "proved"
[[game]]
name = "good"
file = "repaired_sword.quest"
[[game]]
name = "kept"
file = "repaired_drop.quest"
[[game]]
name = "level"
file = "gallery.csv"
quests = ["Finish"]
)";
    const std::string command =
        fmt::format("sweep {0}/sweep.toml --out {1} --quiet --night ", games.string(), sweep());
    ASSERT_EQ(run_program(command + "one").code, 0);
    fs::copy_file(games / "broken.quest", games / "repaired_sword.quest",
                  fs::copy_options::overwrite_existing);
    ASSERT_EQ(run_program(command + "two").code, 1);
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static std::string sweep() { return folder_->path() + "/sweep"; }

  static nlohmann::ordered_json page_of(const std::string& night) {
    nlohmann::ordered_json page = empty_page("", "");
    add_night(page, sweep(), read_night(sweep(), night));
    return page;
  }

  static std::unique_ptr<TemporaryFolder> folder_;
};

std::unique_ptr<TemporaryFolder> NightDataTest::folder_;

TEST_F(NightDataTest, NamesWhatBrokeSinceTheNightBefore) {
  const auto page = page_of("two");
  const auto& night = page["night"];
  EXPECT_EQ(night["before"], "one");
  ASSERT_EQ(night["jobs"].size(), 3U);
  EXPECT_EQ(night["jobs"][0]["label"], "good");
  EXPECT_EQ(night["jobs"][0]["verdict"], "refuted");
  EXPECT_FALSE(night["jobs"][0]["as_expected"].get<bool>());
  EXPECT_TRUE(night["jobs"][0]["changed"].get<bool>());
  EXPECT_EQ(night["jobs"][1]["source"], "reused");
  EXPECT_EQ(night["jobs"][2]["label"], "level, Finish");
  EXPECT_TRUE(night["jobs"][2]["as_expected"].get<bool>());
  ASSERT_EQ(night["quests"].size(), 3U);
  EXPECT_EQ(night["quests"][0]["before"], "proved");
  ASSERT_GE(night["changes"].size(), 1U);
  EXPECT_EQ(night["changes"][0]["text"], "proved \u2192 refuted");
  for (const auto& change : night["changes"]) EXPECT_EQ(change["job"], "good");
}

TEST_F(NightDataTest, EveryJobHasItsReportWithTheFilesOfItsNight) {
  for (const char* name : {"one", "two"}) {
    const auto page = page_of(name);
    for (const auto& job : page["night"]["jobs"]) {
      ASSERT_TRUE(job["page"].is_number()) << job["no_page"];
      const auto& game = page["games"][job["page"].get<std::size_t>()];
      EXPECT_TRUE(game["graph"]["from_game"].get<bool>()) << game["graph"]["note"];
      EXPECT_EQ(game["picture"].is_null(), job["label"] != "level, Finish");
    }
  }
  // The most urgent one comes first.
  EXPECT_EQ(page_of("two")["games"][0]["verdict"], "refuted");
}

TEST_F(NightDataTest, HistoryHasAllNights) {
  const auto history = page_of("two")["history"];
  EXPECT_EQ(history["nights"], nlohmann::ordered_json({"one", "two"}));
  EXPECT_EQ(history["series"][0]["lines"][1]["label"], "refuted");
  EXPECT_EQ(history["series"][0]["lines"][1]["values"], nlohmann::ordered_json({0, 1}));
  for (const auto& series : history["series"]) {
    for (const auto& line : series["lines"]) EXPECT_EQ(line["values"].size(), 2U);
  }
}

TEST_F(NightDataTest, ASweepIsShownByItsNewestNight) {
  const std::string page = folder_->path() + "/page.html";
  for (const auto& [input, night] :
       {std::pair{sweep(), "Night two"}, std::pair{sweep() + "/nights/one", "Night one"}}) {
    const auto result = run_program(fmt::format("report {} --out {}", input, page));
    ASSERT_EQ(result.code, 0) << result.output;
    std::ifstream file(page);
    const std::string html((std::istreambuf_iterator<char>(file)), {});
    EXPECT_THAT(html, HasSubstr(night));
  }
  const auto progress = progress_data(find_page_source(sweep()));
  EXPECT_EQ(progress["state"], "finished");
  EXPECT_EQ(progress["done"], 3);
  EXPECT_EQ(progress["total"], 3);
}

TEST_F(NightDataTest, JobsThatHaveEndedCountBeforeTheNightHas) {
  const std::string copy = folder_->path() + "/going";
  std::filesystem::copy(sweep(), copy, std::filesystem::copy_options::recursive);
  Night night = read_night(copy, "two");
  const Night whole = night;
  night.ended = "";
  for (NightJob& job : night.jobs) {
    job.outcome = JobOutcome::kPending;
    job.verdict = Verdict::kUnknown;
  }
  write_night(copy, night);
  std::filesystem::remove_all(copy + "/nights/two/jobs/" + night.jobs[1].id);
  const Night now = current_night(copy, "two");
  EXPECT_EQ(now.jobs[0].outcome, JobOutcome::kFinished);
  EXPECT_EQ(now.jobs[0].verdict, whole.jobs[0].verdict);
  EXPECT_EQ(now.jobs[0].states, whole.jobs[0].states);
  EXPECT_EQ(now.jobs[1].outcome, JobOutcome::kPending);
  const auto progress = progress_data(find_page_source(copy));
  EXPECT_EQ(progress["state"], "running");
  EXPECT_EQ(progress["done"], 2);
}

TEST_F(NightDataTest, ACertificateThatIsGoneIsSaidToBe) {
  Night night = read_night(sweep(), "two");
  night.jobs[1].certificate = "nights/two/nowhere.json";
  night.jobs[2].certificate = "";
  nlohmann::ordered_json page = empty_page("", "");
  add_night(page, sweep(), night);
  EXPECT_TRUE(page["night"]["jobs"][1]["page"].is_null());
  EXPECT_THAT(page["night"]["jobs"][1]["no_page"].get<std::string>(), HasSubstr("nowhere.json"));
  EXPECT_THAT(page["night"]["jobs"][2]["no_page"].get<std::string>(), HasSubstr("no certificate"));
  EXPECT_EQ(page["games"].size(), 1U);
}

TEST_F(NightDataTest, WithManyJobsThePageKeepsItsSize) {
  Night night = read_night(sweep(), "two");
  const std::vector<NightJob> jobs = night.jobs;
  while (night.jobs.size() < 600) night.jobs.push_back(jobs[night.jobs.size() % 3]);
  nlohmann::ordered_json page = empty_page("", "");
  add_night(page, sweep(), night);
  EXPECT_LT(page.dump().size(), 5'000'000U);
  std::size_t left_out = 0;
  for (const auto& job : page["night"]["jobs"]) {
    if (!job["page"].is_null()) continue;
    ++left_out;
    EXPECT_THAT(job["no_page"].get<std::string>(), HasSubstr("questproof report"));
    EXPECT_EQ(job["verdict"], "proved") << "what is refuted has its place";
  }
  EXPECT_GT(left_out, 0U);
}

TEST(KeptGameTest, FindsAGameByTheEndOfItsPath) {
  const TemporaryFolder folder;
  const std::string sources = folder.path() + "/sources";
  std::filesystem::create_directories(sources + "/chapter/scenes");
  std::ofstream(sources + "/chapter/game.quest") << "x";
  EXPECT_EQ(kept_game(sources, "/home/me/chapter/game.quest"), sources + "/chapter/game.quest");
  EXPECT_EQ(kept_game(sources, "/home/me/chapter/"), sources + "/chapter");
  EXPECT_EQ(kept_game(sources, "/home/me/other"), sources);
  EXPECT_EQ(kept_game(sources, "/home/../../chapter/game.quest"), sources + "/chapter/game.quest");
}

}  // namespace
}  // namespace questproof
