// SPDX-License-Identifier: MIT
#include "core/model/cone.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>

#include "core/model/reduce/reduce.h"
#include "tests/support/model_builder.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::ModelBuilder;
using testing_support::Random;

// What the cone has to say about a quest: equal for games with equal fingerprints.
struct Answer {
  bool faults = false;
  bool can_be_done = false;
  bool blocked = false;
  std::optional<std::uint32_t> completion;
  std::optional<std::uint32_t> counterexample;
  bool operator==(const Answer&) const = default;
};

std::optional<Answer> answer(const GameModel& model, std::size_t quest) {
  const auto figures = oracle::explore(model, {4000});
  if (!figures) return std::nullopt;
  const oracle::QuestFigures& found = figures->quests.at(quest);
  return Answer{!figures->faults.empty(), found.done > 0, found.blocked > 0, found.completion,
                found.counterexample};
}

GameModel model_of(std::uint64_t seed) {
  if (seed % 2 == 0) return testing_support::random_adventure(seed, 300);
  testing_support::RandomModelOptions options;
  options.maximum_states = 300;
  return testing_support::random_model(seed, options);
}

// The closure once more: every write of every event with the list of all conditions that decide
// whether it runs, and then a fixpoint over that list.
class NaiveClosure {
 public:
  explicit NaiveClosure(const GameModel& model) : model_(model) {
    for (const Event& event : model.events) {
      std::set<std::uint32_t> controls;
      read(event.guard, controls);
      walk(event.body, controls);
    }
  }

  std::set<std::uint32_t> run() const {
    std::set<std::uint32_t> cone;
    for (const Condition* condition : {&model_.quests.front().open, &model_.quests.front().done,
                                       &model_.quests.front().failed}) {
      read(*condition, cone);
    }
    for (std::size_t before = ~std::size_t{0}; before != cone.size();) {
      before = cone.size();
      for (const Write& write : writes_) {
        if (write.may_be_fault || cone.count(write.target) > 0) {
          cone.insert(write.target);
          cone.insert(write.needs.begin(), write.needs.end());
        }
      }
    }
    return cone;
  }

 private:
  struct Write {
    std::uint32_t target = 0;
    std::set<std::uint32_t> needs;
    bool may_be_fault = false;
  };

  static void read(const Term& term, std::set<std::uint32_t>& into) {
    if (term.is_variable) into.insert(term.variable.index);
  }
  static void read(const Condition& condition, std::set<std::uint32_t>& into) {
    if (condition.kind == Condition::Kind::kCompare) {
      read(condition.left, into);
      read(condition.right, into);
    }
    for (const Condition& part : condition.parts) read(part, into);
  }

  bool leaves_domain(const Statement& statement) const {
    if (statement.overflow != Overflow::kError) return false;
    const Variable& target = model_.variables[statement.target.index];
    const auto least = [&](const Term& term) -> std::int64_t {
      return term.is_variable ? model_.variables[term.variable.index].low : term.constant;
    };
    const auto most = [&](const Term& term) -> std::int64_t {
      return term.is_variable ? model_.variables[term.variable.index].high : term.constant;
    };
    std::int64_t low = least(statement.value);
    std::int64_t high = most(statement.value);
    if (statement.kind == Statement::Kind::kAdd && statement.subtract) {
      const std::int64_t negative_low = -high;
      high = -low;
      low = negative_low;
    }
    if (statement.kind == Statement::Kind::kAdd) {
      low += target.low;
      high += target.high;
    }
    return low < target.low || high > target.high;
  }

  // `controls` grows by the conditions around every stop that was passed. Returns whether the body
  // may stop.
  bool walk(const std::vector<Statement>& body, std::set<std::uint32_t>& controls) {
    bool stops = false;
    for (const Statement& statement : body) {
      if (statement.kind == Statement::Kind::kStop) stops = true;
      if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd) {
        Write write{statement.target.index, controls, leaves_domain(statement)};
        read(statement.value, write.needs);
        writes_.push_back(write);
      }
      std::set<std::uint32_t> inner = controls;
      for (const Branch& branch : statement.branches) read(branch.condition, inner);
      std::set<std::uint32_t> later = controls;
      for (const Branch& branch : statement.branches) {
        std::set<std::uint32_t> within = inner;
        if (walk(branch.body, within)) {
          stops = true;
          later.insert(within.begin(), within.end());
        }
      }
      controls = later;
    }
    return stops;
  }

  const GameModel& model_;
  std::vector<Write> writes_;
};

TEST(ConeTest, HoldsWhatInfluencesTheQuestAndNothingElse) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId key = builder.variable("KEY", 0, 1);
  const VariableId mood = builder.variable("MOOD", 0, 3);
  const VariableId song = builder.variable("SONG", 0, 1);
  builder.event("find", {}, {builder.assign(key, 1), builder.assign(mood, 2)});
  builder.event("open", Condition::equals(key, 1), {builder.assign(door, 1)});
  builder.event("sing", Condition::equals(mood, 2), {builder.assign(song, 1)});
  const QuestId out = builder.quest("out", Condition::equals(door, 1));
  const QuestId heard = builder.quest("heard", Condition::equals(song, 1));

  const Cone cone = cone_of(builder.model(), out);
  EXPECT_EQ(cone.variables, (std::vector<bool>{true, true, false, false}));
  EXPECT_EQ(cone.events, (std::vector<bool>{true, true, false}));
  EXPECT_TRUE(cone.determines_lengths);
  const Cone other = cone_of(builder.model(), heard);
  EXPECT_EQ(other.variables, (std::vector<bool>{false, false, true, true}));
  EXPECT_NE(fingerprint(cone), fingerprint(other));
}

TEST(ConeTest, WhatMayBeAFaultBelongsToEveryCone) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId coins = builder.variable("COINS", 0, 3);
  builder.event("open", {}, {builder.assign(door, 1)});
  builder.event("earn", {}, {builder.add(coins, 1, Overflow::kError)});
  const QuestId quest = builder.quest("out", Condition::equals(door, 1));
  EXPECT_EQ(cone_of(builder.model(), quest).variables, (std::vector<bool>{true, true}));
}

TEST(ConeTest, AFaultThatNoPlayReachesIsNone) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId coins = builder.variable("COINS", 0, 3);
  builder.event("open", {}, {builder.assign(door, 1)});
  builder.event("earn", Condition::compare(Term::of(coins), Comparison::kLess, Term::of(3)),
                {builder.add(coins, 1, Overflow::kError)});
  const QuestId quest = builder.quest("out", Condition::equals(door, 1));
  EXPECT_EQ(cone_of(builder.model(), quest).variables, (std::vector<bool>{true, false}));
}

TEST(ConeTest, APositionLeavesLengthsOpen) {
  ModelBuilder builder;
  const VariableId where = builder.variable("WHERE", 0, 2);
  builder.model().variables[where.index].kind = VariableKind::kPosition;
  builder.event("go", Condition::equals(where, 0), {builder.assign(where, 2)});
  const QuestId quest = builder.quest("there", Condition::equals(where, 2));
  EXPECT_FALSE(cone_of(builder.model(), quest).determines_lengths);
}

TEST(ConeTest, SaysWhatDiffers) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId key = builder.variable("KEY", 0, 1);
  builder.event("find", {}, {builder.assign(key, 1)});
  builder.event("open", Condition::equals(key, 1), {builder.assign(door, 1)});
  const QuestId quest = builder.quest("out", Condition::equals(door, 1));
  const Cone before = cone_of(builder.model(), quest);
  EXPECT_TRUE(differences(before, before).empty());

  builder.model().events[1].guard = Condition::equals(key, 0);
  const Cone after = cone_of(builder.model(), quest);
  const std::vector<ConeDifference> found = differences(before, after);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "event");
  EXPECT_EQ(found[0].name, "open");
  EXPECT_NE(found[0].before.find("\"KEY\" == 1"), std::string::npos) << found[0].before;
  EXPECT_NE(found[0].after.find("\"KEY\" == 0"), std::string::npos) << found[0].after;
  EXPECT_NE(fingerprint(before), fingerprint(after));
}

TEST(ConeTest, TheOrderOfPartsOfConditionsDoesNotMatter) {
  const auto build = [](bool swapped) {
    ModelBuilder builder;
    const VariableId door = builder.variable("DOOR", 0, 1);
    const VariableId key = builder.variable("KEY", 0, 1);
    const VariableId lamp = builder.variable("LAMP", 0, 1);
    builder.event("find", {}, {builder.assign(key, 1)});
    builder.event("light", {}, {builder.assign(lamp, 1)});
    std::vector<Condition> parts = {Condition::equals(key, 1), Condition::equals(lamp, 1)};
    if (swapped) {
      parts = {
          Condition::all({Condition::compare(Term::of(1), Comparison::kEqual, Term::of(lamp))}),
          Condition::negation(
              Condition::compare(Term::of(key), Comparison::kNotEqual, Term::of(1)))};
    }
    builder.event("open", Condition::all(parts), {builder.assign(door, 1)});
    const QuestId quest = builder.quest("out", Condition::equals(door, 1));
    return fingerprint(cone_of(builder.model(), quest));
  };
  EXPECT_EQ(build(false), build(true));
}

TEST(ConeTest, TheClosureIsThatOfTheNaiveTwin) {
  std::size_t partial = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    GameModel model = model_of(seed);
    const std::size_t quest = seed % model.quests.size();
    const Cone cone = cone_of(model, {static_cast<std::uint32_t>(quest)});
    model.quests = {model.quests[quest]};
    const GameModel folded = reduce(model, parse_reductions("constant-variables")).model;
    const std::set<std::uint32_t> expected = NaiveClosure(folded).run();
    std::set<std::uint32_t> found;
    for (std::uint32_t v = 0; v < cone.variables.size(); ++v) {
      if (cone.variables[v]) found.insert(v);
    }
    ASSERT_EQ(found, expected) << testing_support::describe(folded);
    if (expected.size() < model.variables.size()) ++partial;
  }
  EXPECT_GT(partial, 100u);
}

TEST(ConeTest, TheSliceAnswersAsTheWholeGame) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const GameModel model = model_of(seed);
    const std::size_t quest = seed % model.quests.size();
    const GameModel slice = slice_of(model, {static_cast<std::uint32_t>(quest)});
    validate(slice);
    const auto whole = answer(model, quest);
    const auto sliced = answer(slice, 0);
    ASSERT_TRUE(whole && sliced);
    ASSERT_TRUE(*whole == *sliced) << testing_support::describe(model) << "\nbecame\n"
                                   << testing_support::describe(slice);
  }
}

// Declares everything in another order, and moves all places and texts.
GameModel shuffled(const GameModel& model, Random& random) {
  const auto order = [&](std::size_t count) {
    std::vector<std::uint32_t> places(count);
    std::iota(places.begin(), places.end(), 0u);
    testing_support::shuffle(places, random);
    return places;
  };
  GameModel result = model;
  const std::vector<std::uint32_t> variables = order(model.variables.size());
  for (std::size_t v = 0; v < variables.size(); ++v) {
    result.variables[variables[v]] = model.variables[v];
    for (std::size_t i = 0; i < model.variants.size(); ++i) {
      result.variants[i].values[variables[v]] = model.variants[i].values[v];
    }
  }
  const auto move_term = [&](Term& term) {
    if (term.is_variable) term.variable.index = variables[term.variable.index];
  };
  const auto move_condition = [&](const auto& self, Condition& condition) -> void {
    move_term(condition.left);
    move_term(condition.right);
    for (Condition& part : condition.parts) self(self, part);
  };
  const auto move_body = [&](const auto& self, std::vector<Statement>& body) -> void {
    for (Statement& statement : body) {
      if (statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd) {
        statement.target.index = variables[statement.target.index];
        move_term(statement.value);
      }
      for (Branch& branch : statement.branches) {
        move_condition(move_condition, branch.condition);
        self(self, branch.body);
      }
    }
  };
  const std::vector<std::uint32_t> events = order(model.events.size());
  for (std::size_t e = 0; e < events.size(); ++e) {
    Event& event = result.events[events[e]];
    event = model.events[e];
    event.label += " with other words";
    event.scene += "?";
    move_condition(move_condition, event.guard);
    move_body(move_body, event.body);
  }
  for (BranchInfo& branch : result.branches) branch.event.index = events[branch.event.index];
  for (Quest& quest : result.quests) {
    for (Condition* condition : {&quest.open, &quest.done, &quest.failed}) {
      move_condition(move_condition, *condition);
    }
  }
  testing_support::shuffle(result.variants, random);
  return result;
}

TEST(ConeTest, TheFingerprintKnowsNoOrderOfDeclarations) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const GameModel model = model_of(seed);
    const GameModel other = shuffled(model, random);
    validate(other);
    const QuestId quest{static_cast<std::uint32_t>(seed % model.quests.size())};
    const Cone one = cone_of(model, quest);
    const Cone two = cone_of(other, quest);
    ASSERT_EQ(fingerprint(one), fingerprint(two)) << testing_support::describe(model);
    ASSERT_TRUE(differences(one, two).empty());
  }
}

// One small change anywhere.
void mutate(GameModel& model, Random& random) {
  const auto pick = [&](std::size_t count) {
    return static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(count) - 1));
  };
  Event& event = model.events[pick(model.events.size())];
  const std::uint32_t v = static_cast<std::uint32_t>(pick(model.variables.size()));
  const Variable& variable = model.variables[v];
  const Value value = static_cast<Value>(random.between(variable.low, variable.high));
  switch (random.between(0, 5)) {
    case 0: event.guard = Condition::all({event.guard, Condition::equals({v}, value)}); break;
    case 1: event.guard = Condition::always(); break;
    case 2:
      if (!event.body.empty()) event.body.erase(event.body.begin() + pick(event.body.size()));
      break;
    case 3: {
      Statement statement;
      statement.target = {v};
      statement.value = Term::of(value);
      event.body.insert(event.body.begin() + pick(event.body.size() + 1), statement);
      break;
    }
    case 4: model.variants[pick(model.variants.size())].values[v] = value; break;
    default: {
      Event& other = model.events[pick(model.events.size())];
      if (&other != &event) std::swap(event.guard, other.guard);
    }
  }
}

TEST(ConeTest, GamesWithEqualFingerprintsHaveEqualAnswers) {
  std::size_t equal = 0;
  std::size_t different = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const GameModel model = model_of(seed);
    GameModel other = model;
    for (std::int64_t changes = random.between(1, 2); changes > 0; --changes) mutate(other, random);
    validate(other);
    const std::uint32_t quest = static_cast<std::uint32_t>(seed % model.quests.size());
    if (fingerprint(cone_of(model, {quest})) != fingerprint(cone_of(other, {quest}))) {
      ++different;
      ASSERT_FALSE(differences(cone_of(model, {quest}), cone_of(other, {quest})).empty());
      continue;
    }
    const auto before = answer(model, quest);
    const auto after = answer(other, quest);
    if (!before || !after) continue;
    ++equal;
    ASSERT_TRUE(*before == *after) << testing_support::describe(model) << "\nbecame\n"
                                   << testing_support::describe(other);
  }
  EXPECT_GT(equal, 150u);
  EXPECT_GT(different, 150u);
}

}  // namespace
}  // namespace questproof
