// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/support/program_run.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::ProgramResult;
using testing_support::run_program;
using testing_support::ScratchFolder;

constexpr int kInputError = 11;

const std::string kCellar = " -- python3 " QUESTPROOF_SOURCE_DIR "/games/live/cellar.py";
const std::string kCorridor = " -- python3 " QUESTPROOF_SOURCE_DIR "/games/live/corridor.py";

// What is wrong with a file is said with its name, and is no fault of the game or of the program.
void expect_refused(const std::string& option, const std::string& content, const std::string& rest,
                    const std::string& what) {
  const ScratchFolder folder;
  const std::string file = folder.path() + "/file";
  std::ofstream(file) << content << "\n";
  const ProgramResult result = run_program(option + " " + file + rest);
  EXPECT_EQ(result.code, kInputError) << content.substr(0, 200) << "\n" << result.output;
  EXPECT_THAT(result.output, HasSubstr(what));
}

TEST(AgentFilesTest, FilesThatNestTooDeepAreRefused) {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  const std::string what = "nests more than 64 levels deep";
  const std::string door = " --task door.isOpen" + kCorridor;
  expect_refused("agent replay --trace", R"({"quests":)" + deep + "}", kCellar, what);
  expect_refused("agent replay --trace", R"({"quests":)" + deep + "}", door, what);
  expect_refused("agent run --learn-from", R"({"evidence":)" + deep + "}", kCellar, what);
  expect_refused("agent run --learn-from", R"({"evidence":)" + deep + "}", door, what);
}

// Models, certificates and reports may nest deeper, and there is an end to that, too.
TEST(AgentFilesTest, ModelsAndCertificatesThatNestTooDeepAreRefused) {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  const ScratchFolder folder;
  const std::string file = folder.path() + "/deep.json";
  std::ofstream(file) << "{\n\"a\": " << deep << "}\n";
  for (const std::string command : {"certify ", "report "}) {
    const ProgramResult result = run_program(command + file);
    EXPECT_EQ(result.code, kInputError) << command << result.output.substr(0, 2000);
    EXPECT_THAT(result.output, HasSubstr("2:1005: this nests more than 1000 levels deep"))
        << command;
  }
}

// Nothing was seen, or only what is no terrain: then there is no model, and that is told.
TEST(AgentFilesTest, WithoutTerrainThereIsNoModel) {
  const ScratchFolder folder;
  const std::string model = folder.path() + "/model.json";
  const ProgramResult ended =
      run_program("agent run --complete --model-out " + model + " -- false");
  EXPECT_EQ(ended.code, 2) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("no model is written"));
  EXPECT_FALSE(std::ifstream(model).good());
}

TEST(AgentFilesTest, AFolderThatIsMissingIsToldBeforePlay) {
  for (const std::string& game : {kCellar, kCorridor}) {
    for (const char* how : {"run", "loop"}) {
      const ProgramResult refused =
          run_program(std::string("agent ") + how + " --model-out /proc/none/model.json" + game);
      EXPECT_EQ(refused.code, 12) << refused.output;
      EXPECT_THAT(refused.output, HasSubstr("there is no folder /proc/none"));
    }
  }
}

TEST(AgentFilesTest, ValuesOfTheWrongKindAreToldWithTheFile) {
  for (const char* content :
       {R"({"quests":[{"quest":5}]})", R"({"quests":[5]})", R"({"quests":5})",
        R"({"quests":[{"quest":"a","walkthrough":{"steps":5}}]})",
        R"({"quests":[{"quest":"a","walkthrough":{"steps":[5]}}]})",
        R"({"quests":[{"quest":"a","fatal_lines":[{"events":{}}]}]})",
        R"({"quests":[{"quest":"a","walkthrough":{"steps":[{"changes":[{"to":5}]}]}}]})"}) {
    expect_refused("agent replay --trace", content, kCellar,
                   "/file: the walks in this file cannot");
  }
  for (const char* content :
       {R"({"quests":5})", R"({"quests":[5]})", R"({"quests":[{"quest":5}]})",
        R"({"quests":[{"quest":"door","walkthrough":{"steps":5}}]})",
        R"({"quests":[{"quest":"door","walkthrough":{"steps":[{"event":5}]}}]})"}) {
    expect_refused("agent replay --trace", content, " --task door.isOpen" + kCorridor, "/file: ");
  }
}

TEST(AgentFilesTest, EvidenceOfTheWrongKindIsToldWithItsLine) {
  for (const char* content : {"5", R"({"evidence":"questproof-evidence/9"})", R"({"evidence":5})",
                              R"({"evidence":"questproof-evidence/1","choose":5})"}) {
    expect_refused("agent run --learn-from", content, kCellar, "/file:1: ");
  }
}

TEST(AgentFilesTest, ADamagedTraceIsNotBlamedOnTheGame) {
  const std::string head = R"({"trace":"questproof-trace/1","game":"cellar","agent":"hero"})";
  expect_refused("agent replay --trace", R"({"trace":5})", kCellar, "/file:1: ");
  expect_refused("agent replay --trace", R"({"trace":"questproof-trace/9"})", kCellar, "/file:1: ");
  expect_refused("agent replay --trace",
                 head +
                     "\n"
                     R"({"reset":-1})",
                 kCellar, "/file:2: ");
  expect_refused("agent replay --trace",
                 head +
                     "\n"
                     R"({"reset":0})"
                     "\n"
                     R"({"action":5})",
                 kCellar, "/file:3: ");
}

}  // namespace
}  // namespace questproof
