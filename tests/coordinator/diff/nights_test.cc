// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "coordinator/command_certify.h"
#include "coordinator/diff/command_diff.h"
#include "coordinator/diff/compared_build.h"
#include "coordinator/sweep/night.h"
#include "core/base/error.h"
#include "core/net/solo_transport.h"
#include "tests/support/program_run.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;

struct Streams {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream error;
  Console console{.in = in, .out = out, .error = error, .paint = {}, .error_paint = {}};
};

// The folder of a sweep with nights that were put there by hand.
class NightsTest : public testing::Test {
 protected:
  void SetUp() override {
    sweep_ = fs::path(testing_support::scratch_folder()) / "diff_nights" /
             testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(sweep_);
    fs::create_directories(sweep_);
  }
  void TearDown() override { fs::remove_all(sweep_); }

  // A job of a sample of the adventure, certified, with its sources kept.
  NightJob job(const std::string& night, const std::string& game) {
    const fs::path sources = fs::path("sources") / night;
    fs::create_directories(sweep_ / "sources");
    if (!fs::exists(sweep_ / sources)) {
      fs::copy(testing_support::sample_game("betrayal"), sweep_ / sources,
               fs::copy_options::recursive);
    }
    // One name in both nights, another game behind it.
    if (game != "repaired_sword.quest") {
      fs::rename(sweep_ / sources / game, sweep_ / sources / "repaired_sword.quest");
    }
    NightJob result;
    result.id = "betrayal";
    result.game = "betrayal";
    result.game_file = "/somewhere/games/repaired_sword.quest";
    result.outcome = JobOutcome::kFinished;
    result.certificate = "certificates/" + night + ".json";
    result.sources = sources.string();
    fs::create_directories(sweep_ / "certificates");
    Streams streams;
    CommandOptions options;
    options.command = Command::kCertify;
    options.game_file = (sweep_ / sources / "repaired_sword.quest").string();
    options.certificate = (sweep_ / result.certificate).string();
    options.threads = 1;
    SoloTransport alone;
    run_certify(options, streams.console, alone);
    return result;
  }

  void write(const std::string& name, std::vector<NightJob> jobs, bool finished = true) {
    Night night;
    night.name = name;
    night.began = name + "T02:00:00Z";
    night.ended = finished ? name + "T03:00:00Z" : "";
    night.jobs = std::move(jobs);
    write_night(sweep_.string(), night);
  }

  std::pair<ExitCode, std::string> diff(std::vector<std::string> compared) {
    Streams streams;
    CommandOptions options;
    options.command = Command::kDiff;
    options.compared = std::move(compared);
    const ExitCode code = run_diff(options, streams.console);
    return {code, streams.out.str()};
  }

  fs::path sweep_;
};

TEST_F(NightsTest, TheLastTwoFinishedNightsAreCompared) {
  const NightJob good = job("2026-11-27", "repaired_sword.quest");
  const NightJob bad = job("2026-11-29", "broken.quest");
  write("2026-11-27", {good});
  write("2026-11-28", {good});
  write("2026-11-29", {bad});
  write("2026-11-30", {good}, false);
  const auto [code, text] = diff({sweep_.string()});
  EXPECT_EQ(code, ExitCode::kRefuted) << text;
  EXPECT_NE(text.find("night 2026-11-28 -> night 2026-11-29"), std::string::npos) << text;
  EXPECT_NE(text.find("QUEST_TREASURY was proved and is refuted now"), std::string::npos) << text;
  EXPECT_NE(text.find("+ Condition(ANSELM_CAN_BE_KILLED, true)"), std::string::npos) << text;

  const auto [same, nothing] = diff({sweep_.string(), "2026-11-27", "2026-11-28"});
  EXPECT_EQ(same, ExitCode::kProved) << nothing;
  EXPECT_NE(nothing.find("1 job without a difference"), std::string::npos) << nothing;

  const auto [back, better] = diff(
      {(sweep_ / "nights" / "2026-11-29").string(), (sweep_ / "nights" / "2026-11-27").string()});
  EXPECT_EQ(back, ExitCode::kProved) << better;
  EXPECT_NE(better.find("BETTER"), std::string::npos) << better;
}

TEST_F(NightsTest, JobsWithoutAResultAreUnknownAndABrokenGameIsWorse) {
  const NightJob good = job("2026-11-27", "repaired_sword.quest");
  NightJob late = good;
  late.outcome = JobOutcome::kOutOfTime;
  late.certificate = "";
  late.message = "ended after 600 s";
  NightJob broken = late;
  broken.outcome = JobOutcome::kInvalid;
  broken.message = "town.quest:44:27: error: VAR_BETRAYD is not declared";
  NightJob other = good;
  other.id = "other";
  write("2026-11-27", {good, other});
  write("2026-11-28", {late});
  write("2026-11-29", {broken, other});
  const auto [unknown, first] = diff({sweep_.string(), "2026-11-27", "2026-11-28"});
  EXPECT_EQ(unknown, ExitCode::kUnknown) << first;
  EXPECT_NE(first.find("Not in this night any more: other"), std::string::npos) << first;
  const auto [worse, second] = diff({sweep_.string(), "2026-11-27", "2026-11-29"});
  EXPECT_EQ(worse, ExitCode::kRefuted) << second;
  EXPECT_NE(second.find("VAR_BETRAYD is not declared"), std::string::npos) << second;
}

TEST_F(NightsTest, WhatCannotBeComparedIsRefusedByName) {
  const NightJob good = job("2026-11-27", "repaired_sword.quest");
  write("2026-11-27", {good});
  EXPECT_THROW(diff({sweep_.string()}), Error);
  EXPECT_THROW(diff({sweep_.string(), "2026-11-27", "2026-11-26"}), Error);
  EXPECT_THROW(diff({(sweep_ / "sources").string()}), Error);
  EXPECT_THROW(diff({(sweep_ / "certificates" / "2026-11-27.json").string(),
                     (sweep_ / "nights" / "2026-11-27").string()}),
               Error);
  EXPECT_THROW(diff({(sweep_ / "nights" / "2026-11-27").string(), "nowhere.json"}), Error);
}

TEST_F(NightsTest, AGameThatIsNotTheCertifiedOneIsRefused) {
  const NightJob good = job("2026-11-27", "repaired_sword.quest");
  Streams streams;
  CommandOptions options;
  options.command = Command::kDiff;
  options.compared = {(sweep_ / good.certificate).string(), (sweep_ / good.certificate).string()};
  options.old_game = testing_support::sample_game("betrayal/broken.quest");
  try {
    run_diff(options, streams.console);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    EXPECT_NE(std::string(error.what()).find("it has changed since"), std::string::npos);
  }
}

}  // namespace
}  // namespace questproof
