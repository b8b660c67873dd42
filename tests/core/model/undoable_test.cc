// SPDX-License-Identifier: MIT
#include "core/model/undoable.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <vector>

#include "core/model/naive_evaluator.h"
#include "core/model/undo_check.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::describe;
using testing_support::ModelBuilder;
using testing_support::Random;
using testing_support::random_level;
using testing_support::random_model;
using testing_support::RandomLevelOptions;
using testing_support::RandomModelOptions;

// Every combination of values; nothing when there are more than `most`.
std::optional<std::vector<Valuation>> all_states(const GameModel& model, std::size_t most) {
  std::vector<Valuation> states = {{}};
  for (const Variable& variable : model.variables) {
    std::vector<Valuation> longer;
    for (const Valuation& prefix : states) {
      for (Value value = variable.low; value <= variable.high; ++value) {
        longer.push_back(prefix);
        longer.back().push_back(value);
      }
    }
    states = std::move(longer);
    if (states.size() > most) return std::nullopt;
  }
  return states;
}

bool is_symmetric(const GameModel& model, const std::vector<Valuation>& states) {
  std::set<std::pair<Valuation, Valuation>> transitions;
  for (const Valuation& from : states) {
    for (std::uint32_t e = 0; e < model.events.size(); ++e) {
      for (const Outcome& outcome : outcomes(model, EventId{e}, from)) {
        if (!outcome.fault && outcome.values != from) transitions.insert({from, outcome.values});
      }
    }
  }
  for (const auto& [from, to] : transitions) {
    if (!transitions.contains({to, from})) return false;
  }
  return true;
}

struct Counts {
  int symmetric = 0, proved = 0, checked = 0, models = 0;
};

void compare(const GameModel& model, Counts& counts) {
  const auto states = all_states(model, 3000);
  if (!states) return;
  const bool symmetric = is_symmetric(model, *states);
  const UndoProof proof = prove_undoable(model);
  const UndoCheck check = check_undoable(model);
  ++counts.models;
  counts.symmetric += symmetric ? 1 : 0;
  counts.proved += proof.undoable ? 1 : 0;
  counts.checked += check.undoable ? 1 : 0;
  EXPECT_TRUE(symmetric || !proof.undoable) << describe(model);
  EXPECT_TRUE(symmetric || !check.undoable) << describe(model);
  EXPECT_EQ(proof.undoable, !proof.event.has_value());
  EXPECT_EQ(proof.undoable, proof.reason.empty());
  EXPECT_EQ(check.undoable, !check.event.has_value());
}

TEST(UndoableTest, LevelsWithoutOneWayEventsAreProved) {
  Counts counts;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    compare(random_level(seed), counts);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_EQ(counts.symmetric, counts.models);
  EXPECT_EQ(counts.proved, counts.models);
  EXPECT_EQ(counts.checked, counts.models);
}

TEST(UndoableTest, OneWayEventsAreNeverTakenForOthers) {
  Counts counts;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomLevelOptions options;
    options.one_way = 1 + static_cast<int>(seed % 2);
    compare(random_level(seed, options), counts);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_LT(counts.symmetric, counts.models);
  EXPECT_GT(counts.symmetric, counts.models / 100);  // a trapdoor to the same room, and the like
  EXPECT_EQ(counts.proved, counts.symmetric);
  EXPECT_EQ(counts.checked, counts.symmetric);
}

// A few of them are symmetric by chance.
TEST(UndoableTest, RandomModelsAreProvedOnlyWhenSymmetric) {
  Counts counts;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    RandomModelOptions options;
    options.variables = 3;
    options.events = 1 + static_cast<int>(seed % 3);
    options.depth = 1;
    options.minimum_states = 1;
    compare(random_model(seed, options), counts);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(counts.symmetric, 20);
  EXPECT_GT(counts.proved, 20);
  EXPECT_GT(counts.checked, 20);
}

// Made of events that come with their inverse, written in another way.
TEST(UndoableTest, EventsThatComeInPairsAreProved) {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 5);
  const VariableId b = builder.variable("B", 0, 5);
  const VariableId dial = builder.variable("DIAL", 3, 9);
  const auto less = [](VariableId x, Value bound) {
    return Condition::compare(Term::of(x), Comparison::kLess, Term::of(bound));
  };
  const auto more = [](VariableId x, Value bound) {
    return Condition::compare(Term::of(x), Comparison::kGreater, Term::of(bound));
  };
  builder.event("pour", Condition::all({more(a, 0), less(b, 5)}),
                {builder.add(a, -1), builder.add(b, 1)});
  builder.event("pour back", Condition::all({more(b, 0), less(a, 5)}),
                {builder.add(b, -1), builder.add(a, 1)});
  builder.event("turn", {}, {builder.add(dial, 3, Overflow::kWrap)});
  builder.event("turn back", {}, {builder.add(dial, -3, Overflow::kWrap)});
  // By an event with a branch, on one side of a comparison of variables.
  const Condition below = Condition::compare(Term::of(a), Comparison::kLess, Term::of(b));
  builder.event("jump", Condition::all({below, less(dial, 4)}),
                {builder.choice({builder.branch(below, {builder.assign(dial, 9)})})});
  builder.event("jump back", Condition::all({below, more(dial, 8)}), {builder.assign(dial, 3)});
  validate(builder.model());
  EXPECT_TRUE(prove_undoable(builder.model()).undoable) << prove_undoable(builder.model()).reason;
  EXPECT_TRUE(check_undoable(builder.model()).undoable);

  builder.event("spill", more(a, 3), {builder.assign(a, 3)});
  const UndoProof proof = prove_undoable(builder.model());
  EXPECT_FALSE(proof.undoable);
  ASSERT_TRUE(proof.event.has_value());
  EXPECT_EQ(proof.event->index, 6U);
  EXPECT_FALSE(check_undoable(builder.model()).undoable);
}

// Two thirds of a turn cannot be taken back by the same event in one step; a half can.
TEST(UndoableTest, WholeTurnsCount) {
  for (Value size : {2, 3, 4}) {
    ModelBuilder builder;
    const VariableId dial = builder.variable("DIAL", 0, size - 1);
    builder.event("turn", {}, {builder.add(dial, size / 2, Overflow::kWrap)});
    EXPECT_EQ(prove_undoable(builder.model()).undoable, size != 3);
    EXPECT_EQ(check_undoable(builder.model()).undoable, size != 3);
  }
}

TEST(UndoableTest, AGuardThatReadsWhatIsTurnedIsNoticed) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  builder.event("open", Condition::equals(door, 0), {builder.add(door, 1, Overflow::kWrap)});
  EXPECT_FALSE(prove_undoable(builder.model()).undoable);
  EXPECT_FALSE(check_undoable(builder.model()).undoable);
  builder.event("close", Condition::equals(door, 1), {builder.add(door, 1, Overflow::kWrap)});
  EXPECT_TRUE(prove_undoable(builder.model()).undoable);
  EXPECT_TRUE(check_undoable(builder.model()).undoable);
}

TEST(UndoableTest, AButtonWithVeryManyWiresIsProved) {
  ModelBuilder builder;
  std::vector<Statement> turns;
  for (int i = 0; i < 40; ++i) {
    turns.push_back(
        builder.add(builder.variable("DOOR" + std::to_string(i), 0, 1), 1, Overflow::kWrap));
  }
  const VariableId room = builder.variable("ROOM", 0, 100);
  builder.event("press", Condition::equals(room, 7), turns);
  EXPECT_TRUE(prove_undoable(builder.model()).undoable);
  EXPECT_TRUE(check_undoable(builder.model()).undoable);
}

// To have found no way back counts only where all has been tried.
TEST(UndoableTest, TheCheckSaysWhenItGivesUp) {
  ModelBuilder builder;
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId key = builder.variable("KEY", 0, 9);
  const Condition any = Condition::any({Condition::equals(key, 3), Condition::equals(door, 0)});
  builder.event("open", any, {builder.assign(door, 1)});
  UndoCheck check = check_undoable(builder.model(), 20);
  EXPECT_FALSE(check.undoable);
  EXPECT_FALSE(check.gave_up);
  check = check_undoable(builder.model(), 19);
  EXPECT_FALSE(check.undoable);
  EXPECT_TRUE(check.gave_up);

  builder.event("close", Condition::equals(door, 1), {builder.assign(door, 0)});
  check = check_undoable(builder.model(), 20);
  EXPECT_TRUE(check.undoable);
  EXPECT_FALSE(check.gave_up);
}

TEST(UndoableTest, AnEventThatMayStopIsLookedAtAsAWhole) {
  ModelBuilder builder;
  const VariableId a = builder.variable("A", 0, 1);
  const VariableId b = builder.variable("B", 0, 1);
  builder.event("press", {},
                {builder.add(a, 1, Overflow::kWrap),
                 builder.choice({builder.branch(Condition::equals(a, 0), {builder.stop()})}),
                 builder.add(b, 1, Overflow::kWrap)});
  EXPECT_FALSE(prove_undoable(builder.model()).undoable);  // 10 -> 00, but 00 -> 11
  EXPECT_FALSE(check_undoable(builder.model()).undoable);
}

}  // namespace
}  // namespace questproof
