// SPDX-License-Identifier: MIT
#include "games/labrecruits/simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "games/labrecruits/level_file.h"

namespace questproof::labrecruits {
namespace {

SimulatorSettings exact() {
  SimulatorSettings settings;
  settings.jitter = 0;
  return settings;
}

Simulator play(const std::string& text, const SimulatorSettings& settings = exact()) {
  LevelResult read = parse_level({"level.csv", text}, "level");
  for (const Diagnostic& each : read.diagnostics) {
    EXPECT_NE(each.severity, Severity::kError) << to_string(each);
  }
  return Simulator(std::move(*read.level), settings);
}

// A room, a door to the east, a room behind it.
constexpr const char* kTwoRooms =
    "b1,d1\n"
    "|w,w,w,w,w,w,w\n"
    "w,f:a^agent0,f:b^b1,f,f:d>e^d1,f:g^flag,w\n"
    "w,w,w,w,w,w,w\n";

const View& only(const Observation& observation) { return observation.agents.begin()->second; }

const SeenObject* find(const Observation& observation, const std::string& id) {
  const View& view = only(observation);
  const auto found = std::find_if(view.objects.begin(), view.objects.end(),
                                  [&](const SeenObject& object) { return object.id == id; });
  return found == view.objects.end() ? nullptr : &*found;
}

Observation walk(Simulator& game, double x, double z, int updates = 40, double y = 0) {
  Observation observation = game.observe();
  for (int i = 0; i < updates; ++i) {
    observation = game.act({{"agent0", Action::move({x, y, z})}});
  }
  return observation;
}

TEST(SimulatorTest, AgentsWalkAsFastAsTheGameLetsThem) {
  Simulator game = play("|f:a^agent0,f,f,f,f,f\n");
  const Observation after = game.act({{"agent0", Action::move({5, 0, 0})}});
  EXPECT_NEAR(after.time, 0.1, 1e-9);
  EXPECT_NEAR(only(after).at.x, 0.5, 1e-9);  // five steps of 0.1
  EXPECT_NEAR(only(walk(game, 5, 0)).at.x, 5, 1e-6);
}

TEST(SimulatorTest, AClosedDoorStopsAndHides) {
  Simulator game = play(kTwoRooms);
  Observation seen = walk(game, 5, 1);
  EXPECT_LT(only(seen).at.x, 3.2);
  ASSERT_NE(find(seen, "d1"), nullptr);
  EXPECT_EQ(find(seen, "d1")->blocks, true);
  EXPECT_EQ(find(seen, "flag"), nullptr);
  seen = game.act({{"agent0", Action::use("b1")}});
  EXPECT_EQ(only(seen).refused, "");
  EXPECT_EQ(find(seen, "d1")->state.at("isOpen"), "true");
  EXPECT_NE(find(seen, "flag"), nullptr);
  EXPECT_NEAR(only(walk(game, 5, 1)).at.x, 5, 1e-6);
}

TEST(SimulatorTest, ButtonsNeedReachAndTime) {
  Simulator game = play("b1,d1\n|f:a^agent0,f,f,f:b^b1,f,f:d>e^d1\n");
  EXPECT_EQ(only(game.act({{"agent0", Action::use("b1")}})).refused, "it is too far away");
  EXPECT_EQ(only(game.act({{"agent0", Action::use("d1")}})).refused, "it is no button");
  EXPECT_EQ(only(game.act({{"agent0", Action::use("x")}})).refused, "there is no such thing");
  walk(game, 2, 0);
  EXPECT_EQ(only(game.act({{"agent0", Action::use("b1")}})).refused, "");
  EXPECT_EQ(only(game.act({{"agent0", Action::use("b1")}})).refused,
            "it cannot be pressed again yet");
  for (int i = 0; i < 4; ++i) game.act({});
  EXPECT_EQ(only(game.act({{"agent0", Action::use("b1")}})).refused, "");
}

TEST(SimulatorTest, NothingIsSeenFurtherThanTheViewReaches) {
  Simulator game = play("|f:a^agent0,f,f,f,f,f,f,f,f,f:b^b1\n");
  const Observation first = game.reset(1);
  // The eyes are 1.46 above the floor: the floor is seen 3.7 far.
  EXPECT_EQ(only(first).terrain.size(), 4U);
  EXPECT_EQ(find(first, "b1"), nullptr);
  EXPECT_NE(find(walk(game, 7, 0), "b1"), nullptr);
}

TEST(SimulatorTest, TerrainIsToldOnceAndInTheEndWhole) {
  Simulator game = play(kTwoRooms);
  std::set<std::uint32_t> ids;
  const auto collect = [&](const Observation& seen) {
    for (const TerrainNode& node : only(seen).terrain) EXPECT_TRUE(ids.insert(node.id).second);
  };
  collect(game.reset(1));
  for (int i = 0; i < 20; ++i) collect(game.act({{"agent0", Action::move({3, 0, 1})}}));
  EXPECT_EQ(ids.size(), 4U);  // the doorway is seen with its door
  collect(game.act({{"agent0", Action::use("b1")}}));
  EXPECT_EQ(ids.size(), 5U);
}

TEST(SimulatorTest, BodiesDoNotCutCorners) {
  Simulator game = play(
      "|f:a^agent0,f\n"
      "w,f\n");
  const Observation after = walk(game, 1, 1);
  // It slides around the corner of the wall and arrives.
  EXPECT_NEAR(only(after).at.x, 1, 0.35);
  EXPECT_GT(only(after).at.z, 0.5);
  Simulator blocked = play(
      "|f:a^agent0,w\n"
      "w,f\n");
  EXPECT_LT(only(walk(blocked, 1, 1)).at.x, 0.2);
}

TEST(SimulatorTest, RampsLeadUp) {
  Simulator game = play("|w,w,w,w\nf:a^agent0,r>e,w,w\n|,,,\n,,f,f\n");
  const Observation up = walk(game, 3, 1, 60, 1);
  EXPECT_NEAR(only(up).at.x, 3, 1e-6);
  EXPECT_NEAR(only(up).at.y, 1, 1e-6);
}

TEST(SimulatorTest, FireHurtsWhoEntersIt) {
  Simulator game = play("|f:a^agent0,f:dhf,f\n");
  EXPECT_EQ(only(walk(game, 2, 0)).health, 95);
  EXPECT_EQ(only(walk(game, 0, 0)).health, 90);
  EXPECT_TRUE(find(game.observe(), "fire_x1_y0_z0")->harmful);
}

TEST(SimulatorTest, DeathEndsTheGame) {
  Simulator game = play("|f:a^agent0,f:dhf,f\n");
  Observation seen = game.observe();
  for (int i = 0; i < 10; ++i) {
    walk(game, 2, 0);
    seen = walk(game, 0, 0);
  }
  EXPECT_TRUE(seen.over);
  EXPECT_FALSE(only(seen).alive);
  const Point at = only(seen).at;
  EXPECT_EQ(only(walk(game, 2, 0)).at, at);
  EXPECT_FALSE(only(game.act({{"agent0", Action::use("x")}})).refused.empty());
}

TEST(SimulatorTest, FlagsHealAndFinishEnds) {
  Simulator game = play("|f:a^agent0,f:dhf,f:g^flag,f:g^Finish\n");
  Observation seen = walk(game, 2, 0, 10);
  EXPECT_EQ(only(seen).health, 100);
  EXPECT_EQ(only(seen).score, 100);
  EXPECT_FALSE(seen.over);
  seen = walk(game, 3, 0, 10);
  EXPECT_TRUE(seen.over);
  EXPECT_TRUE(only(seen).alive);
  EXPECT_EQ(only(seen).score, 600);
}

TEST(SimulatorTest, MonstersHuntWhoComesNear) {
  Simulator game = play("|f:a^agent0,f,f,f,f,f,f,f:m^m1\n");
  EXPECT_EQ(only(walk(game, 0, 0, 50)).health, 100);
  Observation seen = walk(game, 4, 0, 100);
  EXPECT_LT(only(seen).health, 100);
  EXPECT_TRUE(find(seen, "m1")->harmful);
}

TEST(SimulatorTest, AMonsterWiredToAButtonSleepsUntilItIsPressed) {
  Simulator game = play("b1,m1\n|f:a^agent0,f:b^b1,f:m^m1\n");
  EXPECT_EQ(only(walk(game, 0, 0, 50)).health, 100);
  game.act({{"agent0", Action::use("b1")}});
  EXPECT_LT(only(walk(game, 0, 0, 50)).health, 100);
}

TEST(SimulatorTest, ScreensShowTheSumOfPressedColours) {
  Simulator game = play("c1,s1\nc2,s1\n|f:a^agent0,f:cb#ff0000^c1,f:cb#0000ff^c2,f:cs^s1\n");
  walk(game, 1, 0, 10);
  EXPECT_EQ(find(game.observe(), "s1")->state.at("color"), "#000000");
  game.act({{"agent0", Action::use("c1")}});
  EXPECT_EQ(find(game.observe(), "s1")->state.at("color"), "#ff0000");
  game.act({{"agent0", Action::use("c2")}});
  EXPECT_EQ(find(game.observe(), "s1")->state.at("color"), "#ff00ff");
}

TEST(SimulatorTest, SeveralAgentsShareTheDoors) {
  Simulator game = play("b1,d1\n|f:a^agent0,f:b^b1,f,f:d>e^d1,f:a^agent1\n");
  EXPECT_EQ(game.introduce().agents, (std::vector<std::string>{"agent0", "agent1"}));
  Observation seen;
  for (int i = 0; i < 40; ++i) {
    seen = game.act({{"agent0", i == 0 ? Action::use("b1") : Action::wait()},
                     {"agent1", Action::move({2, 0, 0})}});
  }
  EXPECT_NEAR(seen.agents.at("agent1").at.x, 2, 1e-6);
  EXPECT_EQ(seen.agents.at("agent1").objects.size(), 3U);  // the button, the door, agent0
}

TEST(SimulatorTest, PersonsWalkTheirRounds) {
  Simulator game = play("p,w1,w2\n|f:a^agent0,f:ng^w1,f:npc^p,f:ng^w2\n");
  std::set<int> places;
  for (int i = 0; i < 60; ++i) {
    const Observation seen = game.act({});
    if (find(seen, "p") != nullptr) places.insert(static_cast<int>(find(seen, "p")->at.x + 0.5));
  }
  EXPECT_EQ(places, (std::set<int>{1, 2, 3}));
}

TEST(SimulatorTest, TheSameSeedGivesTheSamePlay) {
  const auto run = [](std::uint64_t seed) {
    Simulator game = play(kTwoRooms, {});
    game.reset(seed);
    std::vector<double> times;
    for (int i = 0; i < 20; ++i) {
      times.push_back(game.act({{"agent0", Action::move({3, 0, 1})}}).time);
    }
    return times;
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

TEST(SimulatorTest, RestoreLeadsBackToSave) {
  Simulator game = play(kTwoRooms);
  walk(game, 2, 1);
  game.save("here");
  const Observation saved = game.observe();
  game.act({{"agent0", Action::use("b1")}});
  walk(game, 5, 1);
  const Observation back = game.restore("here");
  EXPECT_EQ(back.time, saved.time);
  EXPECT_EQ(only(back).at, only(saved).at);
  EXPECT_EQ(find(back, "d1")->blocks, true);
  EXPECT_THROW(game.restore("nowhere"), LiveFault);
}

// Wherever agents are driven, they stand on ground and off the walls.
TEST(SimulatorTest, RandomWalksNeverLeaveTheGround) {
  Simulator game = play(
      "|f:a^agent0,f,w,f,f\n"
      "f,w,f,f,f\n"
      "f,f,f,,f\n"
      "w,f,f:t,f,f\n");
  std::uint32_t bits = 7;
  std::set<std::pair<int, int>> cells;
  for (int i = 0; i < 3000; ++i) {
    bits = bits * 1664525U + 1013904223U;
    const double x = (bits >> 8U) % 60 / 10.0 - 0.5;
    const double z = (bits >> 20U) % 50 / 10.0 - 0.5;
    const Point at = only(game.act({{"agent0", Action::move({x, 0, z})}})).at;
    const int column = static_cast<int>(std::lround(at.x));
    const int row = static_cast<int>(std::lround(at.z));
    cells.insert({column, row});
    for (const auto& [wall_x, wall_z] : {std::pair{2, 0}, {1, 1}, {3, 2}, {0, 3}, {2, 3}}) {
      const double apart = std::max(std::abs(at.x - wall_x), std::abs(at.z - wall_z));
      EXPECT_GT(apart, 0.5) << at.x << " " << at.z;
    }
    EXPECT_GE(at.x, -0.5);
    EXPECT_GE(at.z, -0.5);
  }
  EXPECT_EQ(cells.size(), 15U);
}

TEST(SightTest, WallsHideAndFloorsHide) {
  LevelResult read = parse_level({"level.csv", "|f,w,f\nf,f,f\n|f,f,f\n,,\n"}, "level");
  const Sight sight(*read.level);
  EXPECT_FALSE(sight.is_free({0, 0.5, 0}, {2, 0.5, 0}));
  EXPECT_TRUE(sight.is_free({0, 0.5, 1}, {2, 0.5, 1}));
  EXPECT_TRUE(sight.is_free({0, 1.5, 0}, {2, 1.5, 0}));   // above the wall
  EXPECT_FALSE(sight.is_free({0, 1.5, 0}, {0, 0.5, 0}));  // through the floor of the sheet above
  EXPECT_TRUE(sight.is_free({0, 1.5, 1}, {0, 0.5, 1}));
}

TEST(SightTest, AgreesWithSamplingAlongTheLine) {
  LevelResult read =
      parse_level({"level.csv", "|f,w,f,f,w\nf,f,f,w,f\nw,f,f,f,f\nf,f,w,f,f\n"}, "level");
  const Sight sight(*read.level);
  const auto is_wall = [&](int x, int z) {
    for (const auto& [wall_x, wall_z] : {std::pair{1, 0}, {4, 0}, {3, 1}, {0, 2}, {2, 3}}) {
      if (x == wall_x && z == wall_z) return true;
    }
    return false;
  };
  std::uint32_t bits = 3;
  const auto random = [&](int count) {
    bits = bits * 1664525U + 1013904223U;
    return (bits >> 8U) % 1000 / 1000.0 * count - 0.5;
  };
  for (int i = 0; i < 500; ++i) {
    const Point from = {random(5), 0.5, random(4)};
    const Point to = {random(5), 0.6, random(4)};
    const auto cell = [](double value) { return static_cast<int>(std::floor(value + 0.5)); };
    bool free = true;
    bool near_corner = false;
    for (int s = 0; s <= 4000; ++s) {
      const double part = s / 4000.0;
      const double x = from.x + (to.x - from.x) * part;
      const double z = from.z + (to.z - from.z) * part;
      const bool end = (cell(x) == cell(from.x) && cell(z) == cell(from.z)) ||
                       (cell(x) == cell(to.x) && cell(z) == cell(to.z));
      const double off_x = std::abs(std::abs(x - cell(x)) - 0.5);
      const double off_z = std::abs(std::abs(z - cell(z)) - 0.5);
      near_corner = near_corner || (off_x < 0.005 && off_z < 0.005);
      if (!end && is_wall(cell(x), cell(z))) free = false;
    }
    if (near_corner) continue;
    EXPECT_EQ(sight.is_free(from, to), free) << from.x << " " << to.x;
  }
}

}  // namespace
}  // namespace questproof::labrecruits
