// SPDX-License-Identifier: MIT
#include "worker/search_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "games/labrecruits/level_file.h"
#include "games/labrecruits/simulator.h"

namespace questproof {
namespace {

using labrecruits::Simulator;

Simulator play(const std::string& text) {
  labrecruits::LevelResult read = labrecruits::parse_level({"level.csv", text}, "level");
  return Simulator(std::move(*read.level), {});
}

struct Outcome {
  PlayResult result;
  SessionFigures figures;
  std::vector<Finding> findings;
};

Outcome run(LiveGame& game, const std::string& task, bool complete = false,
            std::uint64_t updates = 20000) {
  Session session(game, {.updates = updates}, nullptr);
  PlayerOptions options;
  if (!task.empty()) options.task = AgentTask::parse(task);
  options.complete = complete;
  SearchPlayer player(session, options);
  Outcome result;
  result.result = player.run();
  result.figures = session.figures();
  result.findings = session.findings();
  return result;
}

// Rooms in a row, each with the button of the next door.
std::string chain(int doors) {
  std::string wires;
  std::string row = "w,f:a^agent0,";
  for (int i = 0; i < doors; ++i) {
    wires += "b" + std::to_string(i) + ",d" + std::to_string(i) + "\n";
    row += "f,f:b^b" + std::to_string(i) + ",f,f,f:d>e^d" + std::to_string(i) + ",";
  }
  row += "f,w\n";
  const auto cells = std::count(row.begin(), row.end(), ',');
  std::string wall = "w";
  for (int i = 0; i < cells; ++i) wall += ",w";
  return wires + "|" + wall + "\n" + row + wall + "\n";
}

// A corridor with a button at place 1 that toggles a door at place 3. Another stands at
// place 5. At one update the door moves by itself, too.
class Moody final : public LiveGame {
 public:
  explicit Moody(int whim) : whim_(whim) {}

  Introduction introduce() override {
    Introduction introduction;
    introduction.game = "moody";
    introduction.agents = {"hero"};
    introduction.view_distance = 100;
    introduction.reach = 1.5;
    return introduction;
  }
  Observation reset(std::uint64_t) override {
    time_ = 0;
    open_ = false;
    view_ = {};
    view_.at = {1, 0, 0};
    view_.health = 100;
    for (std::uint32_t place = 0; place < 6; ++place) {
      view_.terrain.push_back({place, {static_cast<double>(place), 0, 0}, {}});
      if (place > 0) view_.terrain.back().to.push_back(place - 1);
      if (place < 5) view_.terrain.back().to.push_back(place + 1);
    }
    const Observation first = observe();
    view_.terrain.clear();
    return first;
  }
  Observation observe() override {
    SeenObject button;
    button.id = "button";
    button.type = "button";
    button.at = {1, 0, 0};
    button.usable = true;
    SeenObject door;
    door.id = "door";
    door.type = "door";
    door.at = {3, 0, 0};
    door.size = {1, 2, 1};
    door.blocks = !open_;
    SeenObject behind = button;
    behind.id = "behind";
    behind.at = {5, 0, 0};
    view_.objects = {button, door, behind};
    Observation observation;
    observation.time = time_;
    observation.agents["hero"] = view_;
    return observation;
  }
  Observation act(const Actions& actions) override {
    time_ += 0.1;
    const Action& action = actions.at("hero");
    if (action.kind == Action::Kind::kUse) open_ = !open_;
    if (++updates_ == whim_) open_ = !open_;
    if (action.kind == Action::Kind::kMove) view_.at = action.to;
    return observe();
  }
  void save(const std::string&) override {}
  Observation restore(const std::string&) override { return observe(); }

 private:
  int whim_;
  int updates_ = 0;
  double time_ = 0;
  bool open_ = false;
  View view_;
};

TEST(SearchPlayerTest, WhereADoorContradictsWhatWasCertainNothingIsComplete) {
  Moody tame(0);
  EXPECT_TRUE(run(tame, "", true).result.complete);
  Moody moody(2);
  EXPECT_FALSE(run(moody, "", true).result.complete);
}

TEST(SearchPlayerTest, OpensTwelveDoorsInARow) {
  Simulator game = play(chain(12));
  const Outcome done = run(game, "d11.isOpen");
  EXPECT_TRUE(done.result.done) << done.result.reason;
  EXPECT_EQ(done.figures.presses, 12U);
}

// Each button opens the door to the other's room or closes it; only b1 b2 b1 does it.
TEST(SearchPlayerTest, FindsCombinations) {
  Simulator game = play(
      "b1,d1,d2\n"
      "b2,d2,d3\n"
      "|w,w,w,w,w,w,w\n"
      "w,f:a^agent0,f:b^b1,f:d>e^d1,f:b^b2,f,w\n"
      "w,f:d>n^d2,w,w,w,f:d>n^d3,w\n"
      "w,f,w,w,w,f,w\n"
      "w,w,w,w,w,w,w\n");
  EXPECT_TRUE(run(game, "d3.isOpen").result.done);
  Simulator again = play(
      "b1,d1,d2\n"
      "b2,d2\n"
      "|w,w,w,w,w,w\n"
      "w,f:a^agent0,f:b^b1,f:d>e^d1,f:b^b2,w\n"
      "w,f:d>n^d2,w,w,w,w\n"
      "w,f:b^b3,w,w,w,w\n"
      "w,w,w,w,w,w\n");
  EXPECT_TRUE(run(again, "b3.isOn").result.done);
}

// Two presses are needed, and three of the four buttons do nothing of use: episodes have to be played again.
TEST(SearchPlayerTest, QLearningComesToTheDoorByEpisodes) {
  Simulator game = play(
      "b1,d1\n"
      "b2,d2\n"
      "|w,w,w,w,w,w,w,w\n"
      "w,f:a^agent0,f:b^b1,f:d>e^d1,f:b^b2,f,w,w\n"
      "w,f:b^b3,w,w,f:d>n^d2,w,w,w\n"
      "w,f:b^b4,w,w,f,w,w,w\n"
      "w,w,w,w,w,w,w,w\n");
  Session session(game, {.updates = 20000}, nullptr);
  PlayerOptions options;
  options.task = AgentTask::parse("d2.isOpen");
  options.policy = PlayerOptions::Policy::kQLearning;
  EXPECT_TRUE(SearchPlayer(session, options).run().done);
}

// Nothing that it could press opens the door: it plays on until the budget is spent.
TEST(SearchPlayerTest, QLearningBeginsAnewAfterEachEpisode) {
  Simulator game = play(
      "b1,d2\n"
      "|w,w,w,w,w,w\n"
      "w,f:a^agent0,f:b^b1,f,f:d>e^d1,w\n"
      "w,f,f:d>n^d2,w,w,w\n"
      "w,w,w,w,w,w\n");
  Session session(game, {.updates = 3000}, nullptr);
  PlayerOptions options;
  options.task = AgentTask::parse("d1.isOpen");
  options.policy = PlayerOptions::Policy::kQLearning;
  const PlayResult result = SearchPlayer(session, options).run();
  EXPECT_FALSE(result.done);
  EXPECT_EQ(result.reason, "the budget is spent");
  EXPECT_GT(session.figures().presses, 20U);
}

TEST(SearchPlayerTest, SaysWhenNothingIsLeftToTry) {
  Simulator game = play(
      "b1,d1\n"
      "|w,w,w,w,w,w\n"
      "w,f:a^agent0,f:b^b1,f,f:d>e^d1,w\n"
      "w,f,f:d>n^d2,w,w,w\n"
      "w,w,f,w,w,w\n");
  const Outcome impossible = run(game, "d2.isOpen");
  EXPECT_FALSE(impossible.result.done);
  EXPECT_TRUE(impossible.result.complete) << impossible.result.reason;
  EXPECT_FALSE(run(game, "nothing.isOpen").result.done);
}

TEST(SearchPlayerTest, CompleteMeansThatAllWiresAreKnown) {
  Simulator game = play(
      "b1,d1,d2\n"
      "b2,d2\n"
      "|w,w,w,w,w,w,w\n"
      "w,f:a^agent0,f:b^b1,f:b^b2,f,f:d>e^d1,f\n"
      "w,f,f:d>n^d2,f:b^b3,w,w,w\n"
      "w,w,f,w,w,w,w\n");
  Session session(game, {}, nullptr);
  PlayerOptions options;
  options.complete = true;
  SearchPlayer player(session, options);
  EXPECT_TRUE(player.run().complete);
  const Belief& belief = player.belief();
  const auto wire = [&](const char* button, const char* door) {
    return belief.doors()[*belief.door(door)].wires.wire(*belief.button(button));
  };
  EXPECT_EQ(wire("b1", "d1"), true);
  EXPECT_EQ(wire("b1", "d2"), true);
  EXPECT_EQ(wire("b2", "d1"), false);
  EXPECT_EQ(wire("b2", "d2"), true);
  EXPECT_EQ(wire("b3", "d1"), false);
  EXPECT_EQ(wire("b3", "d2"), false);
}

TEST(SearchPlayerTest, WalksAroundFireWhereItCan) {
  Simulator game = play(
      "b1,d1\n"
      "|w,w,w,w,w,w,w,w\n"
      "w,f:a^agent0,f:dhf,f,f:b^b1,f,f:d>e^d1,w\n"
      "w,f,f:dhf,f,f,f,w,w\n"
      "w,f,f:dhf,f,f,f,w,w\n"
      "w,f,f,f,f,f,w,w\n"
      "w,w,w,w,w,w,w,w\n");
  Session session(game, {}, nullptr);
  PlayerOptions options;
  options.task = AgentTask::parse("d1.isOpen");
  EXPECT_TRUE(SearchPlayer(session, options).run().done);
  EXPECT_EQ(session.view().health, 100);
}

// The button is in reach from the doorway, and closes the door around who stands there.
TEST(SearchPlayerTest, GetsOutOfADoorwayThatHasClosed) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Simulator game = play(
        "b1,d1\n"
        "b2,d2\n"
        "|w,w,w,w,w,w,w,w,w,w,w\n"
        "w,f:a^agent0,f,f:od>e^d1,f:b^b1,f,f:b^b2,f,f:d>e^d2,f,w\n"
        "w,f,f,w,f,f,f,f,w,f,w\n"
        "w,w,w,w,w,w,w,w,w,w,w\n");
    Session session(game, {.seed = seed, .updates = 400}, nullptr);
    PlayerOptions options;
    options.task = AgentTask::parse("d2.isOpen");
    EXPECT_TRUE(SearchPlayer(session, options).run().done) << seed;
    EXPECT_LT(session.figures().updates, 60U) << seed;
  }
}

// Along a ramp the floor beside it is at the same height in places, but does not lead onto it.
TEST(SearchPlayerTest, DoesNotStepOntoARampFromItsSide) {
  Simulator game = play(
      "b0,d0\n"
      "b1,d0\n"
      "|w,w,w,w,w,w,\n"
      "w,f:a^agent0,r>e,w,f,w,\n"
      "w,f,f,f,f,w,\n"
      "w,f,f,f,f,w,\n"
      "w,f:b^b0,f,f,f,w,\n"
      "w,w,w,w,w,w,\n"
      "|w,w,w,w,w,w,\n"
      "w,,,r>e,,w,\n"
      "w,,,,,w,\n"
      "w,,,,,w,\n"
      "w,,,,,w,\n"
      "w,w,w,w,w,w,\n"
      "|w,w,w,w,w,w,\n"
      "w,,,,r>e,w,\n"
      "w,,,,,w,\n"
      "w,,,,,w,\n"
      "w,,,,,w,\n"
      "w,w,w,w,w,w,\n"
      "|w,w,w,w,w,w,w\n"
      "w,,,,,f,w\n"
      "w,,,w,f,f,w\n"
      "w,,,f:d>e^d0,f,f,w\n"
      "w,,,w,f:b^b1,f,w\n"
      "w,w,w,w,w,w,w\n");
  const Outcome done = run(game, "", true, 3000);
  EXPECT_TRUE(done.result.complete) << done.result.reason;
  EXPECT_LT(done.figures.updates, 150U);
}

// The way through the fire is two steps long, the other one more than sixty.
TEST(SearchPlayerTest, HarmIsTheLastResort) {
  std::string top = "w,f:a^agent0,f:dhf,f:b^b1,f:d>e^d1,f";
  std::string side = "w,f,w,f,w,w";
  std::string bottom = "w,f,f,f,w,w";
  std::string level = "b1,d1\n|w,w,w,w,w,w\n" + top + "\n";
  for (int i = 0; i < 32; ++i) level += side + "\n";
  Simulator game = play(level + bottom + "\nw,w,w,w,w,w\n");
  Session session(game, {}, nullptr);
  PlayerOptions options;
  options.task = AgentTask::parse("d1.isOpen");
  EXPECT_TRUE(SearchPlayer(session, options).run().done);
  EXPECT_EQ(session.view().health, 100);
}

// Two ways through the fire leave it with too little health for a third. What lies behind the fire is not given up
// for that: the wires are learned. To look at a door before and after the second press of a button takes three ways, so that
// these are not tried again from all sides, and nothing is complete.
TEST(SearchPlayerTest, WornItBeginsTheGameAnew) {
  for (int width = 7; width <= 9; ++width) {
    SCOPED_TRACE(width);
    std::string wall = "w,w,w,w,w,w,w,w,w", fire;
    for (int i = 0; i < width; ++i) {
      wall += ",w";
      fire += "f:dhf,";
    }
    const std::string level = "b1,d1\nb2,d1\nb3,d2\n|" + wall +
                              "\nw,f:a^agent0,f:b^b1,f:b^b2,f:b^b3," + fire +
                              "f,f:d>e^d1,f:d>e^d2,w\n" + wall + "\n";
    Simulator game = play(level);
    const Outcome task = run(game, "d1.isOpen");
    EXPECT_TRUE(task.result.done) << task.result.reason;
    EXPECT_EQ(task.figures.deaths, 0U);
    Simulator again = play(level);
    Session session(again, {.updates = 6000}, nullptr);
    PlayerOptions options;
    options.complete = true;
    SearchPlayer player(session, options);
    const PlayResult all = player.run();
    const Belief& belief = player.belief();
    for (const char* button : {"b1", "b2", "b3"}) {
      for (const char* door : {"d1", "d2"}) {
        const bool wired = (*door == 'd' && door[1] == '2') == (button[1] == '3');
        const ParitySystem& wires = belief.doors()[*belief.door(door)].wires;
        EXPECT_EQ(wires.wire(*belief.button(button)).value_or(wired), wired);
      }
    }
    EXPECT_FALSE(all.complete);
    EXPECT_THAT(all.reason, testing::HasSubstr("could not be tried again"));
    EXPECT_EQ(session.figures().deaths, 0U);
  }
}

TEST(SearchPlayerTest, ClimbsToAnotherFloor) {
  Simulator game = play(
      "b1,d1\n"
      "|w,w,w,w,w,w,w,w,w\n"
      "w,f:a^agent0,f,f,r>e,w,w,w,w\n"
      "w,w,w,w,w,w,w,w,w\n"
      "|,,,,,,,,\n"
      ",,,,,f:b^b1,f,f:d>e^d1,f\n"
      ",,,,,,,,\n");
  EXPECT_TRUE(run(game, "d1.isOpen").result.done);
}

TEST(SearchPlayerTest, TheBudgetEndsTheRun) {
  Simulator game = play(chain(6));
  const Outcome run_out = run(game, "d5.isOpen", false, 20);
  EXPECT_FALSE(run_out.result.done);
  EXPECT_EQ(run_out.figures.updates, 20U);
  EXPECT_EQ(run_out.result.reason, "the budget is spent");
}

// A game that breaks when one of its buttons is pressed.
class Brittle final : public LiveGame {
 public:
  explicit Brittle(Simulator game) : game_(std::move(game)) {}
  Introduction introduce() override { return game_.introduce(); }
  Observation reset(std::uint64_t seed) override { return game_.reset(seed); }
  Observation observe() override { return game_.observe(); }
  Observation act(const Actions& actions) override {
    if (actions.at("agent0") == Action::use("b1")) {
      throw LiveFault(LiveFault::Kind::kCrash, "it broke");
    }
    return game_.act(actions);
  }
  void save(const std::string& slot) override { game_.save(slot); }
  Observation restore(const std::string& slot) override { return game_.restore(slot); }

 private:
  Simulator game_;
};

TEST(SearchPlayerTest, ACrashIsAFindingAndTheRunGoesOn) {
  Brittle game(
      play("b2,d1\n|w,w,w,w,w,w,w\nw,f:a^agent0,f:b^b1,f:b^b2,f,f:d>e^d1,w\nw,w,w,w,w,w,w\n"));
  const Outcome survived = run(game, "d1.isOpen");
  EXPECT_TRUE(survived.result.done) << survived.result.reason;
  ASSERT_EQ(survived.findings.size(), 1U);
  EXPECT_EQ(survived.findings[0].kind, "crash");
  EXPECT_EQ(survived.findings[0].action, "use b1");
}

// A game in which the player dies once, whatever is done then.
class Deadly final : public LiveGame {
 public:
  Deadly(Simulator game, unsigned fatal) : game_(std::move(game)), fatal_(fatal) {}
  Introduction introduce() override { return game_.introduce(); }
  Observation reset(std::uint64_t seed) override { return game_.reset(seed); }
  Observation observe() override { return game_.observe(); }
  Observation act(const Actions& actions) override {
    Observation seen = game_.act(actions);
    if (++acts_ == fatal_) seen.agents.at("agent0").alive = false;
    return seen;
  }
  void save(const std::string& slot) override { game_.save(slot); }
  Observation restore(const std::string& slot) override { return game_.restore(slot); }

 private:
  Simulator game_;
  unsigned fatal_;
  unsigned acts_ = 0;
};

TEST(SearchPlayerTest, WhereADeathWasSeenNothingIsComplete) {
  const std::string level =
      "b1,d1\n|w,w,w,w,w,w,w\nw,f:a^agent0,f,f:b^b1,f,f:d>e^d1,f\nw,w,w,w,w,w,w\n";
  Deadly mild(play(level), 0);
  const Outcome lived = run(mild, "", true);
  EXPECT_TRUE(lived.result.complete) << lived.result.reason;
  for (const unsigned fatal : {1U, 2U, 5U}) {
    Deadly game(play(level), fatal);
    const Outcome died = run(game, "", true);
    EXPECT_EQ(died.figures.deaths, 1U);
    EXPECT_FALSE(died.result.complete) << died.result.reason;
  }
}

TEST(SearchPlayerTest, StopsWhenAskedTo) {
  Simulator game = play(chain(6));
  std::atomic<bool> stop = false;
  SessionOptions limits;
  limits.stop_requested = &stop;
  Session session(game, limits, nullptr);
  SearchPlayer player(session, {});
  stop = true;
  const PlayResult stopped = player.run();
  EXPECT_FALSE(stopped.complete);
  EXPECT_EQ(stopped.reason, "stopped on request");
  EXPECT_EQ(session.figures().updates, 0U);
}

TEST(SearchPlayerTest, TheEndOfTheGameIsNotRunIntoTwice) {
  Simulator game = play(
      "b1,d1\n"
      "|w,w,w,w,w,w,w\n"
      "w,f:a^agent0,f,f:g^Finish,f,f,w\n"
      "w,f,f,f,f:b^b1,f:d>e^d1,w\n"
      "w,w,w,w,w,w,w\n");
  const Outcome done = run(game, "d1.isOpen");
  EXPECT_TRUE(done.result.done);
  EXPECT_LE(done.figures.restarts, 1U);
}

}  // namespace
}  // namespace questproof
