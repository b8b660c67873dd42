// SPDX-License-Identifier: MIT
// The program with --store, as a person at a shell uses it. Runs that break off: scripts/crash_loop.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::ProgramResult;
using testing_support::run_program;
using testing_support::sample_game;

// A folder of one's own, empty.
class ResumeTest : public testing::Test {
 protected:
  ResumeTest() {
    folder_ = fmt::format("{}questproof_resume_{}", testing::TempDir(),
                          testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  ~ResumeTest() override { std::filesystem::remove_all(folder_); }
  std::string store() const { return folder_ + "/run"; }

  // The certificate without what differs from run to run.
  static std::string without_times(const std::string& text) {
    nlohmann::json document = nlohmann::json::parse(text);
    document.erase("run");
    return document.dump();
  }

  static std::string unwrapped(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  std::string folder_;
};

TEST_F(ResumeTest, AFinishedRunShowsItsResultAgain) {
  const std::string game = sample_game("betrayal/broken.quest");
  const ProgramResult plain = run_program("certify " + game + " --json");
  const ProgramResult stored =
      run_program(fmt::format("certify {} --json --store {}", game, store()));
  EXPECT_EQ(stored.code, 1);
  EXPECT_EQ(without_times(stored.output), without_times(plain.output));
  const ProgramResult again = run_program("resume " + store() + " --json");
  EXPECT_EQ(again.code, 1);
  EXPECT_EQ(without_times(again.output), without_times(plain.output));
  const std::string text = unwrapped(run_program("resume " + store()).output);
  EXPECT_THAT(text, HasSubstr("the run was finished before"));
  EXPECT_THAT(text, HasSubstr("Store: " + store()));
}

TEST_F(ResumeTest, ALimitIsNoEnd) {
  const std::string game = sample_game("betrayal/broken.quest");
  const ProgramResult limited = run_program(
      fmt::format("certify {} --reduce none --time 0.000001 --store {}", game, store()));
  EXPECT_EQ(limited.code, 2);
  EXPECT_THAT(limited.output, HasSubstr("To go on: questproof resume " + store()));
  const ProgramResult resumed = run_program("resume " + store());
  EXPECT_EQ(resumed.code, 1);
  EXPECT_THAT(unwrapped(resumed.output), HasSubstr("resumed with 1 state"));
  const std::string expected = run_program("certify " + game + " --reduce none --json").output;
  EXPECT_EQ(without_times(run_program("resume " + store() + " --json").output),
            without_times(expected));
}

TEST_F(ResumeTest, AStoreThatHoldsARunIsRefusedWithTheRemedy) {
  const std::string arguments =
      fmt::format("certify {} --store {}", sample_game("betrayal/broken.quest"), store());
  EXPECT_EQ(run_program(arguments).code, 1);
  const ProgramResult refused = run_program(arguments);
  EXPECT_EQ(refused.code, 10);
  EXPECT_THAT(refused.output, HasSubstr("questproof resume " + store()));
  std::ofstream(folder_ + "/letter") << "something else";
  const ProgramResult other = run_program(
      fmt::format("certify {} --store {}", sample_game("betrayal/broken.quest"), folder_));
  EXPECT_EQ(other.code, 11);
  EXPECT_THAT(other.output, HasSubstr("letter"));
}

TEST_F(ResumeTest, WhereThereIsNoRunItSaysHowToBeginOne) {
  const ProgramResult result = run_program("resume " + store());
  EXPECT_EQ(result.code, 10);
  EXPECT_THAT(result.output, HasSubstr("questproof certify GAME --store"));
}

TEST_F(ResumeTest, AGameThatHasChangedIsRefused) {
  std::filesystem::copy(sample_game("betrayal"), folder_ + "/game",
                        std::filesystem::copy_options::recursive);
  const std::string game = folder_ + "/game/broken.quest";
  EXPECT_EQ(run_program(fmt::format("certify {} --store {}", game, store())).code, 1);
  EXPECT_EQ(run_program("resume " + store()).code, 1);
  std::filesystem::copy_file(sample_game("betrayal/repaired_drop.quest"), game,
                             std::filesystem::copy_options::overwrite_existing);
  const ProgramResult changed = run_program("resume " + store());
  EXPECT_EQ(changed.code, 11);
  EXPECT_THAT(changed.output, HasSubstr("model"));
  // A game that was moved can be named.
  EXPECT_EQ(
      run_program(fmt::format("resume {} {}", store(), sample_game("betrayal/broken.quest"))).code,
      1);
}

TEST_F(ResumeTest, BenchGoesOnToo) {
  const ProgramResult plain = run_program("bench --reduce none");
  const ProgramResult first = run_program("bench --reduce none --store " + store());
  const ProgramResult second = run_program("bench --reduce none --threads 3 --store " + store());
  const auto signature = [](const ProgramResult& result) {
    return result.output.substr(result.output.find("signature"));
  };
  EXPECT_EQ(first.code, 0);
  EXPECT_EQ(second.code, 0);
  EXPECT_EQ(signature(first), signature(plain));
  EXPECT_EQ(signature(second), signature(plain));
  const ProgramResult other = run_program(fmt::format("resume {}/00-dials-5-8", store()));
  EXPECT_EQ(other.code, 10);
  EXPECT_THAT(other.output, HasSubstr("questproof bench"));
}

}  // namespace
}  // namespace questproof
