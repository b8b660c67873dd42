// SPDX-License-Identifier: MIT
// Several agents in one level: one plays at a time.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "games/labrecruits/level_file.h"
#include "games/labrecruits/simulator.h"
#include "games/live/trace.h"
#include "worker/search_player.h"

namespace questproof {
namespace {

using labrecruits::Simulator;

// Each agent is behind a door whose button the other one has, too far away from each other to see anything over the walls.
constexpr const char* kApart =
    "b1,d2\n"
    "b2,d3\n"
    "b3,d1\n"
    "|w,w,w,w,w,w,w,w,w,w,w,w,w,w\n"
    "w,f:a^agent0,f,f:b^b1,w,w,w,w,w,w,f:b^b3,f:a^agent1,f,w\n"
    "w,w,f:d>n^d1,w,w,w,w,w,w,w,w,f:d>n^d2,w,w\n"
    "w,w,f,f:d>e^d3,w,w,w,w,w,w,w,f,f:b^b2,w\n"
    "w,w,w,w,w,w,w,w,w,w,w,w,w,w\n";

Simulator play(const char* text) {
  labrecruits::LevelResult read = labrecruits::parse_level({"level.csv", text}, "level");
  return Simulator(std::move(*read.level), {});
}

PlayResult run(LiveGame& game, const SessionOptions& limits, const std::string& task,
               std::ostream* trace = nullptr) {
  Session session(game, limits, trace);
  PlayerOptions options;
  options.task = AgentTask::parse(task);
  return SearchPlayer(session, options).run();
}

TEST(HandOverTest, AgentsOpenDoorsForEachOther) {
  Simulator game = play(kApart);
  EXPECT_TRUE(run(game, {.updates = 5000, .every_agent = true}, "d3.isOpen").done);
}

TEST(HandOverTest, OneAgentAloneCannot) {
  Simulator game = play(kApart);
  const PlayResult result = run(game, {.updates = 5000}, "d3.isOpen");
  EXPECT_FALSE(result.done);
  EXPECT_TRUE(result.complete);
}

TEST(HandOverTest, ATraceSaysWhoPlays) {
  Simulator game = play(kApart);
  std::ostringstream trace;
  EXPECT_TRUE(run(game, {.updates = 5000, .every_agent = true}, "d3.isOpen", &trace).done);
  std::istringstream lines(trace.str());
  std::string line;
  std::string agent;
  std::size_t heads = 0;
  while (std::getline(lines, line)) {
    const TraceLine read = decode_trace_line(line);
    if (const auto* head = std::get_if<TraceHead>(&read)) {
      agent = head->agent;
      ++heads;
    } else if (const auto* reset = std::get_if<TraceReset>(&read)) {
      game.reset(reset->seed);
    } else {
      const TraceStep& step = std::get<TraceStep>(read);
      const Observation after = game.act({{agent, step.action}});
      EXPECT_EQ(trace_step(step.action, after.agents.at(agent)), step);
    }
  }
  EXPECT_GE(heads, 3U);
}

// Nobody can open the door: all have to be asked before it is said so.
TEST(HandOverTest, AllAreAskedBeforeItEnds) {
  Simulator game = play(
      "b1,d2\n"
      "|w,w,w,w,w,w,w,w\n"
      "w,f:a^agent0,f:b^b1,w,f:b^b2,f:a^agent1,f,w\n"
      "w,f:d>n^d1,w,w,w,f:d>n^d2,w,w\n"
      "w,f,w,w,w,f,w,w\n"
      "w,w,w,w,w,w,w,w\n");
  Session session(game, {.updates = 5000, .every_agent = true}, nullptr);
  PlayerOptions options;
  options.task = AgentTask::parse("d1.isOpen");
  SearchPlayer player(session, options);
  const PlayResult result = player.run();
  EXPECT_FALSE(result.done);
  EXPECT_TRUE(result.complete) << result.reason;
  EXPECT_EQ(player.belief().buttons().size(), 2U);
  EXPECT_TRUE(player.belief().doors()[*player.belief().door("d2")].seen_open);
}

}  // namespace
}  // namespace questproof
