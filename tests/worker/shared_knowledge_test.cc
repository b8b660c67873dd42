// SPDX-License-Identifier: MIT
#include "worker/shared_knowledge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>

#include "core/base/error.h"
#include "core/net/loopback.h"
#include "core/net/solo_transport.h"
#include "games/labrecruits/level_file.h"
#include "games/labrecruits/simulator.h"
#include "tests/support/scratch_folder.h"
#include "worker/learned_model.h"
#include "worker/search_player.h"

namespace questproof {
namespace {

using labrecruits::Simulator;
using testing_support::ScratchFolder;

Simulator instance(const std::string& text) {
  labrecruits::LevelResult read = labrecruits::parse_level({"level.csv", text}, "level");
  return Simulator(std::move(*read.level), {});
}

// A hall with the start in its middle, rooms to both sides, and a door to each that a button in the hall opens.
std::string hall(const std::string& wires) {
  return wires +
         "|w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w\n"
         "w,f:b^b3,f,f:d>e^d1,f,f,f:b^b1,f,f:a^agent0,f,f:b^b2,f,f,f:d>e^d2,f,f:b^b4,w\n"
         "w,f,f,w,f,f,f,f,f,f,f,f,f,w,f,f,w\n"
         "w,f:d>n^d3,w,w,w,w,w,w,w,w,w,w,w,w,w,f:d>n^d4,w\n"
         "w,f,w,w,w,w,w,w,w,w,w,w,w,w,w,f,w\n"
         "w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w\n";
}

const char* const kWires = "b1,d1\nb2,d2\nb3,d4\nb4,d3\n";

struct Outcome {
  PlayResult result;
  SessionFigures figures;
  Belief belief;
  EdgeBook book;
  std::uint64_t session = 0;
};

Outcome play_on(Transport& ranks, EdgeStore* store, const std::string& level,
                const std::vector<std::string>& tasks, bool complete,
                std::uint64_t updates = 20000) {
  const auto seed = 1 + static_cast<std::uint64_t>(ranks.rank());
  SharedKnowledge shared(ranks, store, seed);
  Simulator game = instance(level);
  Session session(game, {.seed = seed, .updates = updates}, nullptr);
  PlayerOptions options;
  for (const std::string& task : tasks) options.tasks.push_back(AgentTask::parse(task));
  options.complete = complete;
  options.fellows = &shared;
  SearchPlayer player(session, options);
  Outcome outcome;
  outcome.result = player.run();
  outcome.figures = session.figures();
  outcome.belief = player.belief();
  outcome.book = shared.book();
  outcome.session = shared.session();
  return outcome;
}

std::vector<Outcome> play_together(int agents, const std::string& level,
                                   const std::vector<std::string>& tasks, bool complete,
                                   const std::string& folder = "", std::uint64_t updates = 20000) {
  std::vector<Outcome> outcomes(static_cast<std::size_t>(agents));
  LoopbackWorld world(agents);
  world.run([&](Transport& ranks) {
    std::unique_ptr<EdgeStore> store;
    if (ranks.rank() == 0 && !folder.empty()) {
      store = std::make_unique<EdgeStore>(EdgeStore::open(folder));
    }
    with_abandon(ranks, [&] {
      outcomes[static_cast<std::size_t>(ranks.rank())] =
          play_on(ranks, store.get(), level, tasks, complete, updates);
    });
  });
  world.rethrow();
  return outcomes;
}

Outcome play_alone(const std::string& level, const std::vector<std::string>& tasks, bool complete,
                   const std::string& folder) {
  EdgeStore store = EdgeStore::open(folder);
  SoloTransport alone;
  return play_on(alone, &store, level, tasks, complete);
}

std::optional<bool> wire(const Belief& belief, const std::string& button, const std::string& door) {
  return belief.doors()[*belief.door(door)].wires.wire(*belief.button(button));
}

TEST(SharedKnowledgeTest, AgentsEndWithTheSameBookAndTheSameWires) {
  const std::vector<Outcome> all = play_together(3, hall(kWires), {}, true);
  for (const Outcome& each : all) {
    EXPECT_TRUE(each.result.complete) << each.result.reason;
    EXPECT_EQ(each.book.edges(), all[0].book.edges());
    for (const auto& [button, door] :
         {std::pair{"b1", "d1"}, {"b2", "d2"}, {"b3", "d4"}, {"b4", "d3"}}) {
      EXPECT_EQ(wire(each.belief, button, door), true) << button;
    }
    EXPECT_EQ(wire(each.belief, "b1", "d2"), false);
    EXPECT_EQ(each.belief.terrain().seen_count(), all[0].belief.terrain().seen_count());
    for (const auto& [door, evidence] : each.book.doors()) {
      EXPECT_TRUE(evidence.disputes().empty());
    }
  }
}

TEST(SharedKnowledgeTest, TheSameSeedsGiveTheSamePlay) {
  const std::vector<Outcome> first = play_together(2, hall(kWires), {}, true);
  const std::vector<Outcome> again = play_together(2, hall(kWires), {}, true);
  for (std::size_t rank = 0; rank < 2; ++rank) {
    EXPECT_EQ(first[rank].figures, again[rank].figures);
    EXPECT_EQ(first[rank].book.edges(), again[rank].book.edges());
  }
}

// Each task is done by one of them, and all know.
TEST(SharedKnowledgeTest, TasksAreDoneForAll) {
  const std::vector<std::string> tasks = {"d1.isOpen", "d2.isOpen", "d3.isOpen", "d4.isOpen"};
  const std::vector<Outcome> all = play_together(2, hall(kWires), tasks, false);
  std::uint64_t slowest = 0;
  for (const Outcome& each : all) {
    EXPECT_TRUE(each.result.done) << each.result.reason;
    slowest = std::max(slowest, each.figures.updates);
  }
  for (const std::string& task : tasks) {
    ASSERT_NE(all[0].book.task_done(all[0].session, task), nullptr) << task;
    EXPECT_LE(all[0].book.task_done(all[0].session, task)->update, slowest);
  }
}

TEST(SharedKnowledgeTest, ATaskThatCannotBeDoneEndsAllAgents) {
  const std::vector<Outcome> all =
      play_together(3, hall("b1,d1\nb2,d2\n"), {"d1.isOpen", "d4.isOpen"}, false);
  for (const Outcome& each : all) {
    EXPECT_FALSE(each.result.done);
    EXPECT_TRUE(each.result.tasks[0].done);
  }
  EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                          [](const Outcome& each) { return each.result.complete; }));
}

TEST(SharedKnowledgeTest, OneThatHasSpentItsBudgetDoesNotHoldUpTheOthers) {
  const std::vector<Outcome> all = play_together(2, hall(kWires), {}, true, "", 25);
  for (const Outcome& each : all) EXPECT_EQ(each.figures.updates, 25U);
  EXPECT_EQ(all[0].book.edges(), all[1].book.edges());
}

// A game that cannot be begun is that agent's misfortune.
class Missing final : public LiveGame {
 public:
  Introduction introduce() override { throw LiveFault(LiveFault::Kind::kCrash, "not there"); }
  Observation reset(std::uint64_t) override { throw LiveFault(LiveFault::Kind::kCrash, "no"); }
  Observation observe() override { throw LiveFault(LiveFault::Kind::kCrash, "no"); }
  Observation act(const Actions&) override { throw LiveFault(LiveFault::Kind::kCrash, "no"); }
  void save(const std::string&) override {}
  Observation restore(const std::string&) override {
    throw LiveFault(LiveFault::Kind::kCrash, "no");
  }
};

TEST(SharedKnowledgeTest, AnInstanceThatCannotBeBegunLeavesTheOthersAlone) {
  LoopbackWorld world(2);
  Outcome other;
  world.run([&](Transport& ranks) {
    if (ranks.rank() == 1) {
      other = play_on(ranks, nullptr, hall(kWires), {"d3.isOpen"}, false);
      return;
    }
    SharedKnowledge shared(ranks, nullptr, 1);
    Missing game;
    Session session(game, {}, nullptr);
    PlayerOptions options;
    options.fellows = &shared;
    EXPECT_FALSE(SearchPlayer(session, options).run().done);
  });
  world.rethrow();
  EXPECT_TRUE(other.result.done);
}

TEST(SharedKnowledgeTest, ALaterRunKnowsWhatEarlierOnesLearned) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/memory";
  const std::vector<std::string> task = {"d3.isOpen"};
  const Outcome first = play_alone(hall(kWires), task, false, folder);
  EXPECT_TRUE(first.result.done);
  // Several go on where one stopped.
  const std::vector<Outcome> second = play_together(2, hall(kWires), {}, true, folder);
  EXPECT_EQ(second[0].session, 2U);
  EXPECT_TRUE(second[0].result.complete || second[1].result.complete);  // having seen all again
  const EdgeBook kept = EdgeStore::open_to_read(folder).read();
  EXPECT_EQ(kept.edges(), second[1].book.edges());
  EXPECT_EQ(kept.last_run(), 3U);
  // Who knows the way has less to do, and once all is known, there is next to nothing left to play for.
  const Outcome third = play_alone(hall(kWires), task, false, folder);
  EXPECT_TRUE(third.result.done);
  EXPECT_LT(third.figures.updates, first.figures.updates);
  EXPECT_LE(third.figures.presses, 4U);  // three lead there
  // What it has not seen itself leads out of its model.
  EXPECT_FALSE(third.belief.unconfirmed().empty());
  const GameModel model = learn_model(third.belief, {0, 0, 0}, "hall", true);
  EXPECT_TRUE(std::any_of(model.events.begin(), model.events.end(), [](const Event& event) {
    return event.name.starts_with("untried: whether ") &&
           event.name.ends_with(" is still as earlier runs saw it");
  }));
  EXPECT_TRUE(first.belief.unconfirmed().empty());
  // One that is to know all sees all of it again, and comes to what one without a memory does.
  const Outcome fourth = play_alone(hall(kWires), {}, true, folder);
  EXPECT_TRUE(fourth.result.complete) << fourth.result.reason;
  EXPECT_TRUE(fourth.belief.unconfirmed().empty());
}

// The level has changed between two runs: what the second sees is in the way of what the first knew.
TEST(SharedKnowledgeTest, ContradictionsAreKeptAndSettledByTestingAgain) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/memory";
  play_alone(hall(kWires), {}, true, folder);
  const Outcome second = play_alone(hall("b1,d2\nb2,d1\nb3,d4\nb4,d3\n"), {}, true, folder);
  // What was held for complete gives no reason to press: the conflict shows once something is pressed.
  const Outcome third = play_alone(hall("b1,d2\nb2,d1\nb3,d4\nb4,d3\n"),
                                   {"d1.isOpen", "d2.isOpen", "d3.isOpen"}, true, folder);
  EXPECT_TRUE(third.result.done) << third.result.reason;
  EXPECT_EQ(wire(third.belief, "b1", "d1"), false);
  EXPECT_EQ(wire(third.belief, "b2", "d1"), true);
  const EdgeBook kept = EdgeStore::open_to_read(folder).read();
  const DoorEvidence& door = kept.doors().at("d1");
  ASSERT_FALSE(door.disputes().empty());
  EXPECT_FALSE(door.is_disputed());
  const auto witnesses = door.witnesses();
  EXPECT_GE(witnesses.at("b1").wired, 1U);
  EXPECT_GE(witnesses.at("b1").not_wired, 1U);
  // The door nobody touched is as it was.
  EXPECT_TRUE(kept.doors().at("d4").disputes().empty());
}

// Two instances that are not alike: what one shows contradicts the other, again and again. All is kept, and play ends
// with the budget.
TEST(SharedKnowledgeTest, InstancesThatDifferShowAsDisputes) {
  std::vector<Outcome> outcomes(2);
  LoopbackWorld world(2);
  world.run([&](Transport& ranks) {
    const std::string level = hall(ranks.rank() == 0 ? kWires : "b1,d2\nb2,d1\nb3,d4\nb4,d3\n");
    with_abandon(ranks, [&] {
      outcomes[static_cast<std::size_t>(ranks.rank())] =
          play_on(ranks, nullptr, level, {}, true, 400);
    });
  });
  world.rethrow();
  EXPECT_EQ(outcomes[0].book.edges(), outcomes[1].book.edges());
  const DoorEvidence& door = outcomes[0].book.doors().at("d1");
  EXPECT_FALSE(door.disputes().empty());
  EXPECT_EQ(door.disputes(), outcomes[1].book.doors().at("d1").disputes());
  EXPECT_TRUE(outcomes[0].book.doors().at("d3").disputes().empty());
  for (const Outcome& each : outcomes) {
    EXPECT_GT(each.belief.doors()[*each.belief.door("d1")].conflicts, 0U);
    EXPECT_FALSE(each.result.complete);
  }
}

// A button that breaks the game is pressed by one of them, once.
class Brittle final : public LiveGame {
 public:
  explicit Brittle(Simulator game) : game_(std::move(game)) {}
  Introduction introduce() override { return game_.introduce(); }
  Observation reset(std::uint64_t seed) override { return game_.reset(seed); }
  Observation observe() override { return game_.observe(); }
  Observation act(const Actions& actions) override {
    if (actions.at("agent0") == Action::use("b1")) {
      ++breaks_;
      throw LiveFault(LiveFault::Kind::kCrash, "it broke");
    }
    return game_.act(actions);
  }
  void save(const std::string& slot) override { game_.save(slot); }
  Observation restore(const std::string& slot) override { return game_.restore(slot); }
  int breaks() const { return breaks_; }

 private:
  Simulator game_;
  int breaks_ = 0;
};

TEST(SharedKnowledgeTest, WhatBreaksTheGameIsToldToTheOthers) {
  std::vector<int> breaks(2);
  EdgeBook book;
  LoopbackWorld world(2);
  world.run([&](Transport& ranks) {
    // The second starts far from the button.
    Brittle game(
        instance(ranks.rank() == 0
                     ? "b2,d2\n|w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w\n"
                       "w,f:b^b1,f:a^agent0,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,"
                       "f:b^b2,w\nw,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w\n"
                     : "b2,d2\n|w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w\n"
                       "w,f:b^b1,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f,f:a^agent0,"
                       "f:b^b2,w\nw,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w,w\n"));
    SharedKnowledge shared(ranks, nullptr, 1);
    Session session(game, {}, nullptr);
    PlayerOptions options;
    options.complete = true;
    options.fellows = &shared;
    SearchPlayer player(session, options);
    player.run();
    breaks[static_cast<std::size_t>(ranks.rank())] = game.breaks();
    if (ranks.rank() == 0) book = shared.book();
  });
  world.rethrow();
  EXPECT_EQ(breaks, (std::vector<int>{1, 0}));
  EXPECT_TRUE(book.contains(key_of(TroubleEdge{"b1", ""})));
}

TEST(SharedKnowledgeTest, WhatWasLearnedOfAnotherLevelIsRefused) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/memory";
  play_alone(hall(kWires), {"d1.isOpen"}, false, folder);
  const std::string narrower =
      "b1,d1\n"
      "|w,w,w,w,w,w,w,w,w\n"
      "w,f:b^b1,f:a^agent0,f,f,f,f,f:d>e^d1,w\n"
      "w,f,f,f,f,f,f,f,w\n"
      "w,w,w,w,w,w,w,w,w\n";
  EXPECT_THROW(play_alone(narrower, {"d1.isOpen"}, false, folder), Error);
}

// The models of one agent and of several, and of a memory of two runs, are the same where each is complete.
TEST(SharedKnowledgeTest, OneModelComesOut) {
  const ScratchFolder scratch;
  const Outcome alone = play_alone(hall(kWires), {}, true, scratch.path() + "/memory");
  const std::vector<Outcome> all = play_together(2, hall(kWires), {}, true);
  const Point start = instance(hall(kWires)).reset(1).agents.at("agent0").at;
  const GameModel one = learn_model(alone.belief, start, "level", true);
  const GameModel two = learn_model(all[1].belief, start, "level", true);
  EXPECT_EQ(one.quests.size(), two.quests.size());
  EXPECT_EQ(one.variables.size(), two.variables.size());
  EXPECT_EQ(one.events.size(), two.events.size());
}

}  // namespace
}  // namespace questproof
