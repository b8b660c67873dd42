// SPDX-License-Identifier: MIT
#include "worker/choice_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "tests/support/machine_game.h"

namespace questproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Machine;
using testing_support::MachineGame;
using testing_support::random_machine;

struct Learned {
  ChoiceGraph graph;
  ChoiceResult result;
  std::vector<Finding> findings;
  LookTable looks{{}, true};
};

Learned learn(LiveGame& game, const ChoicePlayerOptions& options = {}, const std::string& task = "",
              SessionOptions limits = {}, bool by_text = true) {
  Learned learned;
  learned.looks = LookTable(ChoiceTask::parse_list(task), by_text);
  ChoiceSession session(game, limits, learned.looks, nullptr);
  ChoicePlayer player(session, learned.looks, options);
  learned.result = player.run();
  learned.graph = player.graph();
  learned.findings = session.findings();
  return learned;
}

// Plays machine and graph side by side through all pairs of their states; what differs first, or "".
std::string first_difference(const Machine& machine, const Learned& learned) {
  std::set<std::pair<std::size_t, std::uint32_t>> seen = {{0, 0}};
  std::deque<std::pair<std::size_t, std::uint32_t>> open = {{0, 0}};
  while (!open.empty()) {
    const auto [state, node] = open.front();
    open.pop_front();
    const ChoiceLook& look = learned.looks[learned.graph.nodes[node].look];
    if (look.text != machine.states[state].text) {
      return "\"" + look.text + "\" where the machine reads " + machine.states[state].text;
    }
    const std::vector<ChoiceEdge>& edges = learned.graph.nodes[node].edges;
    if (edges.size() != machine.states[state].choices.size()) return "other choices";
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (edges[i].targets.size() != 1) return "not one target";
      const std::pair<std::size_t, std::uint32_t> next = {machine.states[state].next[i],
                                                          edges[i].targets[0]};
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return "";
}

std::size_t reachable_states(const Machine& machine) {
  std::set<std::size_t> seen = {0};
  std::deque<std::size_t> open = {0};
  while (!open.empty()) {
    const std::size_t state = open.front();
    open.pop_front();
    for (const std::size_t next : machine.states[state].next) {
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return seen.size();
}

// A door that opens at the third knock: b after fewer knocks leads to the closed one.
//   0 -a-> 1 -a-> 2 -a-> 3 -a-> 0, and b leads back to 0 from 0, 1, 2 and to the end from 3
Machine knocks() {
  Machine machine;
  for (std::size_t i = 0; i < 4; ++i) {
    machine.states.push_back({"a door", {"a", "b"}, {(i + 1) % 4, i == 3 ? 4U : 0U}});
  }
  machine.states.push_back({"the end", {}, {}});
  return machine;
}

TEST(ChoicePlayerTest, LearnsRandomMachinesWhateverTheyHide) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 24; ++i) {
    const std::size_t states = 2 + random() % 20;
    const Machine machine = random_machine(random, states, 2 + random() % 6);
    MachineGame game(machine, i % 3 != 0);
    ChoicePlayerOptions options;
    options.complete = true;
    options.extra_states = 0;
    options.look_ahead = i % 2 == 0;
    const Learned learned = learn(game, options);
    ASSERT_TRUE(learned.result.complete) << "machine " << i << ": " << learned.result.reason;
    EXPECT_EQ(first_difference(machine, learned), "") << "machine " << i;
    EXPECT_LE(learned.graph.nodes.size(), reachable_states(machine)) << "machine " << i;
  }
}

TEST(ChoicePlayerTest, TellsStatesApartAndKeepsTheEvidence) {
  MachineGame game(knocks());
  ChoicePlayerOptions options;
  options.complete = true;
  options.extra_states = 1;
  const Learned learned = learn(game, options);
  EXPECT_TRUE(learned.result.complete);
  EXPECT_EQ(learned.graph.nodes.size(), 5U);
  EXPECT_EQ(first_difference(knocks(), learned), "");
  ASSERT_FALSE(learned.graph.conflicts.empty());
  const ChoiceConflict& conflict = learned.graph.conflicts.front();
  EXPECT_EQ(conflict.kind, ChoiceConflict::Kind::kHidden);
  EXPECT_FALSE(conflict.experiment.empty());
  EXPECT_NE(conflict.one, conflict.other);
  // The evidence holds on the game: the same choices after both ways, and different looks.
  const auto end_of = [](std::vector<std::string> choices, const std::vector<std::string>& more) {
    choices.insert(choices.end(), more.begin(), more.end());
    MachineGame again(knocks());
    Observation seen = again.reset(1);
    for (const std::string& each : choices) seen = again.act({{"hero", Action::choose(each)}});
    return seen.agents.at("hero").text;
  };
  EXPECT_EQ(end_of(conflict.one, {}), end_of(conflict.other, {}));
  EXPECT_NE(end_of(conflict.one, conflict.experiment), end_of(conflict.other, conflict.experiment));
}

TEST(ChoicePlayerTest, WithoutChecksItMayBeWrongAndSaysSo) {
  MachineGame game(knocks());
  ChoicePlayerOptions options;
  options.complete = true;
  options.checks = 0;
  const Learned learned = learn(game, options);
  EXPECT_FALSE(learned.result.complete);
  EXPECT_GT(learned.result.assumed, 0U);
  EXPECT_NE(first_difference(knocks(), learned), "");
}

TEST(ChoicePlayerTest, LearnsFromEvidenceAlone) {
  MachineGame game(knocks());
  ChoicePlayerOptions options;
  options.complete = true;
  options.checks = 0;
  options.evidence = {{"a", "a", "a", "b"}, {"no such choice"}};
  const Learned learned = learn(game, options);
  EXPECT_EQ(learned.graph.nodes.size(), 5U);
  EXPECT_EQ(first_difference(knocks(), learned), "");
}

TEST(ChoicePlayerTest, ABudgetLeavesChoicesUntried) {
  Machine ring;
  for (std::size_t i = 0; i < 40; ++i) {
    ring.states.push_back({"hour " + std::to_string(i), {"wait", "stay"}, {(i + 1) % 40, i}});
  }
  MachineGame game(ring);
  ChoicePlayerOptions options;
  options.complete = true;
  SessionOptions limits;
  limits.updates = 25;
  const Learned learned = learn(game, options, "", limits);
  EXPECT_FALSE(learned.result.complete);
  EXPECT_EQ(learned.result.reason, "the budget is spent");
  EXPECT_GT(learned.graph.untried_count(), 0U);
}

// A corridor whose end nobody sees: from there nobody gets out.
//   x -east-> x + 1, x -south-> x + 1, up to the last; x -leave-> the end, but not from the last
Machine corridor(std::size_t length) {
  Machine machine;
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t next = std::min(i + 1, length - 1);
    machine.states.push_back(
        {"a corridor", {"east", "south", "leave"}, {next, next, i + 1 < length ? length : i}});
  }
  machine.states.push_back({"the end", {}, {}});
  return machine;
}

bool leaves_something_open(const ChoiceGraph& graph) {
  bool assumed = false;
  for (const ChoiceNode& node : graph.nodes) {
    for (const ChoiceEdge& edge : node.edges) assumed = assumed || edge.assumed;
  }
  return assumed || !graph.doubt.empty() ||
         graph.untried_count() + graph.unsettled_count() + graph.contradictions > 0;
}

TEST(ChoicePlayerTest, AGraphThatIsWrongSaysSoWhereverTheBudgetEnds) {
  std::mt19937_64 random(21);
  std::vector<Machine> machines = {knocks(), corridor(15), corridor(6)};
  for (int i = 0; i < 6; ++i) machines.push_back(random_machine(random, 15, 3));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    for (std::uint64_t updates = 1; updates < 3000; updates += 1 + updates / 8) {
      MachineGame game(machines[i]);
      ChoicePlayerOptions options;
      options.complete = true;
      options.extra_states = 1;
      options.seed = 5;
      SessionOptions limits;
      limits.updates = updates;
      const Learned learned = learn(game, options, "", limits);
      if (first_difference(machines[i], learned).empty()) continue;
      ++wrong;
      EXPECT_TRUE(leaves_something_open(learned.graph)) << i << " after " << updates;
      EXPECT_FALSE(learned.result.complete) << i << " after " << updates;
    }
  }
  EXPECT_GT(wrong, 50U);
}

TEST(ChoicePlayerTest, PlacesTellStatesApartWhereViewsAreWhole) {
  MachineGame game(corridor(6));
  game.whole_views = true;
  game.shows_place = true;
  ChoicePlayerOptions options;
  options.complete = true;
  options.checks = 0;
  const Learned learned = learn(game, options);
  EXPECT_EQ(learned.graph.nodes.size(), 7U);
  EXPECT_EQ(first_difference(corridor(6), learned), "");
  EXPECT_EQ(learned.result.assumed, 0U);
}

TEST(ChoicePlayerTest, ViewsWithoutTheirTextAreNotWhole) {
  Machine rooms = corridor(6);
  for (std::size_t i = 0; i < 6; ++i) rooms.states[i].text = "room " + std::to_string(i);
  MachineGame game(rooms);
  game.whole_views = true;
  ChoicePlayerOptions options;
  options.complete = true;
  options.checks = 0;
  EXPECT_GT(learn(game, options, "", {}, false).result.assumed, 0U);
  EXPECT_EQ(learn(game, options).result.assumed, 0U);
}

TEST(ChoicePlayerTest, ViewsThatWereSeenToHideSomethingAreNotWhole) {
  ChoicePlayerOptions options;
  options.complete = true;
  options.extra_states = 1;
  for (std::uint64_t updates = 1; updates < 3000; updates += 1 + updates / 16) {
    MachineGame game(knocks());
    game.whole_views = true;
    SessionOptions limits;
    limits.updates = updates;
    const Learned learned = learn(game, options, "", limits);
    if (learned.graph.conflicts.empty()) continue;
    EXPECT_TRUE(learned.result.complete || leaves_something_open(learned.graph)) << updates;
    EXPECT_TRUE(!learned.result.complete || first_difference(knocks(), learned).empty());
  }
  // The evidence shows it, and without checks all that is then assumed stays so.
  MachineGame game(knocks());
  game.whole_views = true;
  options.checks = 0;
  options.evidence = {{"a", "a", "a", "b"}};
  const Learned learned = learn(game, options);
  ASSERT_FALSE(learned.graph.conflicts.empty());
  EXPECT_GT(learned.result.assumed, 0U);
}

// The game takes the first of them; nobody comes through the second.
TEST(ChoicePlayerTest, ChoicesThatReadTheSameStayOpen) {
  Machine hall;
  hall.states = {{"hall", {"a door", "a door"}, {1, 2}}, {"out", {}, {}}, {"pit", {"wait"}, {2}}};
  MachineGame game(hall);
  ChoicePlayerOptions options;
  options.complete = true;
  const Learned learned = learn(game, options);
  ASSERT_EQ(learned.graph.nodes.size(), 2U);
  ASSERT_EQ(learned.graph.nodes[0].edges.size(), 1U);
  EXPECT_FALSE(learned.graph.nodes[0].edges[0].settled);
  EXPECT_FALSE(learned.result.complete);
  EXPECT_THAT(learned.result.reason, HasSubstr("read the same"));
}

TEST(ChoicePlayerTest, StopsWhenTheTasksAreDoneByTheShortestWay) {
  MachineGame game(knocks());
  const Learned learned = learn(game, {}, "ending; text contains door");
  ASSERT_EQ(learned.result.tasks.size(), 2U);
  EXPECT_TRUE(learned.result.tasks[1].done);
  EXPECT_THAT(learned.result.tasks[1].way, ElementsAre());
  // Knocks look alike, so only a check can come upon the end.
  EXPECT_TRUE(learned.result.tasks[0].done);
  EXPECT_THAT(learned.result.tasks[0].way, ElementsAre("a", "a", "a", "b"));
}

TEST(ChoicePlayerTest, ChanceIsNoHiddenState) {
  Machine coin;
  coin.states = {{"a coin", {"toss"}, {1}}, {"heads", {"again"}, {0}}, {"tails", {"again"}, {0}}};
  MachineGame game(coin);
  std::mt19937_64 die(5);
  game.meddle = [&](std::size_t state, const std::string&, std::size_t next) {
    return state == 0 ? 1 + die() % 2 : next;
  };
  ChoicePlayerOptions options;
  options.complete = true;
  options.extra_states = 1;
  const Learned learned = learn(game, options);
  EXPECT_EQ(learned.graph.nodes.size(), 3U);
  EXPECT_EQ(learned.graph.nodes[0].edges[0].targets.size(), 2U);
  ASSERT_EQ(learned.graph.conflicts.size(), 1U);
  EXPECT_EQ(learned.graph.conflicts[0].kind, ChoiceConflict::Kind::kChance);
  EXPECT_THAT(learned.graph.conflicts[0].one, ElementsAre("toss"));
  EXPECT_FALSE(learned.result.complete);
  EXPECT_THAT(learned.result.reason, HasSubstr("chance"));
}

TEST(ChoicePlayerTest, WhatBreaksIsAPlaceWithoutAWayOn) {
  for (const LiveFault::Kind kind : {LiveFault::Kind::kCrash, LiveFault::Kind::kRefusal}) {
    Machine doors;
    doors.states = {
        {"two doors", {"left", "right"}, {1, 2}}, {"out", {}, {}}, {"hall", {"back"}, {0}}};
    MachineGame game(doors);
    game.meddle = [&](std::size_t state, const std::string& choice, std::size_t next) {
      if (state == 2 && choice == "back") throw LiveFault(kind, "it fell over");
      return next;
    };
    ChoicePlayerOptions options;
    options.complete = true;
    options.extra_states = 1;
    const Learned learned = learn(game, options);
    EXPECT_TRUE(learned.result.complete) << learned.result.reason;
    ASSERT_EQ(learned.graph.nodes.size(), 4U);
    const ChoiceLook& broken = learned.looks[learned.graph.nodes[3].look];
    EXPECT_THAT(broken.failure, HasSubstr("it fell over"));
    EXPECT_FALSE(broken.is_ending());
    ASSERT_EQ(learned.findings.size(), 1U)
        << learned.findings.back().text << learned.findings.back().action;
    EXPECT_EQ(learned.findings[0].kind, to_string(kind));
    EXPECT_EQ(learned.findings[0].action, "right > back");
  }
}

// As on a busy machine: nothing is wrong with the game.
TEST(ChoicePlayerTest, AHangThatDoesNotComeAgainIsNoPlaceWhereItBreaks) {
  MachineGame game(knocks());
  int calls = 0;
  game.meddle = [&](std::size_t, const std::string&, std::size_t next) {
    if (++calls == 3) throw LiveFault(LiveFault::Kind::kHang, "no answer");
    return next;
  };
  ChoicePlayerOptions options;
  options.complete = true;
  options.extra_states = 1;
  const Learned learned = learn(game, options);
  EXPECT_TRUE(learned.result.complete) << learned.result.reason;
  EXPECT_EQ(first_difference(knocks(), learned), "");
  ASSERT_EQ(learned.findings.size(), 1U);
  EXPECT_EQ(learned.findings[0].kind, "hang");
}

// Whatever is hidden, within what is said of it, is found; and beyond that nothing is claimed that is not said.
TEST(ChoicePlayerTest, WithinTheStatesThatItMayHaveEveryMachineIsLearned) {
  std::mt19937_64 random(31);
  std::size_t complete = 0;
  for (int i = 0; i < 20; ++i) {
    const Machine machine = random_machine(random, 2 + random() % 9, 1 + random() % 3);
    MachineGame game(machine, i % 4 != 0);
    ChoicePlayerOptions options;
    options.complete = true;
    options.checks = 1;
    options.seed = static_cast<std::uint64_t>(i);
    options.look_ahead = i % 2 == 0;
    options.extra_states = 2;
    const Learned learned = learn(game, options);
    if (!learned.result.complete) continue;
    ++complete;
    EXPECT_EQ(first_difference(machine, learned), "") << "machine " << i;
    EXPECT_THAT(learned.graph.assumption, HasSubstr("if it has at most"));
  }
  EXPECT_GT(complete, 14U);
}

TEST(ChoicePlayerTest, WhereViewsHideSomethingNothingIsCompleteUnlessOneSaysHowMuch) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    MachineGame game(corridor(14));
    ChoicePlayerOptions options;
    options.complete = true;
    options.seed = seed;
    const Learned learned = learn(game, options);
    EXPECT_FALSE(learned.result.complete);
    EXPECT_THAT(learned.result.reason, HasSubstr("a state that no view has shown"));
    EXPECT_TRUE(leaves_something_open(learned.graph));
    // Loops are gone round often enough to come to the end of the corridor all the same.
    EXPECT_EQ(first_difference(corridor(14), learned), "") << seed;
  }
}

// In the hall one can go out; who waits there is locked in.
class Clock final : public LiveGame {
 public:
  explicit Clock(bool whole, bool refuses = false) : whole_(whole), refuses_(refuses) {}
  int patience = 1;  // so many times one can wait
  bool shows = true;

  Introduction introduce() override {
    Introduction introduction;
    introduction.game = "clock";
    introduction.agents = {"hero"};
    introduction.can_save = true;
    introduction.whole_views = whole_;
    return introduction;
  }
  Observation reset(std::uint64_t) override {
    waited_ = 0;
    out_ = false;
    return observe();
  }
  Observation observe() override {
    const bool locked = waited_ >= patience;
    View view;
    view.text = out_ ? "the street" : locked && shows ? "a locked hall" : "a hall";
    if (!out_) view.choices = {"go out", "look"};
    Observation observation;
    observation.over = out_;
    observation.agents["hero"] = view;
    return observation;
  }
  Observation act(const Actions& actions) override {
    const Action& action = actions.at("hero");
    if (action.kind == Action::Kind::kWait) {
      if (refuses_) throw LiveFault(LiveFault::Kind::kRefusal, "nobody waits here");
      ++waited_;
    } else if (action.what == "go out") {
      out_ = waited_ < patience;
    }
    return observe();
  }
  void save(const std::string& slot) override { slots_[slot] = {waited_, out_}; }
  Observation restore(const std::string& slot) override {
    std::tie(waited_, out_) = slots_.at(slot);
    return observe();
  }

 private:
  bool whole_;
  bool refuses_;
  int waited_ = 0;
  bool out_ = false;
  std::map<std::string, std::pair<int, bool>> slots_;
};

TEST(ChoicePlayerTest, WaitingIsTriedWhereThereAreChoices) {
  ChoicePlayerOptions options;
  options.complete = true;
  options.extra_states = 1;
  for (const bool whole : {false, true}) {
    for (const bool shows : {false, true}) {
      if (whole && !shows) continue;  // then its views would not be whole
      Clock game(whole);
      game.shows = shows;
      const Learned learned = learn(game, options);
      EXPECT_FALSE(learned.result.complete);
      EXPECT_THAT(learned.result.reason, HasSubstr("waiting")) << whole << shows;
    }
  }
  Clock calm(true);
  calm.patience = 1000000;
  EXPECT_TRUE(learn(calm, options).result.complete);
  Clock strict(true, true);
  const Learned refused = learn(strict, options);
  EXPECT_TRUE(refused.result.complete) << refused.result.reason;
  EXPECT_TRUE(refused.findings.empty());
}

TEST(ChoicePlayerTest, WaitingIsLearnedWhereItIsAChoice) {
  Clock game(true);
  Learned learned;
  learned.looks = LookTable({}, true, true);
  ChoiceSession session(game, {}, learned.looks, nullptr);
  ChoicePlayerOptions options;
  options.complete = true;
  ChoicePlayer player(session, learned.looks, options);
  EXPECT_TRUE(player.run().complete);
  EXPECT_EQ(player.graph().nodes.size(), 3U);  // a hall, a locked hall, the street
}

TEST(ChoicePlayerTest, AGameThatDrawsWhenItBeginsIsKnownForOneSeedOnly) {
  class Drawing final : public LiveGame {
   public:
    explicit Drawing(MachineGame& game) : game_(game) {}
    Introduction introduce() override { return game_.introduce(); }
    Observation reset(std::uint64_t seed) override {
      trapped_ = seed % 4 == 0;
      return game_.reset(seed);
    }
    Observation observe() override { return game_.observe(); }
    Observation act(const Actions& actions) override {
      return trapped_ && actions.at("hero").what == "b" ? game_.observe() : game_.act(actions);
    }
    void save(const std::string& slot) override { game_.save(slot); }
    Observation restore(const std::string& slot) override { return game_.restore(slot); }

   private:
    MachineGame& game_;
    bool trapped_ = false;
  };
  Machine road;
  road.states = {{"here", {"a", "b"}, {0, 1}}, {"there", {}, {}}};
  for (const bool one_seed : {false, true}) {
    MachineGame plain(road);
    Drawing game(plain);
    ChoicePlayerOptions options;
    options.complete = true;
    options.extra_states = 1;
    options.one_seed = one_seed;
    const Learned learned = learn(game, options);
    EXPECT_EQ(learned.result.complete, one_seed) << learned.result.reason;
    EXPECT_THAT(one_seed ? learned.graph.assumption : learned.result.reason, HasSubstr("seed"));
  }
}

TEST(ChoicePlayerTest, WhatIsOverBeforeItsFirstChoiceProvesNothing) {
  Machine nothing;
  nothing.states = {{"the end", {}, {}}};
  MachineGame game(nothing);
  game.whole_views = true;
  ChoicePlayerOptions options;
  options.complete = true;
  options.extra_states = 3;
  const Learned learned = learn(game, options);
  EXPECT_FALSE(learned.result.complete);
  EXPECT_THAT(learned.result.reason, HasSubstr("over before its first choice"));
}

}  // namespace
}  // namespace questproof
