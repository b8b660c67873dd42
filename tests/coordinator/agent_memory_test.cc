// SPDX-License-Identifier: MIT
// Agents that learn from each other and from earlier runs, by way of the program. Over processes: tests/mpi.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "core/base/error.h"
#include "tests/support/program_run.h"
#include "tests/support/scratch_folder.h"
#include "worker/edge_store.h"

namespace questproof {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing_support::run_program;
using testing_support::ScratchFolder;

// Rooms in a row, each with the button of the next door.
std::string level_of(const ScratchFolder& scratch, int doors, bool swapped = false) {
  std::string wires;
  std::string row = "w,f:a^agent0,";
  for (int i = 0; i < doors; ++i) {
    const int other = swapped && i < 2 ? 1 - i : i;
    wires += "b" + std::to_string(i) + ",d" + std::to_string(other) + "\n";
    row += "f,f:b^b" + std::to_string(i) + ",f,f,f:d>e^d" + std::to_string(i) + ",";
  }
  std::string wall = "w";
  row += "f,w";
  for (const char letter : row) wall += letter == ',' ? ",w" : "";
  std::ofstream(scratch.path() + "/level.csv") << wires << "|" << wall << "\n"
                                               << row << "\n"
                                               << wall << "\n";
  return scratch.path() + "/level.csv";
}

std::string game(const std::string& level) {
  return std::string(" -- ") + QUESTPROOF_PROGRAM + " simulate " + level;
}

json run_json(const std::string& arguments) {
  const auto result = run_program("agent " + arguments, "2>/dev/null");
  return json::parse(result.output, nullptr, false);
}

TEST(AgentMemoryTest, SeveralAgentsDoTheTasksAndKeepWhatTheyLearned) {
  const ScratchFolder scratch;
  const std::string memory = " --memory " + scratch.path() + "/memory";
  const std::string level = level_of(scratch, 3);
  const json run =
      run_json("run --json --agents 3 --task d0.isOpen,d1.isOpen,d2.isOpen" + memory + game(level));
  EXPECT_TRUE(run["done"].get<bool>());
  EXPECT_EQ(run["agents"].size(), 3U);
  ASSERT_EQ(run["tasks"].size(), 3U);
  EXPECT_EQ(run["tasks"][2]["updates"], run["done_at"]["updates"]);
  const std::string model = scratch.path() + "/model.json";
  const json shown = run_json("show --json --model-out " + model + memory);
  EXPECT_EQ(shown["runs"].size(), 3U);
  EXPECT_TRUE(shown["disputes"].empty());
  std::size_t wired = 0;
  for (const json& wire : shown["wires"]) {
    if (wire["wired"] != true) continue;
    ++wired;
    EXPECT_EQ(wire["button"].get<std::string>()[1], wire["door"].get<std::string>()[1]);
    EXPECT_FALSE(wire["evidence"].empty());
    EXPECT_GE(wire["confidence"].get<double>(), 0.66);
  }
  EXPECT_GE(wired, 1U);  // how many the tasks alone make certain depends on who goes where
  EXPECT_EQ(run_program("solve --quiet --task d2 " + model).code, 0);

  // Then nothing is left but to walk.
  const json again = run_json("run --json --task d2.isOpen" + memory + game(level));
  EXPECT_TRUE(again["done"].get<bool>());
  EXPECT_EQ(again["figures"]["presses"], 3);
}

TEST(AgentMemoryTest, DisputesAreShownUntilTheyAreSettled) {
  const ScratchFolder scratch;
  const std::string memory = " --memory " + scratch.path() + "/memory";
  run_json("run --complete" + memory + game(level_of(scratch, 2)));
  const std::string swapped = level_of(scratch, 2, true);
  // d0 leads to d1, whose button is behind it: now nothing opens d0 any more.
  const json run = run_json("run --json --complete --task d1.isOpen" + memory + game(swapped));
  EXPECT_FALSE(run["done"].get<bool>());
  const json shown = run_json("show --json" + memory);
  ASSERT_FALSE(shown["disputes"].empty());
  EXPECT_EQ(shown["disputes"][0]["door"], "d0");
  EXPECT_TRUE(shown["disputes"][0]["settled"].get<bool>());
  const auto text = run_program("agent show" + memory);
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.output, HasSubstr("settled"));
  EXPECT_THAT(text.output, HasSubstr("tested again"));
}

// What a reader saw before the kill is there after it, and the next run goes on from there.
TEST(AgentMemoryTest, AKilledRunHasKeptWhatItLearned) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/memory";
  const std::string level = level_of(scratch, 12);
  const int process =
      testing_support::begin_program({"agent", "run", "--complete", "--memory", folder, "--",
                                      QUESTPROOF_PROGRAM, "simulate", level});
  EdgeBook seen;
  while (seen.edges().size() < 30 && waitpid(process, nullptr, WNOHANG) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    try {
      seen = EdgeStore::open_to_read(folder).read();
    } catch (const Error&) {  // it is being made, or its files are being changed
    }
  }
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
  const EdgeBook kept = EdgeStore::open_to_read(folder).read();
  for (const auto& [key, edge] : seen.edges()) {
    EXPECT_TRUE(kept.contains(key)) << key;
  }
  const json run = run_json("run --json --task d11.isOpen --memory " + folder + game(level));
  EXPECT_TRUE(run["done"].get<bool>());
  EXPECT_EQ(EdgeStore::open_to_read(folder).read().last_run(), 2U);
}

TEST(AgentMemoryTest, DamageIsRefusedByName) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/memory";
  const std::string level = level_of(scratch, 1);
  run_json("run --complete --memory " + folder + game(level));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".sst") continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(100);
    file.put('\x7f').put('\x01').put('\x7f');
  }
  for (const std::string& arguments :
       {"show --memory " + folder, "run --memory " + folder + game(level)}) {
    const auto result = run_program("agent " + arguments);
    EXPECT_EQ(result.code, 11) << result.output;
    EXPECT_THAT(result.output, HasSubstr(folder));
  }
}

TEST(AgentMemoryTest, SaysWhatItWants) {
  EXPECT_THAT(run_program("agent show").output, HasSubstr("--memory DIR"));
  EXPECT_EQ(run_program("agent show").code, 10);
  EXPECT_EQ(run_program("agent show --memory /nowhere/at/all").code, 11);
  EXPECT_THAT(run_program("agent show --memory /nowhere/at/all").output,
              HasSubstr("there is no memory in /nowhere/at/all"));
  EXPECT_EQ(run_program("agent run --task d.isOpen").code, 10);
  EXPECT_THAT(run_program("agent check --agents 2 -- true").output,
              HasSubstr("only `questproof agent run`"));
}

}  // namespace
}  // namespace questproof
