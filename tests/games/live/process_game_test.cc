// SPDX-License-Identifier: MIT
#include "games/live/process_game.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "games/live/conformance.h"

namespace questproof {
namespace {

using testing::HasSubstr;

std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

std::vector<std::string> corridor() {
  return {"python3", QUESTPROOF_SOURCE_DIR "/games/live/corridor.py"};
}

constexpr const char* kHello =
    R"(echo '{"ok":true,"protocol":"questproof-live/1","game":"g","agents":["a"]}')";

LiveFault fault_of(const std::string& script, double patience = 20) {
  ProcessGame game(shell(script), {patience, patience});
  try {
    game.reset(1);
  } catch (const LiveFault& fault) {
    return fault;
  }
  ADD_FAILURE() << "nothing went wrong";
  return {LiveFault::Kind::kRefusal, ""};
}

TEST(ProcessGameTest, PlaysTheExample) {
  ProcessGame game(corridor());
  EXPECT_EQ(game.introduce().agents, std::vector<std::string>{"hero"});
  Observation seen = game.reset(1);
  EXPECT_EQ(seen.agents.at("hero").objects.size(), 1U);
  seen = game.act({{"hero", Action::move({3, 0, 0})}});
  EXPECT_EQ(seen.agents.at("hero").at.x, 0.5);
  seen = game.act({{"hero", Action::use("lamp")}});
  EXPECT_FALSE(seen.agents.at("hero").refused.empty());
  seen = game.act({{"hero", Action::use("button")}});
  EXPECT_EQ(seen.agents.at("hero").refused, "");
  EXPECT_EQ(game.end(), "exit code 0");
}

TEST(ProcessGameTest, TheExampleKeepsTheProtocol) {
  const std::vector<ConformanceCheck> checks = check_conformance(corridor());
  EXPECT_GE(checks.size(), 12U);
  for (const ConformanceCheck& check : checks) {
    EXPECT_TRUE(check.kept) << check.rule << ": " << check.detail;
  }
}

TEST(ProcessGameTest, AnEndIsACrashWithItsLastWords) {
  const LiveFault fault = fault_of(fmt::format("{}; echo help >&2; exit 3", kHello));
  EXPECT_EQ(fault.kind(), LiveFault::Kind::kCrash);
  EXPECT_THAT(fault.what(), HasSubstr("exit code 3"));
  EXPECT_THAT(fault.what(), HasSubstr("help"));
}

TEST(ProcessGameTest, ASignalIsNamed) {
  const LiveFault fault = fault_of(fmt::format("{}; read a; read b; kill -SEGV $$", kHello));
  EXPECT_EQ(fault.kind(), LiveFault::Kind::kCrash);
  EXPECT_THAT(fault.what(), HasSubstr("signal 11"));
}

TEST(ProcessGameTest, SilenceIsAHang) {
  EXPECT_EQ(fault_of("sleep 100", 0.1).kind(), LiveFault::Kind::kHang);
}

TEST(ProcessGameTest, NonsenseIsGarbage) {
  EXPECT_EQ(fault_of("read a; echo hello; sleep 100").kind(), LiveFault::Kind::kGarbage);
}

TEST(ProcessGameTest, WhatCannotBeStartedIsAnErrorOfUse) {
  ProcessGame game({"/no/such/program"});
  EXPECT_THROW(game.introduce(), Error);
}

TEST(ProcessGameTest, AFailedGameIsStartedAnewByReset) {
  // Crashes at the third request of each process.
  const std::string script = fmt::format("{}; read a; read b; echo '{}'; read c; exit 1", kHello,
                                         R"({"ok":true,"agents":{"a":{}}})");
  ProcessGame game(shell(script));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(game.reset(1).agents.size(), 1U);
    EXPECT_THROW(game.observe(), LiveFault);
  }
}

// What is asked about the play is left out where there was none.
TEST(ConformanceTest, AGameThatAnswersActionsWithGarbageIsToldSo) {
  const std::string script =
      std::string("while read -r line; do case $line in *hello*) ") + kHello +
      R"(;; *act*) echo garbage;; *) echo '{"ok":true,"agents":{"a":{}}}';; esac; done)";
  const std::vector<ConformanceCheck> checks = check_conformance(shell(script));
  const auto find = [&](const std::string& rule) {
    return std::find_if(checks.begin(), checks.end(),
                        [&](const ConformanceCheck& each) { return each.rule == rule; });
  };
  ASSERT_NE(find("it can be played"), checks.end());
  EXPECT_FALSE(find("it can be played")->kept);
  EXPECT_THAT(find("it can be played")->detail, HasSubstr("garbage"));
  EXPECT_EQ(find("time never runs backwards"), checks.end());
}

TEST(ConformanceTest, FindsWhatIsNotKept) {
  const std::string script = fmt::format("{}; while read a; do echo '{}'; done", kHello,
                                         R"({"ok":true,"time":1,"agents":{"b":{}}})");
  const std::vector<ConformanceCheck> checks = check_conformance(shell(script));
  const auto broken = std::find_if(checks.begin(), checks.end(),
                                   [](const ConformanceCheck& each) { return !each.kept; });
  ASSERT_NE(broken, checks.end());
  EXPECT_THAT(broken->detail, HasSubstr("a is missing"));
}

}  // namespace
}  // namespace questproof
