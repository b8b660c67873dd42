// SPDX-License-Identifier: MIT
// `questproof report`, as a person at a shell uses it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "coordinator/atomic_file.h"
#include "tests/support/built_database.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::run_program;
using testing_support::sample_game;
using testing_support::TemporaryFolder;

nlohmann::json data_of(const std::string& html) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = html.find(begin) + begin.size();
  return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
}

class ReportProgramTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  void certify(const std::string& game, const std::string& options) {
    const auto result =
        run_program(fmt::format("certify {} --quiet {}", sample_game(game), options));
    ASSERT_LT(result.code, 3) << result.output;
  }

  // The data in the page that the program writes.
  nlohmann::json report(const std::string& arguments) {
    const auto result =
        run_program(fmt::format("report {} --out {}", arguments, path("report.html")));
    EXPECT_EQ(result.code, 0) << result.output;
    html_ = read_file(path("report.html"));
    return data_of(html_);
  }

  TemporaryFolder folder_;
  std::string html_;
};

TEST_F(ReportProgramTest, ShowsACertificate) {
  certify("betrayal/broken.quest", "--certificate " + path("c.json"));
  const auto data = report(path("c.json"));
  EXPECT_EQ(data["title"], "Betrayal");
  EXPECT_EQ(data["verdict"], "refuted");
  const auto& game = data["games"][0];
  ASSERT_EQ(game["quests"].size(), 1U);
  const auto& quest = game["quests"][0];
  EXPECT_EQ(quest["shortest"], 3);
  EXPECT_EQ(quest["trap"]["steps"][1]["label"], "denounce Brandt to the watch");
  EXPECT_EQ(quest["trap"]["steps"][1]["quote"], "") << "the game was not named";
  EXPECT_NEAR(quest["stuck"].get<double>(), 1.0 / 6, 1e-9);
  EXPECT_NEAR(quest["share"].get<double>(), 1.0 / 15, 1e-9);
  EXPECT_TRUE(quest["needed"].is_null());
  ASSERT_EQ(game["fatal"].size(), 1U);
  EXPECT_EQ(game["fatal"][0]["keep"][0][0]["change"],
            nlohmann::json({"VAR_BETRAYED", "NOBODY", "BRANDT"}));
  EXPECT_EQ(game["levels"]["points"].size(), 7U);
  EXPECT_EQ(game["graph"]["nodes"].size(), 2U);
  EXPECT_TRUE(game["picture"].is_null());
  EXPECT_TRUE(data["night"].is_null());
}

TEST_F(ReportProgramTest, ShowsMoreWithTheGame) {
  certify("betrayal/broken.quest", "--certificate " + path("c.json"));
  const auto data = report(path("c.json") + " --game " + sample_game("betrayal/broken.quest"));
  const auto& game = data["games"][0];
  EXPECT_THAT(game["fatal"][0]["quote"].get<std::string>(),
              HasSubstr("SetVar(VAR_BETRAYED, BRANDT)"));
  const auto& needed = game["quests"][0]["needed"];
  EXPECT_EQ(needed["unknown"], "");
  EXPECT_THAT(needed["events"].dump(), HasSubstr("the key of the treasury"));
  EXPECT_TRUE(game["graph"]["needed_known"].get<bool>());
  // Another game of the same name is not taken for it.
  const auto other =
      run_program(fmt::format("report {} --game {} --out {}", path("c.json"),
                              sample_game("betrayal/repaired_sword.quest"), path("no.html")));
  EXPECT_EQ(other.code, 11);
  EXPECT_THAT(other.output, HasSubstr("no longer the game"));
  EXPECT_FALSE(std::filesystem::exists(path("no.html")));
}

TEST_F(ReportProgramTest, ShowsARunAndDrawsItsLevel) {
  certify("labrecruits/gallery.csv", "--store " + path("run"));
  const auto data = report(path("run"));
  EXPECT_EQ(data["verdict"], "proved");
  const auto& game = data["games"][0];
  EXPECT_THAT(game["picture"]["source"].get<std::string>(),
              HasSubstr("data:image/svg+xml;base64,PHN2Zy"));
  EXPECT_TRUE(game["graph"]["from_game"].get<bool>());
  EXPECT_GE(game["graph"]["nodes"].size(), 3U);
}

TEST_F(ReportProgramTest, GoesWithoutAGameThatHasChanged) {
  std::filesystem::copy(sample_game("labrecruits/gallery.csv"), path("level.csv"));
  ASSERT_EQ(
      run_program(fmt::format("certify {0}/level.csv --quiet --store {0}/run", folder_.path()))
          .code,
      0);
  std::filesystem::copy(sample_game("labrecruits/airlock.csv"), path("level.csv"),
                        std::filesystem::copy_options::overwrite_existing);
  const auto data = report(path("run"));
  EXPECT_TRUE(data["games"][0]["picture"].is_null());
  EXPECT_THAT(data["games"][0]["graph"]["note"].get<std::string>(),
              HasSubstr("no longer the game"));
}

TEST_F(ReportProgramTest, ShowsWhatEveryMethodFinds) {
  for (const char* options :
       {"--engine symbolic", "--method argue", "--time 1e-9", "--reduce all"}) {
    for (const char* game : {"betrayal/broken.quest", "labrecruits/airlock.csv"}) {
      certify(game, fmt::format("{} --certificate {}", options, path("c.json")));
      const auto data = report(path("c.json"));
      EXPECT_EQ(data["games"].size(), 1U) << options;
    }
  }
}

// Another certificate of the same kind, in which texts are what nobody would call a quest.
TEST_F(ReportProgramTest, TextsOfAGameStayTexts) {
  certify("betrayal/broken.quest", "--certificate " + path("c.json"));
  auto certificate = nlohmann::json::parse(read_file(path("c.json")));
  const std::string hostile = "</script><script>alert(1)</script><!--";
  certificate["game"] = hostile;
  certificate["quests"][0]["name"] = hostile;
  certificate["quests"][0]["counterexample"]["steps"][0]["label"] = hostile;
  std::ofstream(path("hostile.json")) << certificate.dump();
  const auto data = report(path("hostile.json"));
  EXPECT_EQ(data["games"][0]["quests"][0]["name"], hostile);
  EXPECT_EQ(html_.find("<script>alert"), std::string::npos);
}

TEST_F(ReportProgramTest, StaysSmallHoweverMuchThereIs) {
  certify("betrayal/broken.quest", "--certificate " + path("c.json"));
  auto certificate = nlohmann::json::parse(read_file(path("c.json")));
  auto& quest = certificate["quests"][0];
  auto& steps = quest["counterexample"]["steps"];
  while (steps.size() < 3000) steps.push_back(steps[steps.size() % 2]);
  auto& events = quest["fatal_lines"][0]["events"];
  while (events.size() < 2000) events.push_back(events[0]);
  auto& levels = certificate["profile"]["states_per_level"];
  while (levels.size() < 100000) levels.push_back(levels.size());
  auto& never = certificate["coverage"]["never"];
  while (never.size() < 20000) {
    never.push_back(
        {{"kind", "event"}, {"name", "E"}, {"where", "a.quest:1:1"}, {"never_true", "A == 1"}});
  }
  std::ofstream(path("large.json")) << certificate.dump();
  const auto data = report(path("large.json"));
  EXPECT_LT(html_.size(), 5'000'000U);
  const auto& game = data["games"][0];
  EXPECT_EQ(game["fatal"].size() + game["fatal_more"].get<std::size_t>(), 2000U);
  EXPECT_EQ(game["missing"].size() + game["missing_more"].get<std::size_t>(), 20000U);
  EXPECT_EQ(game["levels"]["count"], 100000);
  EXPECT_THAT(game["levels"]["note"].get<std::string>(), HasSubstr("100,000 levels"));
}

TEST_F(ReportProgramTest, SaysWhatItWouldUnderstand) {
  const auto nothing = run_program("report " + path("nothing"));
  EXPECT_EQ(nothing.code, 10);
  EXPECT_THAT(nothing.output, HasSubstr("name a certificate"));
  EXPECT_EQ(run_program("report " + folder_.path()).code, 10);
  std::ofstream(path("bad.json")) << "{\"schema\": \"something\"}";
  EXPECT_EQ(run_program("report " + path("bad.json")).code, 11);
  EXPECT_EQ(run_program("serve " + path("bad.json")).code, 10);
  EXPECT_EQ(run_program("serve " + folder_.path() + " --port 99999").code, 10);
}

}  // namespace
}  // namespace questproof
