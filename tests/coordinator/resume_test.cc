// SPDX-License-Identifier: MIT
// The program with --store, as a person at a shell uses it. Runs that break off: scripts/crash_loop.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

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
  const std::string game = sample("betrayal/broken.quest");
  const Result plain = run("certify " + game + " --json");
  const Result stored = run(fmt::format("certify {} --json --store {}", game, store()));
  EXPECT_EQ(stored.code, 1);
  EXPECT_EQ(without_times(stored.output), without_times(plain.output));
  const Result again = run("resume " + store() + " --json");
  EXPECT_EQ(again.code, 1);
  EXPECT_EQ(without_times(again.output), without_times(plain.output));
  const std::string text = unwrapped(run("resume " + store()).output);
  EXPECT_THAT(text, HasSubstr("the run was finished before"));
  EXPECT_THAT(text, HasSubstr("Store: " + store()));
}

TEST_F(ResumeTest, ALimitIsNoEnd) {
  const std::string game = sample("betrayal/broken.quest");
  const Result limited =
      run(fmt::format("certify {} --reduce none --time 0.000001 --store {}", game, store()));
  EXPECT_EQ(limited.code, 2);
  EXPECT_THAT(limited.output, HasSubstr("To go on: questproof resume " + store()));
  const Result resumed = run("resume " + store());
  EXPECT_EQ(resumed.code, 1);
  EXPECT_THAT(unwrapped(resumed.output), HasSubstr("resumed with 1 state"));
  const std::string expected = run("certify " + game + " --reduce none --json").output;
  EXPECT_EQ(without_times(run("resume " + store() + " --json").output), without_times(expected));
}

TEST_F(ResumeTest, AStoreThatHoldsARunIsRefusedWithTheRemedy) {
  const std::string arguments =
      fmt::format("certify {} --store {}", sample("betrayal/broken.quest"), store());
  EXPECT_EQ(run(arguments).code, 1);
  const Result refused = run(arguments);
  EXPECT_EQ(refused.code, 10);
  EXPECT_THAT(refused.output, HasSubstr("questproof resume " + store()));
  std::ofstream(folder_ + "/letter") << "something else";
  const Result other =
      run(fmt::format("certify {} --store {}", sample("betrayal/broken.quest"), folder_));
  EXPECT_EQ(other.code, 11);
  EXPECT_THAT(other.output, HasSubstr("letter"));
}

TEST_F(ResumeTest, WhereThereIsNoRunItSaysHowToBeginOne) {
  const Result result = run("resume " + store());
  EXPECT_EQ(result.code, 10);
  EXPECT_THAT(result.output, HasSubstr("questproof certify GAME --store"));
}

TEST_F(ResumeTest, AGameThatHasChangedIsRefused) {
  std::filesystem::copy(sample("betrayal"), folder_ + "/game",
                        std::filesystem::copy_options::recursive);
  const std::string game = folder_ + "/game/broken.quest";
  EXPECT_EQ(run(fmt::format("certify {} --store {}", game, store())).code, 1);
  EXPECT_EQ(run("resume " + store()).code, 1);
  std::filesystem::copy_file(sample("betrayal/repaired_drop.quest"), game,
                             std::filesystem::copy_options::overwrite_existing);
  const Result changed = run("resume " + store());
  EXPECT_EQ(changed.code, 11);
  EXPECT_THAT(changed.output, HasSubstr("model"));
  // A game that was moved can be named.
  EXPECT_EQ(run(fmt::format("resume {} {}", store(), sample("betrayal/broken.quest"))).code, 1);
}

TEST_F(ResumeTest, BenchGoesOnToo) {
  const Result plain = run("bench --reduce none");
  const Result first = run("bench --reduce none --store " + store());
  const Result second = run("bench --reduce none --threads 3 --store " + store());
  const auto signature = [](const Result& result) {
    return result.output.substr(result.output.find("signature"));
  };
  EXPECT_EQ(first.code, 0);
  EXPECT_EQ(second.code, 0);
  EXPECT_EQ(signature(first), signature(plain));
  EXPECT_EQ(signature(second), signature(plain));
  const Result other = run(fmt::format("resume {}/00-dials-5-8", store()));
  EXPECT_EQ(other.code, 10);
  EXPECT_THAT(other.output, HasSubstr("questproof bench"));
}

}  // namespace
}  // namespace questproof
