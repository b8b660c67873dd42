// SPDX-License-Identifier: MIT
#include "coordinator/sweep/carry_over.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "coordinator/atomic_file.h"
#include "core/model/export_json.h"
#include "tests/coordinator/sweep/test_folder.h"
#include "tests/support/program_run.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::ProgramResult;
using testing_support::Random;
using testing_support::run_program;

// Two quests that have nothing to do with each other, and a bird that has nothing to do with either. Edits add
// to what happens when the lamp is lit and when the bird is fed.
constexpr const char* kGame = R"(
Item(ITEM_ROPE, "a rope")
Boolean(VAR_LAMP, false)
Boolean(VAR_BIRD, false)
Start(SCENE_PIER)
Quest(QUEST_ROPE, main) {{ Title("Fetch the rope") DoneWhen(HasItem(ITEM_ROPE)) }}
Quest(QUEST_LAMP, main) {{ Title("Light the lamp") DoneWhen(VAR_LAMP) }}
Scene(SCENE_PIER, "the pier")
{{
    Rule(TAKE_ROPE, !HasItem(ITEM_ROPE), "take the rope") {{ AddItem(ITEM_ROPE); }}
    Rule(LIGHT, !VAR_LAMP, "light the lamp") {{ SetVar(VAR_LAMP, true); {0} }}
    Rule(FEED, !VAR_BIRD, "feed the bird") {{ SetVar(VAR_BIRD, true); {1} }}
}}
)";

class CarryOverTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ + "/games");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
  }
  void game(const char* when_lit, const char* when_fed) const {
    write("games/pier.quest", fmt::format(fmt::runtime(kGame), when_lit, when_fed));
  }
  Night sweep(const std::string& night, const std::string& more = "") const {
    const ProgramResult result = run_program(fmt::format(
        "sweep {0}/nightly.toml --out {0}/out --night {1} --threads 2 {2}", folder_, night, more));
    EXPECT_LE(result.code, 2) << result.output;
    return read_night(folder_ + "/out", night);
  }
  static std::map<std::string, JobSource> sources(const Night& night) {
    std::map<std::string, JobSource> all;
    for (const NightJob& job : night.jobs) all[job.quest] = job.source;
    return all;
  }

  std::string folder_ = testing_support::test_folder();
};

TEST_F(CarryOverTest, WhatAChangeCannotTouchKeepsItsVerdict) {
  write("nightly.toml",
        "version = 1\n[[game]]\nname = \"pier\"\nfile = \"games/pier.quest\"\nquests = \"each\"\n");
  using Sources = std::map<std::string, JobSource>;
  game("", "");
  const Night one = sweep("a");
  EXPECT_EQ(sources(one),
            (Sources{{"QUEST_ROPE", JobSource::kRun}, {"QUEST_LAMP", JobSource::kRun}}));

  game("", "SetVar(VAR_BIRD, false);");  // the bird is no one's business
  const Night two = sweep("b");
  EXPECT_EQ(sources(two),
            (Sources{{"QUEST_ROPE", JobSource::kCarried}, {"QUEST_LAMP", JobSource::kCarried}}));
  for (const NightJob& job : two.jobs) {
    const NightQuest& quest = job.quests.at(0);
    EXPECT_EQ(quest.verdict, Verdict::kProved);
    EXPECT_EQ(quest.completion, 1U);
    EXPECT_NE(quest.carried_because.find("cone of influence"), std::string::npos);
    EXPECT_EQ(job.from_night, "a");
    EXPECT_NE(job.model_hash, one.jobs.at(0).model_hash);
    EXPECT_NE(job.certificate_sources, job.sources);
    EXPECT_TRUE(std::filesystem::exists(folder_ + "/out/" + job.certificate));
  }

  // From a night that carried, too; and the lamp's change is the lamp's alone.
  game("SetVar(VAR_LAMP, false);", "SetVar(VAR_BIRD, false);");
  const Night three = sweep("c");
  EXPECT_EQ(sources(three),
            (Sources{{"QUEST_ROPE", JobSource::kCarried}, {"QUEST_LAMP", JobSource::kRun}}));
  EXPECT_EQ(three.jobs.at(0).from_night, "a");
  EXPECT_EQ(three.jobs.at(1).verdict, Verdict::kRefuted);

  // With other options it is another question.
  write("nightly.toml",
        "version = 1\n[[game]]\nname = \"pier\"\nfile = \"games/pier.quest\"\nquests = \"each\"\n"
        "engine = \"symbolic\"\n");
  game("SetVar(VAR_LAMP, false);", "");
  EXPECT_EQ(sources(sweep("d")),
            (Sources{{"QUEST_ROPE", JobSource::kRun}, {"QUEST_LAMP", JobSource::kRun}}));
}

TEST_F(CarryOverTest, AllQuestsOfAJobOrNone) {
  write("nightly.toml", "version = 1\n[[game]]\nname = \"pier\"\nfile = \"games/pier.quest\"\n");
  game("", "");
  sweep("a");
  game("", "SetVar(VAR_BIRD, false);");
  EXPECT_EQ(sweep("b").jobs.at(0).source, JobSource::kCarried);
  game("SetVar(VAR_LAMP, false);", "");
  EXPECT_EQ(sweep("c").jobs.at(0).source, JobSource::kRun);
}

// What is not complete, not verified or not known does not carry.
TEST_F(CarryOverTest, OnlyWhatWasVerifiedCarries) {
  write("nightly.toml",
        "version = 1\n[[game]]\nname = \"pier\"\nfile = \"games/pier.quest\"\nverify = false\n");
  game("", "");
  sweep("a");
  game("", "SetVar(VAR_BIRD, false);");
  EXPECT_EQ(sweep("b").jobs.at(0).source, JobSource::kRun);
}

// A night may have gone on with another program than it began with, or say so: what counts is who has made the
// certificate.
TEST_F(CarryOverTest, OnlyWhatThisProgramHasMadeCarries) {
  write("nightly.toml", "version = 1\n[[game]]\nname = \"pier\"\nfile = \"games/pier.quest\"\n");
  game("", "");
  const std::string key = sweep("a").jobs.at(0).kept;
  const std::string other = "0123456789abcdef0123456789abcdef";
  for (const char* ending : {".json", ".kept.json"}) {
    std::filesystem::rename(folder_ + "/out/certificates/" + key + ending,
                            folder_ + "/out/certificates/" + other + ending);
  }
  Night night = read_night(folder_ + "/out", "a");
  night.jobs.at(0).kept = other;
  write_night(folder_ + "/out", night);
  game("", "SetVar(VAR_BIRD, false);");
  EXPECT_EQ(sweep("b").jobs.at(0).source, JobSource::kRun);
}

// Random games, random edits: a night that carries verdicts over says what a night says that does not.
TEST_F(CarryOverTest, CarriedVerdictsAreThoseOfAFreshNight) {
  write("nightly.toml", "version = 1\n[[game]]\nfile = \"games/*.json\"\nquests = \"each\"\n");
  constexpr int kGames = 12;
  const auto write_games = [&](bool edited) {
    Random random(4);
    for (int seed = 0; seed < kGames; ++seed) {
      testing_support::RandomModelOptions options;
      options.quests = 2;
      options.variables = 6;
      options.events = 6;
      options.faults = seed % 4 == 0;
      options.maximum_states = 300;
      GameModel model = testing_support::random_model(static_cast<std::uint64_t>(seed), options);
      const auto last = static_cast<std::int64_t>(model.events.size()) - 1;
      const auto from = static_cast<std::size_t>(random.between(0, last));
      const auto to = static_cast<std::size_t>(random.between(0, last));
      if (edited) model.events[to].guard = model.events[from].guard;
      write(fmt::format("games/g{}.json", seed), to_json(model));
    }
  };
  write_games(false);
  sweep("a");
  write_games(true);
  const Night carried = sweep("b");
  const Night fresh = sweep("c", "--fresh");
  ASSERT_EQ(carried.jobs.size(), fresh.jobs.size());
  int count = 0;
  for (std::size_t i = 0; i < fresh.jobs.size(); ++i) {
    count += carried.jobs[i].source == JobSource::kCarried;
    ASSERT_EQ(carried.jobs[i].quests.size(), fresh.jobs[i].quests.size());
    for (std::size_t q = 0; q < fresh.jobs[i].quests.size(); ++q) {
      const NightQuest &one = carried.jobs[i].quests[q], &other = fresh.jobs[i].quests[q];
      EXPECT_EQ(one.verdict, other.verdict) << carried.jobs[i].id;
      EXPECT_EQ(one.completion, other.completion) << carried.jobs[i].id;
      EXPECT_EQ(one.counterexample, other.counterexample) << carried.jobs[i].id;
    }
  }
  EXPECT_GT(count, 3);
}

}  // namespace
}  // namespace questproof
