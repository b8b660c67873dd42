// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/ink_story.h"
#include "tests/support/program_run.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing_support::can_play_ink;
using testing_support::ink_command;
using testing_support::kNoInk;
using testing_support::own_story;
using testing_support::ProgramResult;
using testing_support::run_program;
using testing_support::ScratchFolder;

constexpr int kProved = 0;
constexpr int kRefuted = 1;
constexpr int kUnknown = 2;

// A house whose lamp has so much oil, and nobody sees how much.
std::string cellar(int oil) {
  return " -- python3 " QUESTPROOF_SOURCE_DIR "/games/live/cellar.py " + std::to_string(oil);
}

std::string ink(const std::string& story) {
  std::string line = " --";
  for (const std::string& word : ink_command(own_story(story))) line += " '" + word + "'";
  return line;
}

json run_json(const std::string& arguments, int code) {
  const ProgramResult result = run_program(arguments + " 2>&1");
  EXPECT_EQ(result.code, code) << arguments << "\n" << result.output;
  return json::parse(result.output, nullptr, false);
}

json loop(const std::string& rest, int code) {
  const std::size_t dashes = rest.find(" -- ");
  return run_json("agent loop --json --quiet" + rest.substr(0, dashes) + rest.substr(dashes), code);
}

TEST(AgentStoryTest, ALearnedModelIsProvedAndItsWaysReplayed) {
  const ScratchFolder folder;
  const std::string model = folder.path() + "/cellar.json";
  const std::string proof = folder.path() + "/proof.json";
  const json learned = run_json(
      "agent run --json --complete --extra-states 1 --model-out " + model + cellar(3), kProved);
  EXPECT_EQ(learned["complete"], true);
  EXPECT_GT(learned["model"]["states"], learned["model"]["looks"]);
  EXPECT_FALSE(learned["model"]["conflicts"].empty());
  const ProgramResult certified = run_program("certify --json " + model + " > " + proof, "2>&1");
  EXPECT_EQ(certified.code, kRefuted) << certified.output;

  const json same = run_json("agent replay --json --trace " + proof + cellar(3), kProved);
  EXPECT_EQ(same["same"], true);
  EXPECT_GT(same["walks"], 1);

  // On a game with less oil the way into the trap is another one. That is evidence for a new model.
  const std::string evidence = folder.path() + "/evidence";
  const json differs = run_json(
      "agent replay --json --trace " + proof + " --evidence " + evidence + cellar(2), kRefuted);
  EXPECT_EQ(differs["same"], false);
  const auto states = [&](const std::string& more) {
    const json run =
        run_json("agent run --json --complete --checks 0" + more + cellar(2), kUnknown);
    return run["model"]["states"].get<int>();
  };
  EXPECT_GT(states(" --learn-from " + evidence), states(""));
}

TEST(AgentStoryTest, WithoutChecksNothingIsProved) {
  const ScratchFolder folder;
  const std::string model = folder.path() + "/cellar.json";
  run_json("agent run --json --complete --checks 0 --model-out " + model + cellar(3), kUnknown);
  const ProgramResult certified = run_program("certify --json " + model);
  EXPECT_EQ(certified.code, kUnknown) << certified.output;
  EXPECT_THAT(certified.output, HasSubstr("untried: "));
}

// What no view has shown is in no model: somebody has to say how much that can be, or the game that it is nothing.
TEST(AgentStoryTest, HiddenStateKeepsALoopFromClosing) {
  const ScratchFolder folder;
  const std::string model = folder.path() + "/cellar.json";
  const json open = loop(" --model-out " + model + cellar(3), kUnknown);
  EXPECT_EQ(open["closed"], false);
  EXPECT_EQ(open["complete"], false);
  EXPECT_EQ(open["rounds"].back()["differences"].size(), 0U);
  EXPECT_THAT(open["reason"].get<std::string>(), HasSubstr("a state that no view has shown"));
  EXPECT_EQ(run_program("certify --quiet " + model).code, kUnknown);
  const json closed = loop(" --extra-states 1 --model-out " + model + cellar(3), kRefuted);
  EXPECT_THAT(closed["model"]["assumption"].get<std::string>(), HasSubstr("if it has at most"));
  const ProgramResult certified = run_program("certify " + model);
  EXPECT_EQ(certified.code, kRefuted);
  EXPECT_THAT(certified.output, HasSubstr("if it has at most"));
}

// The first model takes states for one that only look the same, and would prove what is not so.
TEST(AgentStoryTest, TheLoopRepairsAModelThatIsWrong) {
  const json result = loop(" --extra-states 1" + cellar(3), kRefuted);
  EXPECT_EQ(result["closed"], true);
  EXPECT_EQ(result["complete"], true);
  EXPECT_EQ(result["verdict"], "refuted");
  ASSERT_GE(result["rounds"].size(), 2U);
  EXPECT_EQ(result["rounds"].front()["verdict"], "proved");
  EXPECT_EQ(result["rounds"].back()["differences"].size(), 0U);
  EXPECT_FALSE(result["evidence"].empty());
}

// Two sides were seen of a die that may have more: the loop ends, and has not closed.
TEST(AgentStoryTest, TheLoopDoesNotCloseWhereChanceDecides) {
  const ScratchFolder folder;
  const std::string script = folder.path() + "/coin.py";
  std::ofstream(script) << R"(import json, random, sys
coin = random.Random(3)
choices = {"start": ["throw"], "heads": ["on"], "tails": ["on"], "end": []}
at, saved = "start", {}
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "hello":
        print(json.dumps({"ok": True, "protocol": "questproof-live/1", "game": "coin",
                          "agents": ["hero"], "can": ["save"]}), flush=True)
        continue
    if request["do"] == "reset":
        at = "start"
    elif request["do"] == "act":
        at = coin.choice(["heads", "tails"]) if at == "start" else "end"
    elif request["do"] == "save":
        saved[request["slot"]] = at
    elif request["do"] == "restore":
        at = saved[request["slot"]]
    view = {"at": [0, 0, 0], "objects": [], "text": at, "choices": choices[at]}
    print(json.dumps({"ok": True, "time": 0, "over": at == "end", "agents": {"hero": view}}),
          flush=True)
    if request["do"] == "end":
        break
)";
  const json result = loop(" -- python3 " + script, kUnknown);
  EXPECT_EQ(result["closed"], false);
  EXPECT_EQ(result["complete"], false);
  EXPECT_EQ(result["verdict"], "unknown");
  EXPECT_THAT(result["reason"].get<std::string>(), HasSubstr("chance"));
  EXPECT_LT(result["rounds"].size(), 4U);
}

TEST(AgentStoryTest, TheLoopClosesOnALevel) {
  const ScratchFolder folder;
  const std::string level = folder.path() + "/level.csv";
  std::ofstream(level) << "b1,d1\nb2,d2\n"
                          "|w,w,w,w,w,w,w,w\n"
                          "w,f:a^agent0,f:b^b1,f,f:d>e^d1,f:b^b2,f,w\n"
                          "w,w,w,w,w,f:d>n^d2,w,w\n"
                          "w,w,w,w,w,f,w,w\n"
                          "w,w,w,w,w,w,w,w\n";
  const std::string game = std::string(" -- ") + QUESTPROOF_PROGRAM + " simulate " + level;
  const json result = loop(" --budget 5" + game, kProved);
  EXPECT_EQ(result["closed"], true);
  EXPECT_EQ(result["verdict"], "proved");
  EXPECT_GT(result["rounds"].size(), 1U);  // the first budget is too small
  EXPECT_EQ(result["rounds"].front()["verdict"], "unknown");
}

TEST(AgentStoryTest, TracesWithSavesReplay) {
  const ScratchFolder folder;
  const std::string trace = folder.path() + "/trace";
  run_json("agent run --json --complete --checks 0 --record " + trace + cellar(1), kUnknown);
  EXPECT_EQ(run_json("agent replay --json --trace " + trace + cellar(1), kProved)["same"], true);
  EXPECT_EQ(run_json("agent replay --json --trace " + trace + cellar(0), kRefuted)["same"], false);
}

TEST(AgentStoryTest, TasksOfStories) {
  const json done =
      run_json("agent run --json --task 'ending contains garden; key.taken'" + cellar(3), kProved);
  EXPECT_EQ(done["tasks"][0]["way"], (json{"Go down", "Take the key", "Go up", "Open the gate"}));
  EXPECT_EQ(done["tasks"][1]["done"], true);
  const std::string dragon = "agent run --json --task 'text contains dragon'";
  run_json(dragon + " --extra-states 1" + cellar(1), kRefuted);
  run_json(dragon + cellar(1), kUnknown);  // it may be where nobody has come
  EXPECT_EQ(run_program("agent run --task nonsense" + cellar(1)).code, 10);
  EXPECT_EQ(run_program("agent run --extra-states many" + cellar(1)).code, 10);
}

TEST(AgentStoryTest, StoriesInInk) {
  if (!can_play_ink()) GTEST_SKIP() << kNoInk;
  const json ferry = loop(" --extra-states 1" + ink("ferry"), kProved);
  EXPECT_EQ(ferry["closed"], true);
  EXPECT_GT(ferry["rounds"].size(), 1U);
  const json well = loop(" --extra-states 1" + ink("well"), kRefuted);
  EXPECT_EQ(well["closed"], true);
  EXPECT_EQ(well["rounds"].front()["verdict"], "proved");  // nobody sees the rope
  const json mistakes = loop(" --extra-states 1" + ink("mistakes"), kRefuted);
  EXPECT_EQ(mistakes["closed"], true);
  EXPECT_EQ(mistakes["model"]["failures"], 3);
  EXPECT_EQ(mistakes["model"]["findings"].size(), 3U);
  // One that has nothing to choose proves nothing; one that does not begin is no game.
  const ScratchFolder folder;
  std::ofstream(folder.path() + "/short.ink") << "That is all.\n-> END\n";
  std::ofstream(folder.path() + "/wheel.ink") << "-> wheel\n=== wheel ===\nOn.\n-> wheel\n";
  const auto loop_of = [&](const std::string& name) {
    std::string line = "agent loop --quiet --";
    for (const std::string& word : ink_command(folder.path() + name)) line += " '" + word + "'";
    return run_program(line);
  };
  const ProgramResult nothing = loop_of("/short.ink");
  EXPECT_EQ(nothing.code, kUnknown) << nothing.output;
  EXPECT_THAT(nothing.output, HasSubstr("NOT CLOSED"));
  EXPECT_THAT(nothing.output, HasSubstr("over before its first choice"));
  const ProgramResult wheel = loop_of("/wheel.ink");
  EXPECT_EQ(wheel.code, 11);
  EXPECT_THAT(wheel.output, HasSubstr("the story goes on and on"));
}

}  // namespace
}  // namespace questproof
